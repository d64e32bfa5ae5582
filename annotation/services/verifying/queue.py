"""Claims in verifiers' hands: taken, paused, skipped, lost.

A slot is leased as a highlight is. Exactly as many people verify a claim as it has slots; never
its author, and never somebody who has seen it before.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, Exists, Q, QuerySet

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Gold,
    InteractionKind,
    Skip,
    Suspension,
    TaskName,
)
from annotation.selectors.verifying.silent_gold import UNDONE_GOLD
from annotation.services.desk import act_limits, eligibility, leases, stages
from annotation.services.desk.act_limits import LimitedAct
from annotation.services.logs.interactions import record_server_acts, start_log
from annotation.services.verifying import silent_gold, slot_leases, slots
from annotation.services.verifying.free_slots import (
    HELD_STATES,
    FreeSlot,
    abandoned,
    find_slot,
    free_for,
)
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_in, protocol_of, protocol_text
from campaigns.services.campaigns import hold_campaign
from core.prepared_queries import Parameter, PreparedQuery
from core.services import audit

# What an attempt in a slot is for.
_PURPOSES = {
    Assignment.Kind.ORDINARY: Attempt.Purpose.VERIFY,
    Assignment.Kind.DUPLICATE: Attempt.Purpose.VERIFY,
    Assignment.Kind.EXPERT: Attempt.Purpose.EXPERT,
    Assignment.Kind.SILENT: Attempt.Purpose.SILENT,
}
# How often to look for a claim when others are faster, or when the person wrote what was queued.
_TRIES = 5
_NOW = Parameter("now", DateTimeField())


class NotAVerifierError(Exception):
    """The person does not verify claims in this campaign."""


class NothingToVerifyError(Exception):
    """There is no claim for this person now."""


@dataclass(frozen=True, slots=True)
class TakenClaim:
    """A slot that a person holds, with their attempt at its claim."""

    assignment: Assignment
    attempt: Attempt


def take_claim(*, campaign: Campaign, annotator: User, now: datetime) -> TakenClaim:
    """Give a person a claim to verify; a person who holds one gets that one again."""
    for _ in range(_TRIES):
        with contextlib.suppress(NothingToVerifyError):
            return _take(campaign, annotator, now)
        # A transaction of its own: others wait only while slots are being opened.
        if not _fill_queue(campaign, annotator, now):
            break
    return _resume_paused(campaign, annotator, now)


@transaction.atomic
def _take(campaign: Campaign, annotator: User, now: datetime) -> TakenClaim:
    verifier = _hold_verifier(campaign, annotator)
    protocol = protocol_in(verifier.design)
    stages.verifying_stage(protocol)
    # Mostly there is nothing.
    holders = _HOLDERS.rows(campaign=campaign.pk, person=annotator.pk, now=now)
    if (Assignment.State.HELD, annotator.pk) in holders:
        mine = _of(campaign).filter(state=Assignment.State.HELD, holder=annotator)
        own = mine.select_for_update(no_key=True).first()
        if own is not None:
            return _lease_again(own, annotator, now)
    drawn = gold = None
    if not verifier.is_expert:
        drawn = silent_gold.draw(
            campaign=verifier.campaign, annotator=annotator, protocol=protocol, now=now
        )
        gold = drawn.gold if drawn is not None else None
        if gold is not None and _is_work(campaign, annotator, now):
            silent_gold.count(drawn)
            return _lease_gold(verifier.campaign, gold, annotator, now)
    find = partial(find_slot, verifier.campaign, annotator.pk, now, is_expert=verifier.is_expert)
    # What was abandoned is lost one at a time, gold or not.
    has_closed = (
        bool(holders)
        and not verifier.is_expert
        and silent_gold.close_abandoned(campaign=campaign, annotator=annotator, now=now)
    )
    found = find(with_abandoned=bool(holders) and not has_closed)
    if found is None and has_closed:
        found = find(with_abandoned=True)
    if found is None:
        raise NothingToVerifyError
    silent_gold.count(drawn)
    if gold is not None:
        # Others opened slots after we looked whether there is work.
        return _lease_gold(verifier.campaign, gold, annotator, now)
    return _lease(found, annotator, now)


def _holders() -> QuerySet[Assignment, tuple[Any, ...]]:
    """Return in one query who holds what this person holds and what others abandoned."""
    mine = Q(state=Assignment.State.HELD, holder=Parameter("person"))
    slots_of = Assignment.with_checks.filter(campaign=Parameter("campaign"))
    seen = slots_of.filter(mine | Q(lease_until__lte=_NOW), state__in=HELD_STATES)
    return seen.values_list("state", "holder")


def _verifiers() -> QuerySet[Membership]:
    aside = Suspension.objects.filter(
        campaign=Parameter("campaign"),
        person=Parameter("person"),
        task=Suspension.Work.VERIFY,
        undone_at=None,
    )
    # The lock on the membership: one person's windows take turns.
    return (
        Membership.objects.select_for_update(no_key=True, of=("self",))
        .filter(campaign=Parameter("campaign"), user=Parameter("person"), verifies_claims=True)
        .select_related("campaign")
        .only(
            "is_expert", "campaign__state", "campaign__requires_calibration", "campaign__seed",
        )
        .annotate(design=protocol_text("campaign__protocol"), is_set_aside=Exists(aside))
    )  # fmt: skip


_HOLDERS = PreparedQuery(_holders)
_VERIFIER = PreparedQuery(_verifiers)


def _hold_verifier(campaign: Campaign, annotator: User) -> Any:
    """Return the membership of a person who may take a claim now, locked; raise if they may not."""
    verifier: Any = _VERIFIER.first(campaign=campaign.pk, person=annotator.pk)
    stages.check_hands_out(verifier.campaign if verifier else Campaign.objects.get(pk=campaign.pk))
    if verifier is None:
        raise NotAVerifierError
    eligibility.check_approved(verifier.campaign, annotator, TaskName.VERIFY)
    if verifier.is_set_aside:
        eligibility.check_not_set_aside(verifier.campaign, annotator, Suspension.Work.VERIFY)
    return verifier


@transaction.atomic
def _resume_paused(campaign: Campaign, annotator: User, now: datetime) -> TakenClaim:
    """Return to a claim that the person paused, when there is no other; else raise."""
    paused = _of(campaign).filter(state=Assignment.State.PAUSED, holder=annotator)
    own = paused.select_for_update(no_key=True).order_by("lease_until", "pk").first()
    if own is None:
        raise NothingToVerifyError
    return _lease_again(own, annotator, now)


@transaction.atomic
def _fill_queue(campaign: Campaign, annotator: User, now: datetime) -> bool:
    """Open slots unless somebody just did; return whether one may be waiting now."""
    held = hold_campaign(campaign)
    experts = Membership.objects.filter(campaign=held, user=annotator, is_expert=True)
    if experts.exists():
        # They get what others verified, which is queued already.
        return False
    free = free_for(held.pk, annotator.pk, is_expert=False)
    waiting = free.filter(state=Assignment.State.WAITING)
    # Somebody else is taking a slot that is locked.
    if waiting.select_for_update(skip_locked=True, no_key=True, of=("self",)).first() is not None:
        return True
    return slots.open_slots(campaign=held, protocol=protocol_of(held), now=now) > 0


def _of(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.with_checks.filter(campaign=campaign)


def _is_work(campaign: Campaign, annotator: User, now: datetime) -> bool:
    """Return whether there is a slot that this person, who is no expert, can take now."""
    free = free_for(campaign.pk, annotator.pk, is_expert=False)
    return free.filter(Q(state=Assignment.State.WAITING) | abandoned(now)).exists()


def _lease_again(slot: Assignment, annotator: User, now: datetime) -> TakenClaim:
    """Renew the lease of a slot that its taker holds already; a pause is longer than a lease."""
    assert slot.lease_until is not None
    until = max(slot.lease_until, now + leases.lease_time())
    leases.grant_lease(slot, holder=annotator, until=until)
    return TakenClaim(slot, Attempt.objects.get(assignment=slot, annotator=annotator))


def _lease(found: FreeSlot, annotator: User, now: datetime) -> TakenClaim:
    slot = found.slot
    leases.grant_lease(slot, holder=annotator, until=now + leases.lease_time())
    if slot.lease > 1:
        leases.lose_open(Attempt.objects.filter(assignment=slot), now)
    return TakenClaim(slot, _begin(found, annotator, now))


def _lease_gold(campaign: Campaign, gold: Gold, annotator: User, now: datetime) -> TakenClaim:
    """Give a person silent gold, in a slot of its own."""
    slot = silent_gold.open_slot(campaign=campaign, gold=gold, now=now)
    return _lease_new(slot, annotator, now)


def _lease_new(slot: Assignment, annotator: User, now: datetime) -> TakenClaim:
    """Store a new slot that its taker holds from the start."""
    slot.state, slot.holder, slot.lease = Assignment.State.HELD, annotator, 1
    slot.lease_until = now + leases.lease_time()
    slot.save()
    undone = Attempt.objects.filter(UNDONE_GOLD, claim=slot.claim_id, annotator=annotator)
    return TakenClaim(slot, _begin(FreeSlot(slot, undone.exists()), annotator, now))


def _begin(found: FreeSlot, annotator: User, now: datetime) -> Attempt:
    """Return a new attempt, or the one whose skip a manager undid."""
    slot = found.slot
    started = [(InteractionKind.STARTED, dict[str, Any]())]
    if not found.was_undone:
        attempt = Attempt(
            claim_id=slot.claim_id,
            assignment=slot,
            annotator=annotator,
            purpose=_PURPOSES[Assignment.Kind(slot.kind)],
            lease=slot.lease,
            started_at=now,
        )
        start_log(attempt=attempt, acts=started, now=now)
        return attempt
    attempt = Attempt.objects.get(
        claim=slot.claim_id, annotator=annotator, outcome=Attempt.Outcome.UNDONE
    )
    attempt.assignment, attempt.lease = slot, slot.lease
    attempt.outcome, attempt.ended_at, attempt.reopened_at = Attempt.Outcome.OPEN, None, now
    attempt.save(update_fields=["assignment", "lease", "outcome", "ended_at", "reopened_at"])
    record_server_acts(attempt=attempt, acts=started, now=now)
    return attempt


@transaction.atomic
def pause_claim(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the claim for its holder through a longer break; they may take others."""
    act_limits.hold_person(attempt.annotator_id)
    until = now + leases.pause_time()
    if not slot_leases.held_by(attempt).exists():
        raise leases.LeaseLostError
    act_limits.check_rate(act=LimitedAct.PAUSE, person_id=attempt.annotator_id, now=now)
    if not slot_leases.held_by(attempt).update(state=Assignment.State.PAUSED, lease_until=until):
        raise leases.LeaseLostError
    record_server_acts(attempt=attempt, acts=[(InteractionKind.PAUSED, {})], now=now)
    return until


