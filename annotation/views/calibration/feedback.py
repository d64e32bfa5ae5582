"""Feedback for candidates: their work beside gold, item by item, read to the end."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotation.models import PRACTICE, PhaseItem, Qualification
from annotation.rules.form_requests import TextRequest
from annotation.selectors.calibration.feedback import (
    ItemFeedback,
    claims_from,
    feedback_on,
    items_of,
    marks_of,
    shown_answer,
)
from annotation.selectors.calibration.phases import phase_number
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.calibration import phases
from annotation.services.desk import stages
from annotation.views.calibration.articles import marked_article
from annotation.views.calibration.words import claim_context, clause_anchors, measures_of
from annotation.views.desk.own import check_candidate
from annotation.views.verifications import version_context
from campaigns.access import ArchivedError, person_of
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from core.http import REFUSED, read_form

# Feedback that is not there, or no longer for this person.
_NOT_THEIRS = (phases.FeedbackNotGivenError, phases.NotACandidateError)


@require_safe
def feedback(request: HttpRequest, phase_id: UUID) -> HttpResponse:
    """Show the feedback on one item (`?item=2`), by default the first that is unread."""
    phase = _own_phase(request, phase_id)
    if phase.feedback_at is None:
        messages.info(request, _("There is no feedback on this phase yet."))
        return redirect("home")
    return _page(request, phase, request.GET.get("item", ""))


@require_POST
def read(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """Note that the feedback on an item was read, and go on with the next one."""
    item = _own_item(request, item_id)
    try:
        phase = phases.read_feedback(item=item, now=timezone.now())
    except _NOT_THEIRS as error:
        raise Http404 from error
    except stages.CampaignArchivedError as error:
        raise ArchivedError from error
    if phase.state == Qualification.State.READ:
        messages.success(request, _("You have read all feedback of this phase."))
        return redirect("home")
    return redirect("calibration-feedback", phase.public_id)


@require_POST
def appeal(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """Object to the grade of an item."""
    item = _own_item(request, item_id)
    text = read_form(request, TextRequest).text
    phase = item.qualification
    try:
        phases.appeal(item=item, text=text, now=timezone.now())
    except _NOT_THEIRS as error:
        raise Http404 from error
    except stages.CampaignArchivedError as error:
        raise ArchivedError from error
    except phases.AppealRefusedError as error:
        said = (
            _("You have appealed against this grade already.")
            if error.code == "twice"
            else _("Write why, in up to 2,000 characters.")
        )
        return _page(request, phase, str(_place(item)), problem=said, typed=text)
    messages.success(request, _("Your appeal was sent. You will find the answer here."))
    place = _place(item)
    return redirect(f"{reverse('calibration-feedback', args=[phase.public_id])}?item={place}")


def _place(item: PhaseItem) -> int:
    """Return the number under which the feedback shows an item; withdrawn ones are not counted."""
    return [one.pk for one in items_of(item.qualification)].index(item.pk) + 1


def _own_phase(request: HttpRequest, phase_id: UUID) -> Qualification:
    phase = get_object_or_404(
        Qualification.objects.select_related("candidacy__campaign__corpus"),
        public_id=phase_id,
        candidacy__person=person_of(request),
    )
    check_candidate(request, phase.candidacy)
    return phase


def _own_item(request: HttpRequest, item_id: UUID) -> PhaseItem:
    item = get_object_or_404(
        PhaseItem.objects.select_related("qualification__candidacy__campaign__corpus"),
        public_id=item_id,
        qualification__candidacy__person=person_of(request),
        gold__withdrawn_at=None,
    )
    check_candidate(request, item.qualification.candidacy)
    return item


def _page(
    request: HttpRequest, phase: Qualification, wanted: str, *, problem: str = "", typed: str = ""
) -> HttpResponse:
    campaign = phase.candidacy.campaign
    items = items_of(phase)
    given = feedback_on(phase, items)
    if not given:
        raise Http404
    shown = _wanted(given, wanted)
    context = {
        "campaign": campaign,
        "phase": phase,
        "phase_number": phase_number(phase),
        "is_practice": phase.phase == PRACTICE,
        "given": given,
        "shown": shown,
        "measures": measures_of(phase),
        "problem": problem,
        "typed": typed,
        **feedback_context(campaign, shown, request.GET.get("page", "")),
    }
    status = REFUSED if problem else 200
    return render(request, "annotation/calibration/feedback.html", context, status=status)


def _wanted(given: list[ItemFeedback], wanted: str) -> ItemFeedback:
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:6]) <= len(given):
        return given[int(wanted[:6]) - 1]
    return next((one for one in given if one.item.read_at is None), given[0])


def feedback_context(campaign: Campaign, shown: ItemFeedback, page: str) -> dict[str, Any]:
    """Return an item's answers beside gold, and an article with the differences marked."""
    protocol, gold, corpus = protocol_of(campaign), shown.item.gold, campaign.corpus
    assert corpus is not None
    if gold.highlight is not None:
        stage = stages.writing_stage(protocol)
        prescribed = prescriptions_of(gold.highlight)
        grades = {one.claim.pk: one for one in shown.grades if one.claim is not None}
        marks = {gold.highlight.page.title: dict.fromkeys(gold.highlight.addresses, "highlight")}
        answers: dict[str, Any] = {
            "written": [
                claim_context(protocol, stage, claim, prescribed, grades.get(claim.pk))
                for claim in claims_from(shown.item.attempt)
            ],
            "models": [
                claim_context(protocol, stage, claim, prescribed)
                for claim in claims_from(gold.answer)
            ],
        }
    else:
        mine, right = shown_answer(shown.item.attempt), shown_answer(gold.answer)
        marks = marks_of(mine, right)
        answers = {
            "mine": version_context(protocol, mine) if mine else None,
            "gold_answer": version_context(protocol, right) if right else None,
            "grade": shown.grades[0].final if shown.grades else None,
        }
    title = page if page in marks else next(iter(marks), "")
    return {
        **answers,
        "clause_anchors": clause_anchors(campaign),
        "titles": list(marks),
        "title": title,
        "article": marked_article(corpus, title, marks.get(title, {})) if title else None,
    }
