"""Taking a claim to verify, keeping it, pausing, skipping it, losing it.

A slot is leased as a highlight is: every change of its state names the lease that it starts from,
so two people never hold one. Exactly as many people verify a claim as it has slots; never its
author, and never somebody who has seen it before, whatever came of that.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    InteractionKind,
    Skip,
)
from annotation.services import slots
from annotation.services.highlights import (
    LEASE,
    CampaignNotOpenError,
    LeaseLostError,
    UnknownReasonError,
    checked_reason,
    end_attempt,
)
from annotation.services.interactions import record_of_server
from campaigns.models import Campaign, Membership
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Act
from campaigns.protocols.work import Stage
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit

__all__ = ["LEASE", "CampaignNotOpenError", "LeaseLostError", "UnknownReasonError"]

# How long a claim waits for somebody who said that they will be back.
PAUSE = timedelta(hours=24)
# How often somebody looks whom others forestall, or who wrote what was queued for all.
_TRIES = 5
# Claims of the highlights that somebody had last wait for others, if there is another claim.
_LATELY = 20


class NotAVerifierError(Exception):
    """The person does not verify claims in this campaign."""


class NothingToVerifyError(Exception):
    """There is no claim for this person now."""


@dataclass(frozen=True, slots=True)
class TakenClaim:
    """A slot in somebody's hands."""

    assignment: Assignment
    attempt: Attempt


def verifying_stage(protocol: Protocol) -> Stage:
    """The stage in which claims are verified."""
    stage = protocol.stage_for(Act.VERIFY)
    if stage is None:
        raise CampaignNotOpenError
    return stage


def take_claim(
    *, campaign: Campaign, annotator: User, now: datetime, lease: timedelta = LEASE
) -> TakenClaim:
    """What this person verifies next; whoever holds a claim already gets that again."""
    for _ in range(_TRIES):
        with contextlib.suppress(NothingToVerifyError):
            return _take(campaign, annotator, now, lease)
        # A transaction of its own: whoever opens slots keeps the others waiting no longer than
        # that takes.
        if not _fill_queue(campaign, annotator, now):
            break
    raise NothingToVerifyError


@transaction.atomic
def _take(campaign: Campaign, annotator: User, now: datetime, lease: timedelta) -> TakenClaim:
    # The lock on the membership: one person's windows take turns.
    verifier = Membership.objects.select_for_update(no_key=True).filter(
        campaign=campaign, user=annotator, verifies_claims=True
    )
    fresh = Campaign.objects.get(pk=campaign.pk)
    if fresh.state != Campaign.State.OPEN:
        raise CampaignNotOpenError
    if verifier.first() is None:
        raise NotAVerifierError
    verifying_stage(protocol_of(fresh))
    held = _of(fresh).filter(state=Assignment.State.HELD, holder=annotator)
    own = held.select_for_update(no_key=True).first()
    if own is not None:
        return _lease(own, annotator, now, lease)
    found = _find(fresh, annotator, now)
    if found is None:
        raise NothingToVerifyError
    return _lease(found, annotator, now, lease)


@transaction.atomic
def _fill_queue(campaign: Campaign, annotator: User, now: datetime) -> bool:
    """Open slots, unless somebody has just done so for all; whether there may be one now."""
    held = hold_campaign(campaign)
    waiting = _waiting_for(held, annotator)
    # What is locked, somebody else is just taking.
    if waiting.select_for_update(skip_locked=True, no_key=True, of=("self",)).first() is not None:
        return True
    return slots.open_slots(campaign=held, protocol=protocol_of(held), now=now) > 0