@transaction.atomic
def skip_claim(*, attempt: Attempt, reason: str, text: str = "", now: datetime) -> Skip:
    """Skip a claim for a reason. Somebody else gets it, this person never again."""
    act_limits.hold_person(attempt.annotator_id)
    campaign = Campaign.objects.get(assignments=attempt.in_slot)
    stage = stages.verifying_stage(protocol_of(campaign))
    Assignment.with_checks.select_for_update(no_key=True).get(pk=attempt.in_slot)
    done = Skip.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    text = stages.checked_reason(stage, reason, text)
    act_limits.check_rate(act=LimitedAct.SKIP, person_id=attempt.annotator_id, now=now)
    slot_leases.give_back(attempt)
    leases.end_attempt(attempt, Attempt.Outcome.SKIPPED, now)
    record_server_acts(
        attempt=attempt, acts=[(InteractionKind.SKIPPED, {"reason": reason})], now=now
    )
    return Skip.objects.create(attempt=attempt, reason=reason, text=text, skipped_at=now)


@transaction.atomic
def free_claim(*, assignment: Assignment, actor: User | None, now: datetime) -> None:
    """End a lease, so that somebody else gets the claim."""
    held = Assignment.with_checks.filter(
        pk=assignment.pk, state__in=HELD_STATES, lease=assignment.lease
    )
    # With another lease number the former holder's heartbeat renews nothing.
    freed = held.update(
        state=slot_leases.WHEN_FREED, holder=None, lease_until=None, lease=assignment.lease + 1
    )
    if not freed:
        raise leases.LeaseLostError
    leases.lose_open(Attempt.objects.filter(assignment=assignment), now)
    audit.record(
        actor=actor,
        action="claim.freed",
        target=assignment.claim,
        now=now,
        details={"holder": str(assignment.holder)},
    )
