"""The verification desk: a claim, the pages of the corpus, evidence and a verdict."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotation.models import Attempt
from annotation.rules.verifying import judgements
from annotation.rules.verifying.judgements import MOST_IN_A_SET, Element, Judgement, check_judgement
from annotation.rules.verifying.reviews import missing_in
from annotation.rules.verifying.warnings import warnings_about
from annotation.selectors.attempts import campaign_of
from annotation.selectors.elements import kind_at, read_pages
from annotation.selectors.verifying import (
    VerifyingDesk,
    described,
    elements_in_draft,
    read_element,
    shown_sets,
    shown_verdict,
    verifying_desk_of,
)
from annotation.services import (
    evidence,
    leases,
    queue,
    reopening,
    reports,
    stages,
    suggestions,
    verifications,
)
from annotation.views.desk.labels import labels
from annotation.views.desk.own import corpus_of, for_scripts, own_attempt, problem
from annotation.views.desk.room import RESULTS, page_context
from annotation.views.desk.words import WORDS
from campaigns.access import campaign_for
from campaigns.selectors.protocols import protocol_of
from core.requests import REFUSED

MOST_DESCRIBED = 3 * MOST_IN_A_SET
VERIFYING = (
    Attempt.Purpose.VERIFY,
    Attempt.Purpose.GOLD,
    Attempt.Purpose.ADJUDICATION,
    Attempt.Purpose.CALIBRATION,
)


@require_POST
def take(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """The next claim, or the one that this person holds already."""
    access = campaign_for(request, public_id)
    try:
        taken = queue.take_claim(
            campaign=access.campaign, annotator=access.person, now=timezone.now()
        )
    except queue.NotAVerifierError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, _("The campaign hands out nothing at the moment."))
    except queue.NothingToVerifyError:
        messages.info(request, _("No claim is waiting for you at the moment."))
    except leases.LeaseLostError:
        messages.info(request, _("Somebody else was quicker. Take another one."))
    else:
        return redirect("verifying-desk", taken.attempt.public_id)
    return redirect("home")


@require_safe
def desk(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """The desk. What is over has none any more; it can be opened again from one's own list."""
    attempt = _attempt(request, attempt_id)
    if attempt.outcome not in (Attempt.Outcome.OPEN, Attempt.Outcome.LOST):
        messages.info(request, _("You are done with this claim."))
        return redirect("my-verifications", campaign_of(attempt).public_id)
    shown = _desk_of(attempt)
    return render(request, "annotation/desk/verify/desk.html", _desk_context(request, shown))


