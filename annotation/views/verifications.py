"""Verifications after they were submitted: a person's own, and any for a manager."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.messages import log_mark_text
from annotation.models import Attempt, Suspension, Verification
from annotation.rules.drafts import judgement_body
from annotation.selectors.campaign.work_in_progress import people_at_work
from annotation.selectors.desk.attempts import design_for, may_still_work
from annotation.selectors.logs.marks import log_marks_of
from annotation.selectors.logs.replays import replay_of
from annotation.selectors.review.suspensions import suspension_of
from annotation.selectors.verifying.desk import shown_verdict, shown_verdicts
from annotation.selectors.verifying.shown_sets import ShownSet
from annotation.selectors.verifying.verifications import (
    HistoryFilter,
    ShownVersion,
    history_of,
    judgement_of,
    neighbours_of,
    shown_verification,
    verifications_in,
    verifications_of,
)
from annotation.services.desk import sync
from annotation.services.logs.interactions import work_time_of
from annotation.services.verifying import reopening
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from annotation.views.own_lists import wanted_name, wanted_time, wanted_words
from campaigns.access import campaign_for, person_of, refuse_archived
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.row_pages import RowPaginator

A_PAGE = 30


@require_safe
def my_verifications(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List what a person verified, skipped and reported in a campaign, newest first."""
    access = campaign_for(request, public_id)
    chosen = _filter(request)
    mine = history_of(access.person, access.campaign, chosen)
    page = RowPaginator(mine, A_PAGE).get_page(request.GET.get("page"))
    protocol = protocol_of(access.campaign) if access.campaign.protocol else None
    now = timezone.now()
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "access": access,
        "campaign": access.campaign,
        "suspension": suspension_of(access.person, access.campaign, Suspension.Work.VERIFY),
        "page": page,
        "entries": [_entry(attempt, protocol, now) for attempt in page],
        "wanted": chosen,
        "wanted_state": chosen.outcome,
        "state_name": "outcome",
        "own_url": request.path,
        "since": request.GET.get("since", ""),
        "until": request.GET.get("until", ""),
        "is_filtered": chosen != HistoryFilter(),
        "verdicts": shown_verdicts(protocol) if protocol else [],
        "states": [
            (outcome.value, outcome.label)
            for outcome in Attempt.Outcome
            if outcome not in (Attempt.Outcome.LOST, Attempt.Outcome.UNDONE)
        ],
        "kept_query": query.urlencode(),
    }
    return render(request, "annotation/my_verifications.html", context)


