"""Grading: a candidate's claims one by one, with highlight, article and prescription in view."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from annotation.models import Grade, GradingPhrase, Qualification, TaskName
from annotation.rules.form_requests import ChosenGradeRequest, GradeRequest
from annotation.selectors.calibration.feedback import ItemFeedback, feedback_on, items_of
from annotation.selectors.calibration.grades import FinalGrade
from annotation.selectors.calibration.phases import phase_number
from annotation.services.calibration import grading
from annotation.views.calibration.feedback import feedback_context
from annotation.views.calibration.words import clause_names, measures_of
from campaigns.access import CampaignAccess, campaign_for
from core.http import REFUSED, read_form
from core.structs import BadDataError


@require_safe
def phase(request: HttpRequest, public_id: UUID, phase_id: UUID) -> HttpResponse:
    """Show one claim or verification of a phase (`?at=3`), or the first of an item (`?item=…`)."""
    access, found = _phase(request, public_id, phase_id)
    at, item = request.GET.get("at", ""), request.GET.get("item", "")
    if item and not at:
        of_item = (
            place
            for place, (given, _graded) in enumerate(_steps(found), start=1)
            if str(given.item.public_id) == item
        )
        at = str(next(of_item, ""))
    return _page(request, access, found, at)


@require_POST
def grade(request: HttpRequest, public_id: UUID, phase_id: UUID) -> HttpResponse:
    """Store the grade of a claim, and go on with the next one."""
    access, found = _phase(request, public_id, phase_id)
    steps = _steps(found)
    sent = read_form(request, GradeRequest)
    shown = _at(steps, sent.at, access.person)
    if shown is None or shown[1].claim is None:
        problem = _("There is no claim to grade here: verifications are graded against gold.")
        return _page(request, access, found, "", problem=problem)
    if sent.claim != str(shown[1].claim.public_id):
        # Gold was withdrawn in the meantime: another claim has its place now.
        problem = _(
            "An item of this phase was withdrawn in the meantime, so another claim is shown here."
            " Your grade was not saved."
        )
        return _page(request, access, found, sent.at, problem=problem, typed=sent)
    if sent.keeps not in ("yes", "no") or sent.fits not in ("yes", "no"):
        problem = _("Answer both questions: the guidelines and the challenge.")
        return _page(request, access, found, sent.at, problem=problem, typed=sent)
    try:
        grading.grade_claim(
            item=shown[0].item,
            claim=shown[1].claim,
            grader=access.person,
            keeps_guidelines=sent.keeps == "yes",
            tags_fit=sent.fits == "yes",
            comment=sent.comment,
            clause=sent.clause,
            now=timezone.now(),
        )
        if sent.phrase and sent.comment.strip():
            grading.add_phrase(campaign=access.campaign, text=sent.comment)
    except grading.BadCommentError:
        problem = _("A comment has at most 2,000 characters, a phrase to reuse 300.")
        return _page(request, access, found, sent.at, problem=problem, typed=sent)
    except grading.NotGradableError:
        problem = _("The feedback was given in the meantime, or the phase is not finished.")
        return _page(request, access, found, sent.at, problem=problem, typed=sent)
    except grading.OwnWorkError:
        problem = _("You cannot grade your own work.")
        return _page(request, access, found, sent.at, problem=problem, typed=sent)
    place = steps.index(shown) + 2
    if place > len(steps):
        messages.success(request, _("That was the last claim of this phase."))
        return redirect("calibration-phase", public_id, phase_id)
    return redirect(f"{reverse('calibration-phase', args=[public_id, phase_id])}?at={place}")


@require_POST
def settle(request: HttpRequest, public_id: UUID, phase_id: UUID) -> HttpResponse:
    """Choose which of two managers' grades counts."""
    access, found = _phase(request, public_id, phase_id)
    try:
        sent = read_form(request, ChosenGradeRequest)
    except BadDataError:
        return _page(request, access, found, "", problem=_("Choose a grade."))
    chosen = get_object_or_404(Grade, public_id=sent.grade, item__qualification=found)
    try:
        grading.settle_grade(grade=chosen, actor=access.person, now=timezone.now())
    except grading.NotGradableError:
        messages.error(request, _("The feedback was given in the meantime."))
    except grading.OwnWorkError:
        messages.error(request, _("You cannot grade your own work."))
    else:
        messages.success(request, _("This grade counts now."))
    at = sent.at[:6]
    suffix = f"?at={at}" if at.isascii() and at.isdigit() else ""
    return redirect(reverse("calibration-phase", args=[public_id, phase_id]) + suffix)


