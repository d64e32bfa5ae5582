"""The verification desk: a claim, the pages of the corpus, evidence and a verdict."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from annotation.models import Attempt, Suspension
from annotation.rules import requests
from annotation.rules.form_requests import ClaimReportRequest, SkipRequest
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.selectors.desk.attempts import campaign_of, design_for
from annotation.selectors.review.suspensions import suspension_of
from annotation.selectors.verifying.desk import (
    VerifyingDesk,
    describe_elements,
    shown_verdict,
    verifying_desk_of,
)
from annotation.services.calibration import phase_items
from annotation.services.desk import act_limits, eligibility, leases, stages
from annotation.services.review import claim_reports
from annotation.services.verifying import (
    confirmations,
    queue,
    reopening,
    suggestions,
    verifications,
)
from annotation.views.desk.answers import (
    ErrorAnswer,
    answer_to,
    bad_body,
    problem,
    refused_judgement,
    too_often,
)
from annotation.views.desk.next_steps import (
    after_correction,
    finished,
    next_address,
    not_approved_message,
    not_open_message,
    set_aside_message,
    submitted_verification,
)
from annotation.views.desk.outside import PHASE_OVER, outside_message
from annotation.views.desk.own import corpus_of, for_scripts, own_attempt
from annotation.views.desk.verifying_context import confirmation_context, desk_context
from annotation.views.review.bench_context import bench_desk_context
from campaigns.access import campaign_for
from campaigns.selectors.protocols import protocol_of
from core.http import REFUSED, read_form
from core.structs import BadDataError, decode_json


@require_POST
def take(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Give the person a claim, or the one that they hold already, and go to its desk."""
    # The service reads the design itself.
    access = campaign_for(request, public_id, with_design=False)
    try:
        taken = queue.take_claim(
            campaign=access.campaign, annotator=access.person, now=timezone.now()
        )
    except queue.NotAVerifierError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, not_open_message(access.campaign))
    except eligibility.NotApprovedError as error:
        messages.info(request, not_approved_message(error.task))
    except eligibility.SetAsideError as error:
        messages.warning(request, set_aside_message(error.suspension))
    except queue.NothingToVerifyError:
        messages.info(request, _("No claim is waiting for you at the moment."))
    except leases.LeaseLostError:
        messages.info(request, _("Somebody else was faster. Take another claim."))
    else:
        return redirect("verifying-desk", taken.attempt.public_id)
    return redirect("home")


