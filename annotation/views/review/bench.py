"""Decisions at the adjudication bench: what is stored, refused and said."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.models import LONGEST_COMMENT, Adjudication, Attempt
from annotation.rules import requests
from annotation.rules.form_requests import BadClaimRuling
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.review import disagreements
from annotation.services.desk import leases, stages
from annotation.services.review import adjudications, claim_reports
from annotation.services.verifying import confirmations, verifications
from annotation.views.desk.answers import (
    ErrorAnswer,
    answer_to,
    bad_body,
    problem,
    refused_judgement,
)
from annotation.views.desk.own import for_scripts, own_attempt
from core.http import REFUSED, read_form
from core.structs import BadDataError, decode_json

_NOT_YOURS = gettext_lazy(
    "You wrote or verified this claim, or no longer manage the campaign: others decide."
)
_NOT_CONFIRMED = gettext_lazy("Review your decision before you submit it. Nothing was saved.")
# Why a decision is not stored.
_REFUSALS: dict[type[Exception], ErrorAnswer] = {
    adjudications.PartInClaimError: ErrorAnswer("not_yours", _NOT_YOURS),
    adjudications.NotAnAdjudicatorError: ErrorAnswer("not_yours", _NOT_YOURS),
    claim_reports.ReportReasonError: ErrorAnswer(
        "reason",
        gettext_lazy("Choose at least one reason; “other” needs a comment."),
        status=REFUSED,
    ),
    confirmations.NotConfirmedError: ErrorAnswer("not_confirmed", _NOT_CONFIRMED),
    confirmations.NotAskedError: ErrorAnswer("not_confirmed", _NOT_CONFIRMED),
    leases.AlreadySubmittedError: ErrorAnswer(
        "already",
        gettext_lazy("Another window submitted something else for this claim already."),
    ),
    verifications.ClaimWithdrawnError: ErrorAnswer(
        "withdrawn",
        gettext_lazy("The claim was withdrawn in the meantime. Nothing was stored."),
    ),
    stages.CampaignNotOpenError: ErrorAnswer(
        "closed",
        gettext_lazy("The campaign is archived. Nothing was stored."),
    ),
}


@for_scripts
@require_safe
@never_cache
def bench_state(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer whether what the bench shows is still as it was; say so on the next page if not."""
    attempt = _bench_attempt(request, attempt_id)
    assert attempt.claim is not None
    in_force = disagreements.adjudication_in_force(attempt.claim)
    replaces = str(in_force.public_id) if in_force else ""
    if request.GET.get("replaces", "") != replaces:
        messages.warning(request, _already(in_force))
        return JsonResponse({"changed": True})
    seen = disagreements.state_digest(attempt.claim, campaign_of(attempt))
    if request.GET.get("seen", "") != seen:
        messages.warning(request, _changed())
        return JsonResponse({"changed": True})
    return JsonResponse({"changed": False})


@for_scripts
@require_POST
def adjudicate(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store the right verdict and its evidence, with the cause of the disagreement."""
    attempt = _bench_attempt(request, attempt_id)
    try:
        sent = decode_json(requests.RULING, request.body)
    except BadDataError as error:
        return bad_body(error)
    return _decide(
        request,
        attempt,
        lambda: adjudications.adjudicate_claim(
            attempt=attempt, judgement=sent.judgement, ruling=sent, now=timezone.now()
        ),
    )


@for_scripts
@require_POST
def reject_all(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store that all verifications are wrong, and that nobody can tell the right verdict."""
    attempt = _bench_attempt(request, attempt_id)
    try:
        sent = read_form(request, Ruling)
    except BadDataError as error:
        return bad_body(error)
    return _decide(
        request,
        attempt,
        lambda: adjudications.reject_all(attempt=attempt, ruling=sent, now=timezone.now()),
    )


@for_scripts
@require_POST
def bad_claim(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store that the claim is bad: it goes to the reported claims."""
    attempt = _bench_attempt(request, attempt_id)
    try:
        sent = read_form(request, BadClaimRuling)
    except BadDataError as error:
        return bad_body(error)
    return _decide(
        request,
        attempt,
        lambda: adjudications.report_bad_claim(
            attempt=attempt, reasons=sent.reasons, ruling=sent, now=timezone.now()
        ),
    )


def _decide(
    request: HttpRequest, attempt: Attempt, decide: Callable[[], Adjudication]
) -> HttpResponse:
    """Decide, and answer with the way to the next claim; what is refused says why."""
    try:
        decided = decide()
    except JudgementRefusedError as error:
        return refused_judgement(error.faults)
    except adjudications.CauseError:
        return _missing("cause", _("Choose why they disagree."))
    except adjudications.CommentError:
        said = _("“Something else” needs a comment, of at most %d characters.") % LONGEST_COMMENT
        return _missing("comment", said)
    except adjudications.AlreadyAdjudicatedError as error:
        messages.warning(request, _already(error.adjudication))
        return problem(409, "already", _already(error.adjudication), reload=True)
    except adjudications.BenchChangedError:
        messages.warning(request, _changed())
        return problem(409, "changed", _changed(), reload=True)
    except tuple(_REFUSALS) as error:
        answer = answer_to(error, _REFUSALS)
        return problem(answer.status, answer.code, str(answer.message))
    messages.success(request, _said(decided))
    campaign_id = campaign_of(attempt).public_id
    assert attempt.claim is not None
    take = reverse("adjudication-next", args=[campaign_id])
    return JsonResponse(
        {
            "next": reverse("adjudication", args=[campaign_id]),
            "take": f"{take}?after={attempt.claim.public_id}",
        }
    )


def _said(decided: Adjudication) -> str:
    match decided.outcome:
        case Adjudication.Outcome.BAD_CLAIM:
            return _("The claim is reported. Decide about it in “Reported claims”.")
        case Adjudication.Outcome.ALL_WRONG if decided.verification_id is None:
            return _("Saved: all verifications were wrong, so none of their verdicts counts.")
        case _other:
            return _("Decided. The verifications of this claim can no longer be corrected.")


def _missing(place: str, said: str) -> HttpResponse:
    return problem(REFUSED, "missing", said, problems=[{"at": place, "message": said}])


def _already(in_force: Adjudication | None) -> str:
    if in_force is None:
        return _("The decision about this claim has been undone by now. Your draft is kept.")
    words = {
        "who": in_force.adjudicator,
        "when": timezone.localtime(in_force.decided_at).strftime("%Y-%m-%d %H:%M"),
    }
    return (
        _(
            "%(who)s has decided about this claim by now (%(when)s). Your decision was not saved;"
            " your draft is kept. Decide again only if you want to replace their decision."
        )
        % words
    )


def _changed() -> str:
    return _(
        "The claim or one of its verifications has changed. The bench shows it as it is now;"
        " nothing was stored, and your draft is kept."
    )


def _bench_attempt(request: HttpRequest, attempt_id: UUID) -> Attempt:
    attempt = own_attempt(request, attempt_id)
    if attempt.purpose != Attempt.Purpose.ADJUDICATION:
        raise Http404
    return attempt
