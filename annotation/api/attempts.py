"""The API of one's own attempt: its log and draft, pausing it, skipping it.

An attempt answers only the person whose it is. Silent gold looks like any other claim here, too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request

from annotation.api.refusals import refusals, sync_refusals
from annotation.models import Attempt, Draft
from annotation.rules.requests import SyncRequest
from annotation.selectors.desk.attempts import attempt_of
from annotation.services.desk import sync as desk_sync
from annotation.services.verifying import machine_work, queue
from annotation.services.writing import highlights
from campaigns.access import person_of
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.views import ApiView

TAG = "verifying"


class DraftAnswer(Struct, frozen=True):
    """The draft, and the revision to name when it is saved next."""

    revision: int
    body: Any


def draft_answer(draft: Draft | None) -> DraftAnswer | None:
    """Return a draft as its person gets it."""
    return DraftAnswer(draft.revision, draft.body) if draft is not None else None


class SyncAnswer(Struct, frozen=True):
    """The stored state: the next number of the log's stream, the draft's revision, the lease."""

    recorded: int
    revision: int
    saved_at: datetime | None
    lease_until: datetime | None
    now: datetime


class SkipBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for skipping a claim or a highlight, and a few words about it."""

    reason: str
    text: str = ""


class AttemptOutcome(Struct, frozen=True):
    """The outcome of an attempt."""

    attempt: UUID
    outcome: str


class AttemptView(ApiView):
    """The base of the resources of one's own attempt."""

    needs_design = True
    attempt: Attempt

    def enter(self, request: Request, **arguments: Any) -> None:
        person = person_of(request)
        found = attempt_of(person, arguments["attempt_id"], with_design=self.needs_design)
        if found is None:
            raise Http404
        self.attempt = found

    def refuse_outside(self) -> None:
        """Raise a problem for gold and calibration, which are neither skipped nor reported."""
        queued = self.attempt.assignment_id is not None
        if not queued and self.attempt.purpose != Attempt.Purpose.WRITE:
            raise ApiProblem(409, "outside", _("This item cannot be skipped or reported."))


class AttemptSync(AttemptView):
    """Log, draft and heartbeat of an attempt."""

    needs_design = False

    @operation(
        "attempts_sync",
        "Store log entries and the draft, and renew the lease",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=SyncRequest,
        answer=SyncAnswer,
        refusals=(410, 423),
    )
    def post(self, request: Request, attempt_id: UUID, *, body: SyncRequest) -> SyncAnswer:
        now = timezone.now()
        with sync_refusals():
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


# What is skipped elsewhere than in the queue of claims.
_SKIPS = {
    Attempt.Purpose.WRITE: highlights.skip_highlight,
    Attempt.Purpose.MACHINE: machine_work.skip_claim,
}


class AttemptSkip(AttemptView):
    """Skipping a claim or a highlight."""

    @operation(
        "attempts_skip",
        "Skip the claim or the highlight, with a reason",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=SkipBody,
        answer=AttemptOutcome,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: SkipBody) -> AttemptOutcome:
        skip = _SKIPS.get(Attempt.Purpose(self.attempt.purpose))
        if skip is None:
            self.refuse_outside()
            skip = queue.skip_claim
        with refusals():
            skip(attempt=self.attempt, reason=body.reason, text=body.text, now=timezone.now())
        return AttemptOutcome(attempt_id, "skipped")


class AttemptPause(AttemptView):
    """Pausing a claim: it waits for the person for some hours."""

    @operation(
        "attempts_pause",
        "Pause the claim: it waits for you for some hours",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=AttemptOutcome,
    )
    def post(self, request: Request, attempt_id: UUID) -> AttemptOutcome:
        if self.attempt.assignment_id is not None:
            with refusals():
                queue.pause_claim(attempt=self.attempt, now=timezone.now())
        return AttemptOutcome(attempt_id, "open")
