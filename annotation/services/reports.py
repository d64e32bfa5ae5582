"""Reporting a claim, and what a manager makes of it.

A reported claim leaves the queue until its reports are decided. Whoever is verifying it at that
moment may finish: if the claim is edited, their work is void; if not, it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import (
    LONGEST_CLAIM,
    Assignment,
    Attempt,
    Claim,
    ClaimKey,
    ClaimReport,
    InteractionKind,
    Verification,
)
from annotation.rules.checks.duplicates import identity_key
from annotation.services import claims, leases, queue, reopening, slots
from annotation.services.interactions import record_server_acts
from campaigns.models import Campaign
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of
from core.services import audit

LONGEST_NOTE = 1000
OTHER = "other"


class ReportReasonError(Exception):
    """No reason is given, one that the protocol does not know, or one that needs words."""


class BadNoteError(Exception):
    """The note is too long, or has characters that nobody types."""


class AlreadyDecidedError(Exception):
    """Nobody's report of this claim waits for a decision."""


class BadClaimError(Exception):
    """The claim cannot read so: it is empty, too long, as before, or as another one."""


@transaction.atomic
def report_claim(
    *, attempt: Attempt, reasons: Sequence[str], note: str = "", now: datetime
) -> ClaimReport:
    """Say what is wrong with the claim that one has. The same once more gives what is stored."""
    slot = Assignment.objects.select_for_update(no_key=True).get(pk=attempt.in_slot)
    claim = Claim.objects.select_for_update(no_key=True).get(pk=slot.claim_id)
    done = ClaimReport.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    given, note = list(dict.fromkeys(reasons)), note.strip()
    known = [choice.name for choice in protocol_of(campaign).acceptance.reasons]
    if not given or not set(given) <= set(known) or (OTHER in given and not note):
        raise ReportReasonError
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise BadNoteError
    queue.give_back(attempt)
    leases.end_attempt(attempt, Attempt.Outcome.REPORTED, now)
    acts = [(InteractionKind.REPORTED, {"reasons": given})]
    record_server_acts(attempt=attempt, acts=acts, now=now)
    return ClaimReport.objects.create(
        campaign=campaign,
        claim=claim,
        claim_version=claim.versions.order_by("-number")[0],
        attempt=attempt,
        reasons=[name for name in known if name in given],
        note=note,
        reported_at=now,
    )


@transaction.atomic
def confirm_report(*, report: ClaimReport, actor: User, now: datetime) -> Claim:
    """The claim is withdrawn."""
    # The claim's locks come in the order in which withdrawing takes them.
    reasons = ", ".join(report.reasons)
    claim = claims.withdraw_claim(claim=report.claim, actor=actor, reason=reasons, now=now)
    _decide(report, ClaimReport.State.CONFIRMED, actor, now)
    return claim


@transaction.atomic
def dismiss_report(*, report: ClaimReport, actor: User, now: datetime) -> Claim:
    """Nothing is wrong with the claim: it returns to the queue as it is."""
    claim = _hold(report)
    _decide(report, ClaimReport.State.DISMISSED, actor, now)
    return claim


@transaction.atomic
def edit_reported_claim(*, report: ClaimReport, text: str, actor: User, now: datetime) -> Claim:
    """Another version of the claim, which everybody verifies anew; what was said before is void."""
    claim = _hold(report)
    if claim.state != Claim.State.LIVE:
        raise AlreadyDecidedError
    _rewrite(claim, text.strip(), actor, now)
    _void(claim, now)
    slots.close_slots(claim=claim, now=now)
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    slots.open_slots_of(campaign=campaign, claim=claim, protocol=protocol_of(campaign), now=now)
    _decide(report, ClaimReport.State.EDITED, actor, now)
    return claim


def _hold(report: ClaimReport) -> Claim:
    """The claim, locked after its slots."""
    slots.hold_slots(report.claim)
    return Claim.objects.select_for_update(no_key=True).get(pk=report.claim_id)


def _decide(report: ClaimReport, state: ClaimReport.State, actor: User, now: datetime) -> None:
    """Every open report of the claim is decided with this one."""
    open_ones = ClaimReport.objects.filter(claim=report.claim_id, state=ClaimReport.State.OPEN)
    decided = open_ones.update(state=state, decided_at=now, decided_by=actor)
    if not decided:
        raise AlreadyDecidedError
    report.refresh_from_db()
    audit.record(
        actor=actor,
        action=f"claim_report.{state}",
        target=report.claim,
        now=now,
        details={"reasons": report.reasons},
    )


def _rewrite(claim: Claim, text: str, actor: User, now: datetime) -> None:
    if not text or len(text) > LONGEST_CLAIM or "\0" in text or text == claim.text:
        raise BadClaimError
    claim.text = text
    if claim.identity is not None:
        claim.identity = identity_key(text)
    try:
        with transaction.atomic():
            claim.save(update_fields=["text", "identity"])
    except IntegrityError as error:
        raise BadClaimError from error
    ClaimKey.objects.filter(claim=claim).delete()
    claims.add_keys([claim])
    last = claim.versions.order_by("-number").values_list("number", flat=True)[0]
    guidelines = guidelines_in_force(claim.campaign)
    claims.version_of(claim, last + 1, guidelines, actor.pk, now).save()


def _void(claim: Claim, now: datetime) -> None:
    """What was said of another text says nothing of this one. Corrections under way end."""
    valid = Verification.objects.filter(claim=claim, void_since=None)
    for one in valid.filter(attempt__outcome=Attempt.Outcome.OPEN).select_related("attempt"):
        reopening.end_correction(one, one.attempt, now)
    valid.update(void_since=now)