@for_scripts
@require_POST
def elements(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Texts and contexts of chosen elements, for the panel."""
    attempt = _attempt(request, attempt_id)
    sent = _json(request)
    wanted = sent.get("elements") if sent is not None else None
    if not isinstance(wanted, list) or len(wanted) > MOST_DESCRIBED:
        return problem(400, "bad_body", _("Name the elements."))
    known = [element for one in wanted if (element := read_element(one))]
    return JsonResponse({"elements": described(corpus_of(attempt), known)})


@for_scripts
@require_safe
def suggested(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """What a machine would choose, where the campaign shows that; else nothing."""
    attempt = _attempt(request, attempt_id)
    suggestion = suggestions.suggest_evidence(attempt=attempt)
    if suggestion is None:
        return JsonResponse({"provider": "", "verdict": "", "elements": []})
    sure = {one.element: one.confidence for one in suggestion.elements}
    known = described(corpus_of(attempt), sure)
    protocol = protocol_of(campaign_of(attempt))
    verdict = shown_verdict(protocol, suggestion.verdict).label if suggestion.verdict else ""
    return JsonResponse(
        {
            "provider": suggestion.provider,
            "verdict": verdict,
            "elements": [
                {**one, "confidence": sure[Element(one["page"], one["address"])]} for one in known
            ],
        }
    )


@for_scripts
@require_POST
def review(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """The confirmation, as a fragment; or what is missing yet."""
    attempt = _attempt(request, attempt_id)
    shown = _desk_of(attempt)
    judgement = _judgement(request)
    if judgement is None:
        return problem(400, "bad_body", _("This is not a verification."))
    refusal = _refusal(shown, judgement)
    if refusal is not None:
        return refusal
    html = render_to_string("annotation/desk/verify/review.html", _review(shown, judgement))
    return JsonResponse({"html": html})


@for_scripts
@require_POST
def submit(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Hand it in; what is refused says why, and the draft stays."""
    attempt = _attempt(request, attempt_id)
    judgement = _judgement(request)
    if judgement is None:
        return problem(400, "bad_body", _("This is not a verification."))
    try:
        verifications.submit_verification(attempt=attempt, judgement=judgement, now=timezone.now())
    except judgements.JudgementRefusedError:
        refusal = _refusal(_desk_of(attempt), judgement)
        assert refusal is not None
        return refusal
    except leases.LeaseLostError:
        return problem(
            409, "lease_lost", _("The claim has passed to somebody else. Nothing was stored.")
        )
    except leases.AlreadySubmittedError:
        return problem(
            409, "already", _("Another window submitted something else for this claim already.")
        )
    except verifications.ClaimWithdrawnError:
        return problem(
            409, "withdrawn", _("The claim was withdrawn in the meantime. Nothing was stored.")
        )
    except verifications.ClaimChangedError:
        return problem(
            409, "changed", _("The claim was edited in the meantime. Nothing was stored.")
        )
    except stages.CampaignNotOpenError:
        return problem(409, "closed", _("The campaign is closed. Nothing was stored."))
    except reopening.NotCorrectableError:
        return problem(
            409, "final", _("This verification cannot be corrected any more. It stays as it was.")
        )
    messages.success(request, _("Submitted. You can correct it for 24 hours."))
    return JsonResponse({"next": reverse("home")})


@for_scripts
@require_POST
def skip(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Do not verify it, and say why."""
    attempt = _attempt(request, attempt_id)
    try:
        queue.skip_claim(
            attempt=attempt,
            reason=request.POST.get("reason", ""),
            text=request.POST.get("text", ""),
            now=timezone.now(),
        )
    except stages.SkipReasonError:
        return problem(REFUSED, "reason", _("Choose a reason; “something else” needs a few words."))
    except leases.LeaseLostError:
        return _lost()
    return _done(request, _("Skipped. Somebody else will get it."))


@for_scripts
@require_POST
def report(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Say what is wrong with the claim; it leaves the queue."""
    attempt = _attempt(request, attempt_id)
    try:
        reports.report_claim(
            attempt=attempt,
            reasons=request.POST.getlist("reasons"),
            note=request.POST.get("note", ""),
            now=timezone.now(),
        )
    except reports.ReportReasonError:
        return problem(REFUSED, "reason", _("Choose at least one reason; “other” needs a note."))
    except reports.BadNoteError:
        return problem(REFUSED, "note", _("A note has at most 1,000 characters."))
    except leases.LeaseLostError:
        return _lost()
    return _done(request, _("Reported. The managers will decide."))


@for_scripts
@require_POST
def pause(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Leave it for a while; it waits until tomorrow."""
    attempt = _attempt(request, attempt_id)
    try:
        queue.pause_claim(attempt=attempt, now=timezone.now())
    except leases.LeaseLostError:
        return _lost()
    return _done(request, _("The claim waits for you for 24 hours."))


@for_scripts
@require_POST
def leave(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """End a correction without changing anything."""
    attempt = _attempt(request, attempt_id)
    if not _desk_of(attempt).is_correction:
        raise Http404
    reopening.leave_correction(attempt=attempt, now=timezone.now())
    return _done(request, _("It stays as it was."))


# --- reading what was sent -----------------------------------------------------------------------


def _attempt(request: HttpRequest, attempt_id: UUID) -> Attempt:
    attempt = own_attempt(request, attempt_id)
    if attempt.purpose not in VERIFYING:
        raise Http404
    return attempt


def _json(request: HttpRequest) -> Mapping[str, Any] | None:
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return sent if isinstance(sent, dict) else None


def _judgement(request: HttpRequest) -> Judgement | None:
    """What was sent, if it has the shape of a verification."""
    sent = _json(request)
    if sent is None:
        return None
    texts = [sent.get(name, "") for name in ("verdict", "answer", "note")]
    tags, sets = sent.get("tags", {}), sent.get("sets", [])
    if not all(isinstance(text, str) for text in texts) or not isinstance(tags, dict):
        return None
    if not all(isinstance(value, str) for value in tags.values()) or not isinstance(sets, list):
        return None
    read: list[list[Element]] = []
    for each in sets:
        found = [read_element(one) for one in each] if isinstance(each, list) else [None]
        if None in found:
            return None
        read.append([one for one in found if one is not None])
    verdict, answer, note = texts
    return Judgement(verdict=verdict, answer=answer, tags=tags, sets=read, note=note)


# --- answering -----------------------------------------------------------------------------------


def _desk_of(attempt: Attempt) -> VerifyingDesk:
    return verifying_desk_of(attempt, protocol_of(campaign_of(attempt)))


def _refusal(shown: VerifyingDesk, judgement: Judgement) -> HttpResponse | None:
    """Everything that is missing; or the one thing that is wrong; none if nothing is."""
    missing = missing_in(shown.protocol, shown.stage, judgement)
    if missing:
        problems = [{"at": one.at, "message": one.message} for one in missing]
        return problem(REFUSED, "missing", missing[0].message, problems=problems)
    assert shown.attempt.claim is not None
    try:
        check_judgement(shown.protocol, shown.stage, judgement)
        evidence.place_evidence(
            claim=shown.attempt.claim,
            campaign=shown.campaign,
            protocol=shown.protocol,
            stage=shown.stage,
            judgement=judgement,
        )
    except judgements.JudgementRefusedError as error:
        at = f"set:{error.set_number}" if error.set_number else ""
        problems = [{"at": at, "message": error.message}]
        return problem(REFUSED, error.code, error.message, problems=problems)
    return None


def _review(shown: VerifyingDesk, judgement: Judgement) -> dict[str, Any]:
    corpus = corpus_of(shown.attempt)
    pages = read_pages(corpus, {one.page for each in judgement.sets for one in each})
    documents = {title: read.document for title, read in pages.items()}
    question = shown.protocol.verdicts.question
    answers = {one.name: one for one in question.answers} if question else {}
    return {
        "claim_text": shown.claim_text,
        "verdict": shown_verdict(shown.protocol, judgement.verdict),
        "answer": answers.get(judgement.answer),
        "tags": [
            (factor.label, factor.value(judgement.tags[factor.name]).label)
            for factor in shown.asked
        ],
        "note": judgement.note.strip(),
        "sets": shown_sets(corpus, judgement.sets),
        "warnings": warnings_about(shown.claim_text, judgement.sets, documents, kind_at),
    }


def _lost() -> HttpResponse:
    return problem(409, "lease_lost", _("The claim has passed to somebody else in the meantime."))


def _done(request: HttpRequest, message: str) -> HttpResponse:
    messages.success(request, message)
    return JsonResponse({"next": reverse("home")})


def _desk_context(request: HttpRequest, shown: VerifyingDesk) -> dict[str, Any]:
    attempt, draft = shown.attempt, shown.draft
    corpus = corpus_of(attempt)
    body = draft.body if draft else {}
    limit = shown.protocol.evidence.set_limit
    return {
        **_room(attempt, body),
        "attempt": attempt,
        "campaign": shown.campaign,
        "claim_text": shown.claim_text,
        "is_correction": shown.is_correction,
        "is_assisted": suggestions.is_assisted(attempt),
        # A correction and gold have none: nobody else waits for them.
        "lease_until": shown.lease_until,
        "is_lost": attempt.outcome == Attempt.Outcome.LOST,
        "verdicts": shown.verdicts,
        "guideline_question": shown.protocol.verdicts.question,
        "asked": shown.asked,
        "set_limit": limit,
        "set_numbers": range(1, limit + 1),
        "skip_reasons": shown.stage.skip_reasons,
        "report_reasons": shown.protocol.acceptance.reasons,
        "known_elements": described(corpus, elements_in_draft(body)),
        "draft_data": {"revision": draft.revision if draft else 0, "body": body},
        "labels": labels({}),
        "words": {name: str(text) for name, text in WORDS.items()},
        "overlay": "annotation/desk/verify/overlay.html",
        "has_own_search_box": True,
    }


def _room(attempt: Attempt, body: Mapping[str, Any]) -> dict[str, Any]:
    """What the room shows first: the page where one was, else the search."""
    before = body.get("room")
    title = before.get("title") if isinstance(before, Mapping) else None
    page = page_context(attempt, title) if isinstance(title, str) and title else None
    if page is not None:
        return {**page, "shown": "annotation/desk/room_page.html"}
    return {"corpus": corpus_of(attempt), "shown": RESULTS}
