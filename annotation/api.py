"""The API of verifying: take a claim, save, confirm, submit, skip, report, as at the desk.

An attempt answers only the person whose it is. Silent gold looks like any other claim here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct
from rest_framework.request import Request

from annotation.messages import act_fault_text, fault_text, limit_text
from annotation.models import Attempt
from annotation.rules.requests import SyncRequest
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.selectors.desk.attempts import attempt_of, campaign_of, design_for
from annotation.selectors.verifying.desk import verifying_desk_of
from annotation.services.desk import act_limits, drafts, eligibility, leases, stages
from annotation.services.desk import sync as desk_sync
from annotation.services.logs import interactions
from annotation.services.review import claim_reports
from annotation.services.verifying import confirmations, queue, reopening, verifications
from campaigns.access import CampaignAccess, campaign_for, person_of
from campaigns.selectors.protocols import protocol_of
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.views import ApiView

TAG = "verifying"


class OfferedVerdict(Struct, frozen=True):
    """A verdict that the campaign offers."""

    name: str
    label: str
    hint: str


class DraftAnswer(Struct, frozen=True):
    """The draft, and the revision to name when it is saved next."""

    revision: int
    body: Any


class VerifyingAnswer(Struct, frozen=True):
    """A claim to verify. Without a lease somebody else has it, or it is finished."""

    attempt: UUID
    campaign: UUID
    corpus: UUID | None
    claim: str
    verdicts: list[OfferedVerdict]
    asked: list[str]
    lease_until: datetime | None
    is_correction: bool
    draft: DraftAnswer | None


class SyncAnswer(Struct, frozen=True):
    """The stored state: the next number of the log's stream, the draft's revision, the lease."""

    recorded: int
    revision: int
    saved_at: datetime | None
    lease_until: datetime | None
    now: datetime


class ConfirmationAnswer(Struct, frozen=True):
    """The token that submits exactly the judgement that was confirmed."""

    confirmation: str


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    """A judgement with the token of its confirmation."""

    confirmation: str
    judgement: Judgement


class VerificationAnswer(Struct, frozen=True):
    """A stored verification."""

    id: UUID
    version: int


class SkipBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for skipping a claim, and a few words about it."""

    reason: str
    text: str = ""


class ReportBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The reasons for reporting a claim, and a note."""

    reasons: list[str]
    note: str = ""


class AttemptOutcome(Struct, frozen=True):
    """The outcome of an attempt."""

    attempt: UUID
    outcome: str


class Take(ApiView):
    """The next claim of a campaign."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        # The service reads the design itself.
        self.access = campaign_for(request, arguments["public_id"], with_design=False)

    @operation(
        "verifying_take",
        "Take a claim to verify, or get the one that you hold",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=VerifyingAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> VerifyingAnswer:
        try:
            taken = queue.take_claim(
                campaign=self.access.campaign, annotator=self.access.person, now=timezone.now()
            )
        except queue.NotAVerifierError as error:
            raise PermissionDenied from error
        except stages.CampaignNotOpenError:
            raise _conflict("not_open", _("The campaign is not open.")) from None
        except eligibility.NotApprovedError:
            raise _conflict("not_approved", _("The managers have not approved you yet.")) from None
        except eligibility.SetAsideError as error:
            raise _conflict("set_aside", error.suspension.reason) from error
        except queue.NothingToVerifyError:
            raise _conflict("nothing_to_verify", _("No claim is waiting for you.")) from None
        except leases.LeaseLostError:
            raise _conflict("lease_lost", _("Somebody else was faster. Try again.")) from None
        return _answer(_own(request, taken.attempt.public_id))


class AttemptView(ApiView):
    """The base of the resources of one's own attempt."""

    needs_design = True
    attempt: Attempt

    def enter(self, request: Request, **arguments: Any) -> None:
        self.attempt = _own(request, arguments["attempt_id"], with_design=self.needs_design)


class AttemptDetail(AttemptView):
    """One's own attempt at a claim."""

    @operation("verifying_read", "Read the claim and your draft", tag=TAG, answer=VerifyingAnswer)
    def get(self, request: Request, attempt_id: UUID) -> VerifyingAnswer:
        return _answer(self.attempt)


class AttemptSync(AttemptView):
    """Log, draft and heartbeat of an attempt."""

    needs_design = False

    @operation(
        "verifying_sync",
        "Store log entries and the draft, and renew the lease",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=SyncRequest,
        answer=SyncAnswer,
        refusals=(410, 423),
    )
    def post(self, request: Request, attempt_id: UUID, *, body: SyncRequest) -> SyncAnswer:
        now = timezone.now()
        with _sync_refusals():
            synced = desk_sync.sync_desk(
                attempt=self.attempt,
                stream=body.stream,
                acts=body.acts,
                draft=body.draft,
                now=now,
                sent_at=body.sent_at,
            )
        if synced.is_over:
            raise ApiProblem(410, "over", _("This claim is finished."))
        if synced.lease_until is None:
            raise ApiProblem(410, "lease_lost", _("The claim was passed on to somebody else."))
        return SyncAnswer(
            recorded=synced.recorded,
            revision=synced.revision,
            saved_at=synced.saved_at,
            lease_until=synced.lease_until,
            now=now,
        )


class AttemptConfirm(AttemptView):
    """The confirmation of a judgement before it is submitted."""

    @operation(
        "verifying_confirm",
        "Confirm a judgement; the token in the answer submits it",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=Judgement,
        answer=ConfirmationAnswer,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: Judgement) -> ConfirmationAnswer:
        with _refusals():
            confirmations.confirm_judgement(attempt=self.attempt, judgement=body)
        return ConfirmationAnswer(digest_of(body))


class AttemptSubmit(AttemptView):
    """The verification of a claim."""

    needs_design = False

    @operation(
        "verifying_submit",
        "Submit the judgement that was confirmed",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=Submission,
        answer=VerificationAnswer,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: Submission) -> VerificationAnswer:
        with _refusals():
            if body.confirmation != digest_of(body.judgement):
                raise confirmations.NotConfirmedError
            stored = verifications.submit_verification(
                attempt=self.attempt, judgement=body.judgement, now=timezone.now()
            )
        return VerificationAnswer(stored.public_id, stored.number)


class AttemptSkip(AttemptView):
    """Skipping a claim."""

    @operation(
        "verifying_skip",
        "Skip the claim, with a reason",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=SkipBody,
        answer=AttemptOutcome,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: SkipBody) -> AttemptOutcome:
        with _refusals():
            queue.skip_claim(
                attempt=self.attempt, reason=body.reason, text=body.text, now=timezone.now()
            )
        return AttemptOutcome(attempt_id, "skipped")


class AttemptReport(AttemptView):
    """Reporting a claim."""

    @operation(
        "verifying_report",
        "Report what is wrong with the claim",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=ReportBody,
        answer=AttemptOutcome,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: ReportBody) -> AttemptOutcome:
        with _refusals():
            claim_reports.report_claim(
                attempt=self.attempt, reasons=body.reasons, note=body.note, now=timezone.now()
            )
        return AttemptOutcome(attempt_id, "reported")


def _own(request: Request, attempt_id: UUID, *, with_design: bool = True) -> Attempt:
    attempt = attempt_of(person_of(request), attempt_id, with_design=with_design)
    # Gold, calibration and adjudication have screens of their own.
    if attempt is None or attempt.claim_id is None or attempt.task != Attempt.Purpose.VERIFY:
        raise Http404
    return attempt


def _answer(attempt: Attempt) -> VerifyingAnswer:
    campaign = campaign_of(attempt)
    desk = verifying_desk_of(attempt, design_for(attempt, protocol_of(campaign)))
    draft = desk.draft
    return VerifyingAnswer(
        attempt=attempt.public_id,
        campaign=campaign.public_id,
        corpus=campaign.corpus.public_id if campaign.corpus is not None else None,
        claim=desk.claim_text,
        verdicts=[OfferedVerdict(one.name, one.label, one.hint) for one in desk.verdicts],
        asked=[factor.name for factor in desk.asked],
        lease_until=desk.lease_until,
        is_correction=desk.is_correction,
        draft=DraftAnswer(draft.revision, draft.body) if draft is not None else None,
    )


def _conflict(code: str, detail: str) -> ApiProblem:
    return ApiProblem(409, code, detail)


# Why nothing is stored, whatever the request says.
_REFUSALS: dict[type[Exception], tuple[int, str, Promise]] = {
    confirmations.NotConfirmedError: (
        409,
        "not_confirmed",
        gettext_lazy("Confirm this judgement before you submit it."),
    ),
    confirmations.NotAskedError: (
        409,
        "not_asked",
        gettext_lazy("Say of each element whether it is needed first."),
    ),
    leases.LeaseLostError: (
        409,
        "lease_lost",
        gettext_lazy("The claim was passed on to somebody else."),
    ),
    leases.AlreadySubmittedError: (
        409,
        "already_submitted",
        gettext_lazy("Something else was submitted already."),
    ),
    verifications.ClaimWithdrawnError: (
        409,
        "claim_withdrawn",
        gettext_lazy("The claim was withdrawn."),
    ),
    verifications.ClaimChangedError: (
        409,
        "claim_changed",
        gettext_lazy("The claim was edited."),
    ),
    stages.CampaignNotOpenError: (409, "not_open", gettext_lazy("The campaign is closed.")),
    stages.CampaignArchivedError: (409, "not_open", gettext_lazy("The campaign is closed.")),
    reopening.NotCorrectableError: (
        409,
        "final",
        gettext_lazy("This verification can no longer be corrected."),
    ),
    stages.SkipReasonError: (422, "reason", gettext_lazy("Choose a reason; “other” needs words.")),
    claim_reports.ReportReasonError: (
        422,
        "reason",
        gettext_lazy("Choose a reason; “other” needs words."),
    ),
    claim_reports.BadNoteError: (
        422,
        "note",
        gettext_lazy("A note has at most 1,000 characters."),
    ),
}


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusals of the services into problems."""
    try:
        yield
    except JudgementRefusedError as error:
        faults = [
            {"field": str(fault.place), "code": fault.code, "detail": fault_text(fault)}
            for fault in error.faults
        ]
        raise ApiProblem(422, "judgement_refused", faults[0]["detail"], errors=faults) from error
    except act_limits.TooOftenError as error:
        detail = limit_text(error.act, error.limit.most, error.limit.within)
        raise ApiProblem(429, "too_often", detail) from error
    except tuple(_REFUSALS) as error:
        # The classes of services have subclasses, which mean the same here.
        kind = next(kind for kind in type(error).__mro__ if kind in _REFUSALS)
        status, code, text = _REFUSALS[kind]
        raise ApiProblem(status, code, str(text)) from error


@contextmanager
def _sync_refusals() -> Iterator[None]:
    """Turn the refusals of a sync into problems."""
    try:
        yield
    except stages.CampaignArchivedError:
        raise ApiProblem(423, "archived", _("The campaign is archived.")) from None
    except interactions.ServerStreamError:
        detail = _("This log is written by the server alone.")
        raise ApiProblem(422, "server_stream", detail) from None
    except interactions.UnknownActKindError as error:
        detail = _("There is no log entry of the kind “%s”.") % error
        raise ApiProblem(422, "unknown_kind", detail) from error
    except interactions.BadActError as error:
        detail = act_fault_text(error.fault)
        raise ApiProblem(422, "bad_act", detail, sequence=error.sequence) from error
    except interactions.RepeatedDifferentlyError:
        detail = _("A log entry was already recorded with other contents.")
        raise ApiProblem(422, "repeated", detail) from None
    except interactions.TooLargeError:
        raise ApiProblem(413, "log_too_large", _("There are too many log entries.")) from None
    except drafts.DraftTooLongError:
        raise ApiProblem(413, "draft_too_long", _("The draft is too long.")) from None
    except interactions.SequenceError as error:
        detail = _("Log entries are missing.")
        raise ApiProblem(409, "sequence", detail, expected=error.expected) from error
    except drafts.AttemptOverError:
        raise ApiProblem(410, "over", _("This claim is finished.")) from None
    except drafts.StaleDraftError as error:
        revision = error.draft.revision if error.draft is not None else 0
        detail = _("Another program saved a newer draft.")
        raise ApiProblem(409, "stale_draft", detail, revision=revision) from error
