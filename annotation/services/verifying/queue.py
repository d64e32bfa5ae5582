"""Claims in verifiers' hands: taken, kept, paused, skipped, lost.

A slot is leased as a highlight is. Exactly as many people verify a claim as it has slots; never
its author, and never somebody who has seen it before.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, DateTimeField, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    InteractionKind,
    Skip,
    Suspension,
    TaskName,
)
from annotation.services.desk import act_limits, eligibility, leases, stages
from annotation.services.desk.act_limits import LimitedAct
from annotation.services.logs.interactions import record_server_acts, start_log
from annotation.services.verifying import arms, silent_gold, slots
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_in, protocol_of, protocol_text
from campaigns.services.campaigns import hold_campaign
from core.services import audit

# A paused slot is its holder's, too; it only does not keep them from taking others.
HELD_STATES = (Assignment.State.HELD, Assignment.State.PAUSED)
_COMMON_SLOTS = (Assignment.Kind.ORDINARY, Assignment.Kind.DUPLICATE)
_EXPERT_SLOTS = (Assignment.Kind.EXPERT,)
# What an attempt in a slot is for.
_PURPOSES = {
    Assignment.Kind.ORDINARY: Attempt.Purpose.VERIFY,
    Assignment.Kind.DUPLICATE: Attempt.Purpose.VERIFY,
    Assignment.Kind.EXPERT: Attempt.Purpose.EXPERT,
    Assignment.Kind.SILENT: Attempt.Purpose.SILENT,
}
# A slot that somebody lets go of waits for others; silent gold was for them only.
_WHEN_FREED = Case(
    When(kind=Assignment.Kind.SILENT, then=Value(Assignment.State.CLOSED)),
    default=Value(Assignment.State.WAITING),
)
# How often to look for a claim when others are faster, or when the person wrote what was queued.
_TRIES = 5
# A person gets no claim of the highlights of their last attempts while there is another claim.
_LATELY = 20


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
    # In one query what they hold and what others abandoned; mostly there is neither.
    mine = Q(state=Assignment.State.HELD, holder=annotator)
    seen = _of(campaign).filter(mine | Q(lease_until__lte=now), state__in=HELD_STATES)
    holders = list(seen.values_list("state", "holder"))
    if (Assignment.State.HELD, annotator.pk) in holders:
        own = _of(campaign).filter(mine).select_for_update(no_key=True).first()
        if own is not None:
            return _lease(own, annotator, now)
    if holders:
        silent_gold.close_abandoned(seen, annotator, now)
    free = _free_for(campaign, annotator, is_expert=verifier.is_expert)
    drawn = None
    if not verifier.is_expert:
        drawn = silent_gold.draw(
            campaign=verifier.campaign, annotator=annotator, protocol=protocol, now=now
        )
        if drawn is not None and drawn.gold is not None and _is_work(free, now):
            silent_gold.count(drawn)
            slot = silent_gold.open_slot(campaign=verifier.campaign, gold=drawn.gold, now=now)
            return _lease_new(slot, annotator, now)
    found = _find(verifier.campaign, annotator, free, now, with_abandoned=bool(holders))
    if found is None:
        raise NothingToVerifyError
    if drawn is not None and drawn.gold is None:
        silent_gold.count(drawn)
    return _lease(found, annotator, now)


def _hold_verifier(campaign: Campaign, annotator: User) -> Any:
    """Return the membership of a person who may take a claim now, locked; raise if they may not."""
    aside = Suspension.objects.filter(
        campaign=campaign, person=annotator, task=Suspension.Work.VERIFY, undone_at=None
    )
    # The lock on the membership: one person's windows take turns.
    verifier = (
        Membership.objects.select_for_update(no_key=True, of=("self",))
        .filter(campaign=campaign, user=annotator, verifies_claims=True)
        .select_related("campaign")
        .only(
            "is_expert", "campaign__state", "campaign__requires_calibration", "campaign__seed",
            "campaign__suggests_evidence",
        )
        .annotate(design=protocol_text("campaign__protocol"), is_set_aside=Exists(aside))
        .first()
    )  # fmt: skip
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
    return _lease(own, annotator, now)


@transaction.atomic
def _fill_queue(campaign: Campaign, annotator: User, now: datetime) -> bool:
    """Open slots unless somebody just did; return whether one may be waiting now."""
    held = hold_campaign(campaign)
    experts = Membership.objects.filter(campaign=held, user=annotator, is_expert=True)
    if experts.exists():
        # They get what others verified, which is queued already.
        return False
    waiting = _free_for(held, annotator, is_expert=False).filter(state=Assignment.State.WAITING)
    # Somebody else is taking a slot that is locked.
    if waiting.select_for_update(skip_locked=True, no_key=True, of=("self",)).first() is not None:
        return True
    return slots.open_slots(campaign=held, protocol=protocol_of(held), now=now) > 0


def _of(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.with_checks.filter(campaign=campaign)


def _abandoned(now: datetime) -> Q:
    return Q(state__in=HELD_STATES, lease_until__lte=now)


def _is_work(free: QuerySet[Assignment], now: datetime) -> bool:
    """Return whether one of these slots can be taken now."""
    return free.filter(Q(state=Assignment.State.WAITING) | _abandoned(now)).exists()


def _find(
    campaign: Campaign,
    annotator: User,
    free: QuerySet[Assignment],
    now: datetime,
    *,
    with_abandoned: bool,
) -> Assignment | None:
    """Return a slot for this person, locked: an abandoned one first, then by lot."""
    if with_abandoned:
        left = free.filter(_abandoned(now))
        found = _first(campaign, left.order_by("lease_until", "pk"), now)
        if found is not None:
            return found
    waiting = free.filter(state=Assignment.State.WAITING).order_by("rank")
    lately = list(
        Attempt.objects.filter(annotator=annotator, claim__campaign=campaign)
        .order_by("-pk")
        .values_list("claim__highlight", flat=True)[:_LATELY]
    )
    # Knowing one claim of a highlight influences how a person judges the next one.
    others = waiting.exclude(claim__highlight__in=lately) if lately else waiting
    found = _first(campaign, others, now)
    return found or (_first(campaign, waiting, now) if lately else None)


def _first(campaign: Campaign, ordered: QuerySet[Assignment], now: datetime) -> Assignment | None:
    for slot in ordered.select_for_update(skip_locked=True, no_key=True, of=("self",))[:1]:
        # The claim is locked after the slot, by this update, and may be reported or withdrawn by
        # now. Its author may not correct it from now on; nobody reports what nobody has taken.
        since = Coalesce("verifying_since", Value(now), output_field=DateTimeField())
        live = Claim.with_gold.filter(pk=slot.claim_id, state=Claim.State.LIVE)
        arm = arms.dealt_arm(slot.claim_id, campaign)
        if live.update(verifying_since=since, arm=arm) and not _is_reported(slot.claim_id):
            return slot
    return None


def _reported() -> QuerySet[ClaimReport]:
    return ClaimReport.objects.filter(state=ClaimReport.State.OPEN)


def _is_reported(claim_id: int) -> bool:
    return _reported().filter(claim=claim_id).exists()


def _free_for(campaign: Campaign, annotator: User, *, is_expert: bool) -> QuerySet[Assignment]:
    """Return slots of claims that this person did not write and has never seen.

    Experts get their own slots only, and nobody else gets those. Who held the claim's highlight
    has seen what it is about, and may have drafted it.
    """
    mine = Attempt.objects.filter(claim=OuterRef("claim"), annotator=annotator)
    held = Attempt.objects.filter(highlight=OuterRef("claim__highlight"), annotator=annotator)
    return (
        _of(campaign)
        .filter(
            ~Exists(mine.exclude(outcome=Attempt.Outcome.UNDONE)),
            ~Exists(held),
            ~Exists(_reported().filter(claim=OuterRef("claim"))),
            claim__state=Claim.State.LIVE,
            kind__in=_EXPERT_SLOTS if is_expert else _COMMON_SLOTS,
        )
        .exclude(claim__author=annotator)
        .annotate(was_undone=Exists(mine.filter(outcome=Attempt.Outcome.UNDONE)))
    )


def _lease(slot: Assignment, annotator: User, now: datetime) -> TakenClaim:
    until = now + leases.lease_time()
    if slot.holder_id == annotator.pk and slot.lease_until is not None:
        # A pause is longer than a lease.
        until = max(slot.lease_until, until)
    if not leases.grant_lease(slot, holder=annotator, until=until):
        return TakenClaim(slot, Attempt.objects.get(assignment=slot, annotator=annotator))
    if slot.lease > 1:
        leases.lose_open(Attempt.objects.filter(assignment=slot), now)
    return TakenClaim(slot, _begin(slot, annotator, now))


def _lease_new(slot: Assignment, annotator: User, now: datetime) -> TakenClaim:
    """Store a new slot that its taker holds from the start."""
    slot.state, slot.holder, slot.lease = Assignment.State.HELD, annotator, 1
    slot.lease_until = now + leases.lease_time()
    slot.save()
    slot.was_undone = False  # type: ignore[attr-defined]
    return TakenClaim(slot, _begin(slot, annotator, now))


def _begin(slot: Assignment, annotator: User, now: datetime) -> Attempt:
    """Return a new attempt, or the one whose skip a manager undid."""
    started = [(InteractionKind.STARTED, dict[str, Any]())]
    if not getattr(slot, "was_undone", True):
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


def held_by(attempt: Attempt) -> QuerySet[Assignment]:
    """Return the attempt's slot while the person holds it, however late they are."""
    return Assignment.with_checks.filter(
        pk=attempt.in_slot,
        state__in=HELD_STATES,
        holder=attempt.annotator_id,
        lease=attempt.lease,
    )


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the claim for its holder; an expired lease is renewed if nobody took over."""
    until = now + leases.lease_time()
    if held_by(attempt).filter(lease_until__lte=until).update(lease_until=until):
        return until
    # A pause is longer than a lease.
    longer = held_by(attempt).values_list("lease_until", flat=True).first()
    if longer is None:
        raise leases.LeaseLostError
    return longer


@transaction.atomic
def pause_claim(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the claim for its holder through a longer break; they may take others meanwhile."""
    act_limits.hold_person(attempt.annotator_id)
    until = now + leases.pause_time()
    if not held_by(attempt).exists():
        raise leases.LeaseLostError
    act_limits.check_rate(act=LimitedAct.PAUSE, person_id=attempt.annotator_id, now=now)
    if not held_by(attempt).update(state=Assignment.State.PAUSED, lease_until=until):
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
    give_back(attempt)
    leases.end_attempt(attempt, Attempt.Outcome.SKIPPED, now)
    record_server_acts(
        attempt=attempt, acts=[(InteractionKind.SKIPPED, {"reason": reason})], now=now
    )
    return Skip.objects.create(attempt=attempt, reason=reason, text=text, skipped_at=now)


def give_back(attempt: Attempt) -> None:
    """Put the slot back into the queue for somebody else."""
    left = held_by(attempt).update(state=_WHEN_FREED, holder=None, lease_until=None)
    if not left:
        raise leases.LeaseLostError


@transaction.atomic
def free_claim(*, assignment: Assignment, actor: User | None, now: datetime) -> None:
    """End a lease, so that somebody else gets the claim."""
    held = Assignment.with_checks.filter(
        pk=assignment.pk, state__in=HELD_STATES, lease=assignment.lease
    )
    # With another lease number the former holder's heartbeat renews nothing.
    freed = held.update(
        state=_WHEN_FREED, holder=None, lease_until=None, lease=assignment.lease + 1
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