@require_safe
def desk(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Show the desk. A finished claim has none; it is opened again from the person's own list."""
    attempt = _attempt(request, attempt_id)
    if attempt.outcome not in (Attempt.Outcome.OPEN, Attempt.Outcome.LOST):
        messages.info(request, _("You have finished this claim."))
        if attempt.purpose == Attempt.Purpose.ADJUDICATION:
            return redirect("adjudication", campaign_of(attempt).public_id)
        if attempt.task != Attempt.Purpose.VERIFY:
            return redirect(next_address(attempt))
        return redirect("my-verifications", campaign_of(attempt).public_id)
    if attempt.purpose == Attempt.Purpose.ADJUDICATION:
        context = bench_desk_context(_desk_of(attempt))
        return render(request, "annotation/desk/bench/desk.html", context)
    return render(request, "annotation/desk/verify/desk.html", desk_context(_desk_of(attempt)))


@for_scripts
@require_POST
def elements(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer with texts and contexts of chosen elements, for the panel."""
    attempt = _attempt(request, attempt_id)
    try:
        sent = decode_json(requests.ELEMENTS, request.body)
    except BadDataError as error:
        return bad_body(error)
    wanted = list(dict.fromkeys(sent.elements))
    return JsonResponse({"elements": describe_elements(corpus_of(attempt), wanted)})


@for_scripts
@require_safe
def suggested(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer with what a machine would choose, where the campaign shows that; else with nothing."""
    attempt = _attempt(request, attempt_id)
    suggestion = suggestions.suggest_evidence(attempt=attempt)
    if suggestion is None:
        return JsonResponse({"provider": "", "verdict": "", "elements": []})
    confidences = {one.element: one.confidence for one in suggestion.elements}
    protocol = protocol_of(campaign_of(attempt))
    verdict = shown_verdict(protocol, suggestion.verdict).label if suggestion.verdict else ""
    return JsonResponse(
        {
            "provider": suggestion.provider,
            "verdict": verdict,
            "elements": [
                {
                    **found,
                    "confidence": confidences[ElementReference(found["page"], found["address"])],
                }
                for found in describe_elements(corpus_of(attempt), confidences)
            ],
        }
    )


@for_scripts
@require_POST
def confirm(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer with the confirmation as a fragment, or with all that is wrong or missing."""
    attempt = _attempt(request, attempt_id)
    try:
        judgement = decode_json(requests.JUDGEMENT, request.body)
        source = confirmations.confirm_judgement(attempt=attempt, judgement=judgement)
    except BadDataError as error:
        return bad_body(error)
    except JudgementRefusedError as error:
        return refused_judgement(error.faults)
    except stages.CampaignArchivedError:
        return problem(409, "closed", _("The campaign is archived. Nothing was stored."))
    context = confirmation_context(_desk_of(attempt), judgement, source)
    return JsonResponse(
        {"html": render_to_string("annotation/desk/verify/confirmation.html", context)}
    )


# Why a submission is not stored, whatever the judgement says.
_REFUSALS: dict[type[Exception], ErrorAnswer] = {
    confirmations.NotConfirmedError: ErrorAnswer(
        "not_confirmed",
        gettext_lazy("Review your verification before you submit it. Nothing was saved."),
    ),
    confirmations.NotAskedError: ErrorAnswer(
        "not_asked",
        gettext_lazy("Say of each element whether it is needed first. Nothing was stored."),
    ),
    leases.LeaseLostError: ErrorAnswer(
        "lease_lost",
        gettext_lazy("The claim was passed on to somebody else. Nothing was stored."),
    ),
    leases.AlreadySubmittedError: ErrorAnswer(
        "already",
        gettext_lazy("Another window submitted something else for this claim already."),
    ),
    verifications.ClaimWithdrawnError: ErrorAnswer(
        "withdrawn",
        gettext_lazy("The claim was withdrawn in the meantime. Nothing was stored."),
    ),
    verifications.ClaimChangedError: ErrorAnswer(
        "changed",
        gettext_lazy("The claim was edited in the meantime. Nothing was stored."),
    ),
    stages.CampaignNotOpenError: ErrorAnswer(
        "closed",
        gettext_lazy("The campaign is closed. Nothing was stored."),
    ),
    reopening.NotCorrectableError: ErrorAnswer(
        "final",
        gettext_lazy("This verification can no longer be corrected. Nothing was changed."),
    ),
    phase_items.PhaseOverError: ErrorAnswer("phase_over", PHASE_OVER),
}


@for_scripts
@require_POST
def submit(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Submit the verification; what is refused says why, and the draft stays."""
    # The service reads the design itself.
    attempt = _attempt(request, attempt_id, with_design=False)
    if attempt.purpose == Attempt.Purpose.ADJUDICATION:
        # A verdict of the bench comes with its cause.
        raise Http404
    try:
        judgement = decode_json(requests.JUDGEMENT, request.body)
        stored = verifications.submit_verification(
            attempt=attempt, judgement=judgement, now=timezone.now()
        )
    except BadDataError as error:
        return bad_body(error)
    except JudgementRefusedError as error:
        return refused_judgement(error.faults)
    except tuple(_REFUSALS) as error:
        answer = answer_to(error, _REFUSALS)
        if aside := suspension_of(attempt.annotator, campaign_of(attempt), Suspension.Work.VERIFY):
            return problem(answer.status, answer.code, set_aside_message(aside))
        return problem(answer.status, answer.code, str(answer.message))
    if attempt.task != Attempt.Purpose.VERIFY:
        return finished(request, attempt, _("Submitted."))
    said = _("Submitted. You can correct it for %d hours.") % _hours(leases.correction_time())
    if stored.number > 1:
        return after_correction(request, attempt, said)
    return finished(request, attempt, submitted_verification(stored, said))


@for_scripts
@require_POST
def skip(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Skip the claim, with a reason."""
    attempt = _attempt(request, attempt_id)
    if attempt.assignment_id is None:
        return problem(409, "outside", outside_message())
    sent = read_form(request, SkipRequest)
    try:
        queue.skip_claim(attempt=attempt, reason=sent.reason, text=sent.text, now=timezone.now())
    except stages.SkipReasonError:
        return problem(REFUSED, "reason", _("Choose a reason; “something else” needs a few words."))
    except leases.LeaseLostError:
        return _lost()
    except act_limits.TooOftenError as error:
        return too_often(error)
    return finished(request, attempt, _("Skipped. Somebody else will get it."))


@for_scripts
@require_POST
def report(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Report what is wrong with the claim; it leaves the queue."""
    attempt = _attempt(request, attempt_id)
    if attempt.assignment_id is None:
        return problem(409, "outside", outside_message())
    sent = read_form(request, ClaimReportRequest)
    try:
        claim_reports.report_claim(
            attempt=attempt, reasons=sent.reasons, note=sent.note, now=timezone.now()
        )
    except claim_reports.ReportReasonError:
        return problem(REFUSED, "reason", _("Choose at least one reason; “other” needs a note."))
    except claim_reports.BadNoteError:
        return problem(REFUSED, "note", _("A note has at most 1,000 characters."))
    except leases.LeaseLostError:
        return _lost()
    except act_limits.TooOftenError as error:
        return too_often(error)
    return finished(request, attempt, _("Reported. The managers will decide."))


@for_scripts
@require_POST
def pause(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Pause: the claim waits for the person for some hours."""
    attempt = _attempt(request, attempt_id)
    if attempt.assignment_id is None:
        return finished(request, attempt, _("Your draft is kept."), takes_next=False)
    try:
        queue.pause_claim(attempt=attempt, now=timezone.now())
    except leases.LeaseLostError:
        return _lost()
    except act_limits.TooOftenError as error:
        return too_often(error)
    said = _("The claim waits for you for %d hours.") % _hours(leases.pause_time())
    return finished(request, attempt, said, takes_next=False)


@for_scripts
@require_POST
def leave(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """End a correction without changing anything."""
    attempt = _attempt(request, attempt_id)
    if not _desk_of(attempt).is_correction:
        raise Http404
    try:
        reopening.leave_correction(attempt=attempt, now=timezone.now())
    except stages.CampaignArchivedError:
        return problem(409, "closed", _("The campaign is archived. Nothing was stored."))
    return after_correction(request, attempt, _("The verification is unchanged."))


def _attempt(request: HttpRequest, attempt_id: UUID, *, with_design: bool = True) -> Attempt:
    attempt = own_attempt(request, attempt_id, with_design=with_design)
    if attempt.claim_id is None:
        raise Http404
    return attempt


def _desk_of(attempt: Attempt) -> VerifyingDesk:
    return verifying_desk_of(attempt, design_for(attempt, protocol_of(campaign_of(attempt))))


def _lost() -> HttpResponse:
    return problem(
        409, "lease_lost", _("The claim was passed on to somebody else in the meantime.")
    )


def _hours(time: timedelta) -> int:
    return time // timedelta(hours=1)