@require_safe
def all_verifications(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List every verification of a campaign, for its managers."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    rows = verifications_in(access.campaign, valid=False).select_related("claim", "annotator")
    protocol = protocol_of(access.campaign) if access.campaign.protocol else None
    verdicts = protocol.verdicts.choices if protocol else ()
    spec = ListSpec(
        searched=("claim__text",),
        filters=(
            ListFilter(
                "verdict", gettext_lazy("Verdict"), "verdict", [(v.name, v.label) for v in verdicts]
            ),
            ListFilter(
                "person",
                gettext_lazy("Person"),
                "annotator__public_id",
                people_at_work(access.campaign),
            ),
        ),
        orders=(
            ListOrder("newest", gettext_lazy("Newest first"), ("-submitted_at", "-pk")),
            ListOrder("oldest", gettext_lazy("Oldest first"), ("submitted_at", "pk")),
            ListOrder("claim", gettext_lazy("Claim"), ("claim", "submitted_at", "pk")),
        ),
    )
    shown = show_list(request, rows, spec)
    page = shown.page
    context = {
        "list": shown,
        "page": page,
        "rows": [(one, shown_verdict(protocol, one.verdict) if protocol else None) for one in page],
        "odd": set(log_marks_of(one.attempt_id for one in page)),
    }
    template = "annotation/campaign/verifications.html"
    return render_tab(request, access, "verifications", template, context)


@require_safe
def verification(request: HttpRequest, verification_id: UUID) -> HttpResponse:
    """Show a verification to its author, and to managers with its log as a timeline."""
    found, is_managed = _readable(request, verification_id)
    protocol = protocol_of(found.campaign)
    shown = shown_verification(found)
    context = {
        "campaign": found.campaign,
        "verification": found,
        "versions": [version_context(protocol, one) for one in shown.versions],
        "is_managed": is_managed,
        "is_mine": found.annotator_id == person_of(request).pk,
        "can_correct": reopening.is_correctable(found, timezone.now()),
        "correctable_until": reopening.correctable_until(found),
    }
    if is_managed:
        others = verifications_of([found.claim])[found.claim_id]
        context["others"] = [
            (other, shown_verdict(protocol, other.verdict)) for other in others if other != found
        ]
        context["neighbours"] = neighbours_of(found)
        context["steps"] = replay_of(found, protocol)
        context["work_time"] = work_time_of(found.attempt)
        marks = log_marks_of([found.attempt_id]).get(found.attempt_id, [])
        context["log_marks"] = [log_mark_text(mark) for mark in marks]
    return render(request, "annotation/verification.html", context)


@require_POST
def reopen(request: HttpRequest, verification_id: UUID) -> HttpResponse:
    """Open a verification of one's own again, to correct it."""
    person = person_of(request)
    found = get_object_or_404(
        Verification.objects.select_related("campaign", "attempt"),
        public_id=verification_id,
        annotator=person,
    )
    if not may_still_work(found.attempt):
        raise Http404
    refuse_archived(found.campaign)
    was_open = found.attempt.outcome == Attempt.Outcome.OPEN
    now = timezone.now()
    try:
        attempt = reopening.reopen_verification(verification=found, actor=person, now=now)
    except reopening.NotCorrectableError:
        messages.error(request, _("This verification can no longer be corrected."))
        return redirect("verification", verification_id)
    if not was_open:
        # Start from what was submitted, not from the draft before it.
        version = found.versions.get(number=found.number)
        limit = design_for(found.attempt, protocol_of(found.campaign)).evidence.set_limit
        body = judgement_body(judgement_of(version), limit)
        sync.keep_draft(attempt=attempt, body=body, now=now)
    return redirect("verifying-desk", attempt.public_id)


def _readable(request: HttpRequest, verification_id: UUID) -> tuple[Verification, bool]:
    """Return a verification, and whether the reader is a manager; else raise Http404."""
    found = get_object_or_404(
        Verification.objects.select_related("campaign__corpus", "claim", "annotator", "attempt"),
        public_id=verification_id,
    )
    # Who has left the campaign finds nothing, not even their own work.
    access = campaign_for(request, found.campaign.public_id)
    if found.annotator_id == access.person.pk:
        return found, False
    if Area.CAMPAIGNS not in access.areas:
        raise Http404
    return found, True


def _filter(request: HttpRequest) -> HistoryFilter:
    outcome = wanted_name(request, "outcome")
    return HistoryFilter(
        verdict=wanted_name(request, "verdict"),
        outcome=outcome if outcome in Attempt.Outcome.values else "",
        words=wanted_words(request),
        **wanted_time(request),
    )


def _entry(attempt: Attempt, protocol: Protocol | None, now: datetime) -> dict[str, object]:
    found: Verification | None = getattr(attempt, "verification", None)
    report = getattr(attempt, "report", None)
    skip = getattr(attempt, "skip", None)
    reasons: dict[str, str] = {}
    if protocol is not None:
        reasons = {one.name: one.label for one in protocol.acceptance.reasons}
        for stage in protocol.stages:
            reasons |= {one.name: one.label for one in stage.skip_reasons} if skip else {}
    return {
        "attempt": attempt,
        "verification": found,
        "verdict": shown_verdict(protocol, found.verdict) if protocol and found else None,
        "can_correct": found is not None and reopening.is_correctable(found, now),
        "correctable_until": reopening.correctable_until(found) if found else None,
        "report": report,
        "reasons": [reasons.get(name, name) for name in report.reasons] if report else [],
        "skip": skip,
        "skip_reason": reasons.get(skip.reason, skip.reason) if skip else "",
    }


def version_context(protocol: Protocol, shown: ShownVersion) -> dict[str, object]:
    """Return what the page of a verification shows of one version."""
    version = shown.version
    question = protocol.verdicts.question
    answers = {one.name: one.label for one in question.answers} if question else {}
    return {
        "version": version,
        "claim_text": version.claim_version.text,
        "verdict": shown_verdict(protocol, version.verdict),
        "question": question.text if question and version.answer else "",
        "answer": answers.get(version.answer, version.answer),
        "tags": [tag_labels(protocol, name, value) for name, value in version.tags.items()],
        "sets": [ShownSet(number, list(each)) for number, each in enumerate(shown.sets, start=1)],
    }


def tag_labels(protocol: Protocol, name: str, value: str) -> tuple[str, str]:
    """Return the label and the value of a tag, as people read them."""
    try:
        factor = protocol.factor(name)
        return factor.label, factor.value(value).label
    except KeyError:
        return name, value
