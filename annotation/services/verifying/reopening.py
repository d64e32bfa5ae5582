"""Opening a verification again, to correct it within a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from annotation.models import Assignment, Attempt, Claim, InteractionKind, Verification
from annotation.services.desk import leases, stages
from annotation.services.logs.interactions import record_server_acts
from annotation.services.verifying import slot_leases


class NotTheVerifierError(Exception):
    """Only the person who made a verification may correct it."""


class NotCorrectableError(Exception):
    """The verification is final; `reason` is "late", "void", "machine", or its use."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check_correctable(
    verification: Verification, now: datetime, *, grace: timedelta = timedelta()
) -> None:
    """Raise NotCorrectableError if it is final; `grace` is for those who opened it in time."""
    if verification.purpose == Attempt.Purpose.ADJUDICATION:
        # A manager may decide again at any time; releases keep the version that they used.
        return
    if verification.purpose == Attempt.Purpose.MACHINE:
        # What a machine says when it is asked again says nothing about its first answer.
        raise NotCorrectableError("machine")
    if verification.void_since is not None:
        raise NotCorrectableError("void")
    if verification.locked_since is not None:
        raise NotCorrectableError(verification.locked_by)
    if now > correctable_until(verification) + grace:
        raise NotCorrectableError("late")


def correctable_until(verification: Verification) -> datetime:
    """Return when the time for corrections ends; machines have none."""
    if verification.purpose == Attempt.Purpose.MACHINE:
        return verification.submitted_at
    return verification.submitted_at + leases.correction_time()


def is_correctable(verification: Verification, now: datetime) -> bool:
    """Return whether a verification may be opened for a correction."""
    try:
        check_correctable(verification, now)
    except NotCorrectableError:
        return False
    return True


@transaction.atomic
def reopen_verification(*, verification: Verification, actor: User, now: datetime) -> Attempt:
    """Open the desk of a verification again; it counts as it is until it is corrected."""
    held, attempt = _hold(verification)
    if held.annotator_id != actor.pk:
        raise NotTheVerifierError
    check_correctable(held, now)
    if attempt.outcome == Attempt.Outcome.OPEN:
        return attempt
    attempt.outcome, attempt.ended_at, attempt.digest = Attempt.Outcome.OPEN, None, ""
    attempt.reopened_at = now
    attempt.save(update_fields=["outcome", "ended_at", "digest", "reopened_at"])
    acts = [(InteractionKind.REOPENED, {"version": held.number})]
    record_server_acts(attempt=attempt, acts=acts, now=now)
    return attempt


@transaction.atomic
def leave_correction(*, attempt: Attempt, now: datetime) -> None:
    """End a correction and keep the verification as it was."""
    verification = Verification.objects.select_related("campaign").get(attempt=attempt)
    stages.check_not_archived(verification.campaign)
    held, fresh = _hold(verification)
    if fresh.outcome == Attempt.Outcome.OPEN:
        end_correction(held, fresh, now)


def end_correction(verification: Verification, attempt: Attempt, now: datetime) -> None:
    """Close an open correction, under the claim's lock."""
    last = verification.versions.get(number=verification.number)
    leases.end_attempt(attempt, Attempt.Outcome.SUBMITTED, now, digest=last.digest)
    acts = [(InteractionKind.CORRECTION_LEFT, {"version": last.number})]
    record_server_acts(attempt=attempt, acts=acts, now=now)


def _hold(verification: Verification) -> tuple[Verification, Attempt]:
    """Return both as they are now, under the locks that a submission takes too."""
    attempt = Attempt.objects.get(pk=verification.attempt_id)
    if attempt.assignment_id is not None:
        Assignment.with_checks.select_for_update(no_key=True).get(pk=attempt.assignment_id)
    Claim.with_gold.select_for_update(no_key=True).get(pk=verification.claim_id)
    attempt.refresh_from_db()
    held = Verification.objects.select_for_update(no_key=True).get(pk=verification.pk)
    return held, attempt


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """Renew the slot's lease or, during a correction, return when its time ends."""
    try:
        return slot_leases.renew_lease(attempt=attempt, now=now)
    except leases.LeaseLostError:
        # The slot of a verification is done; it may be open for a correction.
        verification = Verification.objects.filter(attempt=attempt).first()
        if verification is None:
            raise
    try:
        check_correctable(verification, now, grace=leases.lease_time())
    except NotCorrectableError as error:
        raise leases.LeaseLostError from error
    return correctable_until(verification) + leases.lease_time()