def _of(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.objects.filter(campaign=campaign)


def _find(campaign: Campaign, annotator: User, now: datetime) -> Assignment | None:
    """A slot for this person, locked: what somebody left first, then by lot."""
    free = _free_for(campaign, annotator)
    left = free.filter(state=Assignment.State.HELD, lease_until__lte=now)
    waiting = _waiting_for(campaign, annotator)
    lately = list(
        Attempt.objects.filter(annotator=annotator, claim__campaign=campaign)
        .order_by("-pk")
        .values_list("claim__highlight", flat=True)[:_LATELY]
    )
    # Who knows a claim reads the next one from the same highlight with other eyes.
    others = waiting.exclude(claim__highlight__in=lately) if lately else waiting
    for some in (left.order_by("lease_until", "pk"), others.order_by("rank"), waiting):
        found = _first(some)
        if found is not None:
            return found
    return None


def _first(some: QuerySet[Assignment]) -> Assignment | None:
    ordered = some if some.ordered else some.order_by("rank")
    for slot in ordered.select_for_update(skip_locked=True, no_key=True, of=("self",))[:1]:
        # The claim's lock comes after the slot's. Reported or withdrawn meanwhile: not this one.
        claim = Claim.objects.select_for_update(no_key=True).get(pk=slot.claim_id)
        if claim.state == Claim.State.LIVE and not _reported().filter(claim=claim).exists():
            slot.claim = claim
            return slot
    return None


def _reported() -> QuerySet[ClaimReport]:
    return ClaimReport.objects.filter(state=ClaimReport.State.OPEN)


def _free_for(campaign: Campaign, annotator: User) -> QuerySet[Assignment]:
    """Slots of claims that this person did not write and has never seen."""
    seen = Attempt.objects.filter(claim=OuterRef("claim"), annotator=annotator)
    return (
        _of(campaign)
        .filter(
            ~Exists(seen),
            ~Exists(_reported().filter(claim=OuterRef("claim"))),
            claim__state=Claim.State.LIVE,
        )
        .exclude(claim__author=annotator)
    )


def _waiting_for(campaign: Campaign, annotator: User) -> QuerySet[Assignment]:
    return _free_for(campaign, annotator).filter(state=Assignment.State.WAITING)


def _lease(slot: Assignment, annotator: User, now: datetime, lease: timedelta) -> TakenClaim:
    """Give a slot to a person, if nobody else was given it in the meantime."""
    same = slot.holder_id == annotator.pk
    number = slot.lease if same else slot.lease + 1
    as_read = Assignment.objects.filter(
        pk=slot.pk, lease=slot.lease, state=slot.state, lease_until=slot.lease_until
    )
    # A pause is longer than a lease.
    until = max(slot.lease_until, now + lease) if same and slot.lease_until else now + lease
    updated = as_read.update(
        state=Assignment.State.HELD, holder=annotator, lease=number, lease_until=until
    )
    if not updated:
        raise LeaseLostError
    slot.state, slot.holder = Assignment.State.HELD, annotator
    slot.lease, slot.lease_until = number, until
    if same:
        return TakenClaim(slot, Attempt.objects.get(assignment=slot, annotator=annotator))
    Attempt.objects.filter(assignment=slot, outcome=Attempt.Outcome.OPEN).update(
        outcome=Attempt.Outcome.LOST, ended_at=now
    )
    attempt = Attempt.objects.create(
        claim_id=slot.claim_id,
        assignment=slot,
        annotator=annotator,
        purpose=Attempt.Purpose.VERIFY,
        lease=number,
        started_at=now,
    )
    # From now on its author leaves it as it is.
    Claim.objects.filter(pk=slot.claim_id, verifying_since=None).update(verifying_since=now)
    record_of_server(attempt=attempt, acts=[(InteractionKind.STARTED, {})], now=now)
    return TakenClaim(slot, attempt)


def held_by(attempt: Attempt) -> QuerySet[Assignment]:
    """The attempt's slot, as long as the person has it; however late they are."""
    return Assignment.objects.filter(
        pk=attempt.in_slot,
        state=Assignment.State.HELD,
        holder=attempt.annotator_id,
        lease=attempt.lease,
    )


@transaction.atomic
def renew_lease(*, attempt: Attempt, now: datetime, lease: timedelta = LEASE) -> datetime:
    """The person is still there. A lease that ran out is renewed too, if nobody took over."""
    slot = held_by(attempt).select_for_update(no_key=True).first()
    if slot is None or slot.lease_until is None:
        raise LeaseLostError
    until = max(slot.lease_until, now + lease)
    Assignment.objects.filter(pk=slot.pk).update(lease_until=until)
    return until


@transaction.atomic
def pause_claim(*, attempt: Attempt, now: datetime) -> datetime:
    """Leave the claim for a while; it waits until tomorrow."""
    until = now + PAUSE
    if not held_by(attempt).update(lease_until=until):
        raise LeaseLostError
    record_of_server(attempt=attempt, acts=[(InteractionKind.PAUSED, {})], now=now)
    return until


@transaction.atomic
def skip_claim(*, attempt: Attempt, reason: str, text: str = "", now: datetime) -> Skip:
    """Do not verify it, and say why. Somebody else gets it, this person never again."""
    campaign = Campaign.objects.get(assignments=attempt.in_slot)
    stage = verifying_stage(protocol_of(campaign))
    Assignment.objects.select_for_update(no_key=True).get(pk=attempt.in_slot)
    done = Skip.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    text = checked_reason(stage, reason, text)
    give_back(attempt)
    end_attempt(attempt, Attempt.Outcome.SKIPPED, now)
    record_of_server(attempt=attempt, acts=[(InteractionKind.SKIPPED, {"reason": reason})], now=now)
    return Skip.objects.create(attempt=attempt, reason=reason, text=text, skipped_at=now)


def give_back(attempt: Attempt) -> None:
    """The slot waits for somebody else."""
    left = held_by(attempt).update(state=Assignment.State.WAITING, holder=None, lease_until=None)
    if not left:
        raise LeaseLostError


@transaction.atomic
def free_claim(*, assignment: Assignment, actor: User, now: datetime) -> None:
    """A manager ends a lease, so that somebody else gets the claim."""
    held = Assignment.objects.filter(
        pk=assignment.pk, state=Assignment.State.HELD, lease=assignment.lease
    )
    # Another lease number: the heartbeat of the person who had it keeps it no longer.
    freed = held.update(
        state=Assignment.State.WAITING, holder=None, lease_until=None, lease=assignment.lease + 1
    )
    if not freed:
        raise LeaseLostError
    Attempt.objects.filter(assignment=assignment, outcome=Attempt.Outcome.OPEN).update(
        outcome=Attempt.Outcome.LOST, ended_at=now
    )
    audit.record(
        actor=actor,
        action="claim.freed",
        target=assignment.claim,
        now=now,
        details={"holder": str(assignment.holder)},
    )
