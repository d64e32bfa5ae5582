"""The API of verifying: take a claim, save, confirm, submit, skip, report, as at the desk.

An attempt answers only the person whose it is. Silent gold looks like any other claim here, too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from msgspec import Struct
from rest_framework.request import Request

from accounts.models import User
from annotation.api.attempts import (
    TAG,
    AttemptOutcome,
    AttemptView,
    DraftAnswer,
    draft_answer,
)
from annotation.api.refusals import refusals
from annotation.models import Attempt
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.selectors.desk.attempts import attempt_of, campaign_of, design_for
from annotation.selectors.verifying.desk import verifying_desk_of
from annotation.services.review import claim_reports
from annotation.services.verifying import confirmations, machine_work, queue, verifications
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from core.api.operations import operation
from core.api.scopes import Scope
from core.api.views import ApiView


class OfferedVerdict(Struct, frozen=True):
    """A verdict that the campaign offers."""

    name: str
    label: str
    hint: str


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


class ConfirmationAnswer(Struct, frozen=True):
    """The token that submits exactly the judgement that was confirmed."""

    confirmation: str


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    """A judgement with the token of its confirmation, without which a person's is refused."""

    judgement: Judgement
    confirmation: str = ""


class VerificationAnswer(Struct, frozen=True):
    """A stored verification; `unconfirmed` is a machine's without the token of a confirmation."""

    id: UUID
    version: int
    unconfirmed: bool


class ReportBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The reasons for reporting a claim, and a note."""

    reasons: list[str]
    note: str = ""


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
        with refusals():
            try:
                taken = self._take()
            except queue.NotAVerifierError as error:
                raise PermissionDenied from error
        return verifying_answer(self.access.person, taken)

    def _take(self) -> Attempt:
        campaign, person, now = self.access.campaign, self.access.person, timezone.now()
        if person.is_machine:
            return machine_work.take_claim(campaign=campaign, machine=person, now=now)
        return queue.take_claim(campaign=campaign, annotator=person, now=now).attempt


class ClaimView(AttemptView):
    """The base of the resources of an attempt at a claim."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if self.attempt.claim_id is None:
            raise Http404


class AttemptDetail(ClaimView):
    """One's own attempt at a claim."""

    @operation("verifying_read", "Read the claim and your draft", tag=TAG, answer=VerifyingAnswer)
    def get(self, request: Request, attempt_id: UUID) -> VerifyingAnswer:
        return _answer(self.attempt)


class AttemptConfirm(ClaimView):
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
        with refusals():
            confirmations.confirm_judgement(attempt=self.attempt, judgement=body)
        return ConfirmationAnswer(digest_of(body))


class AttemptSubmit(ClaimView):
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
        if self.attempt.purpose == Attempt.Purpose.ADJUDICATION:
            # A verdict of the bench comes with its cause.
            raise Http404
        with refusals():
            stored = verifications.submit_verification(
                attempt=self.attempt,
                judgement=body.judgement,
                now=timezone.now(),
                has_token=body.confirmation == digest_of(body.judgement),
            )
        return VerificationAnswer(stored.public_id, stored.number, stored.is_unconfirmed)


class AttemptReport(ClaimView):
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
        self.refuse_outside()
        with refusals():
            claim_reports.report_claim(
                attempt=self.attempt, reasons=body.reasons, note=body.note, now=timezone.now()
            )
        return AttemptOutcome(attempt_id, "reported")


def verifying_answer(person: User, taken: Attempt) -> VerifyingAnswer:
    """Return the claim of an attempt that was just taken."""
    attempt = attempt_of(person, taken.public_id)
    if attempt is None:
        raise Http404
    return _answer(attempt)


def _answer(attempt: Attempt) -> VerifyingAnswer:
    campaign = campaign_of(attempt)
    desk = verifying_desk_of(attempt, design_for(attempt, protocol_of(campaign)))
    return VerifyingAnswer(
        attempt=attempt.public_id,
        campaign=campaign.public_id,
        corpus=campaign.corpus.public_id if campaign.corpus is not None else None,
        claim=desk.claim_text,
        verdicts=[OfferedVerdict(one.name, one.label, one.hint) for one in desk.verdicts],
        asked=[factor.name for factor in desk.asked],
        lease_until=desk.lease_until,
        is_correction=desk.is_correction,
        draft=draft_answer(desk.draft),
    )