@require_POST
def release(request: HttpRequest, public_id: UUID, phase_id: UUID) -> HttpResponse:
    """Give the candidate the feedback of a phase."""
    access, found = _phase(request, public_id, phase_id)
    try:
        grading.release_feedback(phase=found, actor=access.person, now=timezone.now())
    except grading.NotAllGradedError as error:
        problem = _("Not yet: %(missing)d claims have no grade, %(disputed)d are disputed.") % {
            "missing": error.missing,
            "disputed": error.disputed,
        }
        return _page(request, access, found, "", problem=problem)
    except grading.NotGradableError:
        messages.info(request, _("The feedback of this phase has been given already."))
    except grading.OwnWorkError:
        return _page(request, access, found, "", problem=_("You cannot grade your own work."))
    else:
        messages.success(request, _("The candidate can read the feedback now."))
    return redirect("campaign-calibration", public_id)


def _phase(
    request: HttpRequest, public_id: UUID, phase_id: UUID
) -> tuple[CampaignAccess, Qualification]:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(
        Qualification.objects.select_related("candidacy__campaign__corpus", "candidacy__person"),
        public_id=phase_id,
        candidacy__campaign=access.campaign,
    )
    return access, found


GradedStep = tuple[ItemFeedback, FinalGrade]


def _steps(found: Qualification) -> list[GradedStep]:
    """Return what there is to look at, one claim or one verification after another."""
    return [(one, graded) for one in feedback_on(found, items_of(found)) for graded in one.grades]


def _at(steps: list[GradedStep], at: str, person: User) -> GradedStep | None:
    if at.isascii() and at.isdigit() and 1 <= int(at[:6]) <= len(steps):
        return steps[int(at[:6]) - 1]
    ungraded = (
        step
        for step in steps
        if step[1].claim is not None and all(one.grader_id != person.pk for one in step[1].grades)
    )
    return next(ungraded, steps[0] if steps else None)


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    found: Qualification,
    at: str,
    *,
    problem: str = "",
    typed: GradeRequest | None = None,
) -> HttpResponse:
    steps = _steps(found)
    shown = _at(steps, at, access.person)
    context: dict[str, Any] = {
        "access": access,
        "campaign": access.campaign,
        "phase": found,
        "phase_number": phase_number(found),
        "candidate": found.candidacy.person,
        "is_open": found.state == Qualification.State.OPEN,
        "is_gradable": found.state == Qualification.State.SUBMITTED
        and found.candidacy.task == TaskName.WRITE
        and not access.campaign.is_archived,
        "steps": steps,
        "problem": problem,
        "measures": measures_of(found),
        "missing": sum(graded.is_missing for _one, graded in steps),
        "disputed": sum(graded.is_disputed for _one, graded in steps),
    }
    if shown is not None and found.state != Qualification.State.OPEN:
        given, graded = shown
        place = steps.index(shown) + 1
        mine = next((one for one in graded.grades if one.grader_id == access.person.pk), None)
        context |= {
            **feedback_context(access.campaign, given, request.GET.get("page", "")),
            "shown": given,
            "graded": graded,
            "place": place,
            "previous": place - 1,
            "next": place + 1 if place < len(steps) else 0,
            "mine_grade": mine,
            # Blind: others' grades only after one's own, or when nothing can be changed.
            "others": [
                one
                for one in graded.grades
                if one.grader_id is not None
                and one.grader_id != access.person.pk
                and (mine is not None or not context["is_gradable"])
            ],
            "typed": typed or _typed(mine),
            "phrases": GradingPhrase.objects.filter(campaign=access.campaign).order_by("text"),
            "clauses": clause_names(access.campaign),
        }
        context["current"] = next(
            (one for one in context.get("written", []) if one["claim"] == graded.claim), None
        )
    status = REFUSED if problem else 200
    return render(request, "annotation/calibration/grading.html", context, status=status)


def _typed(mine: Grade | None) -> GradeRequest:
    if mine is None:
        return GradeRequest()
    return GradeRequest(
        keeps="yes" if mine.keeps_guidelines else "no",
        fits="yes" if mine.tags_fit else "no",
        comment=mine.comment,
        clause=mine.clause,
    )
