"""The slots in which claims are verified: opened, opened for duplicates and experts, closed.

Everything here runs in the caller's transaction. Slots are always locked before their claim, so
that there are no deadlocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from annotation.models import Assignment, Attempt, Claim, PersonDeck
from annotation.rules.ranking import RANKS, rank_of
from annotation.selectors.review.claim_reviews import is_accepted
from annotation.services.desk.leases import lose_open
from annotation.services.verifying import person_decks
from campaigns.models import Campaign
from campaigns.protocols.protocol import YES, Protocol

# Claims whose slots are opened in one go: a transaction of well under 100 ms.
BATCH = 300
# Duplicates come within this part of the queue after their claim.
_SOON = 16


def open_slots(*, campaign: Campaign, protocol: Protocol, now: datetime) -> int:
    """Queue claims that are not in the queue yet, oldest first; return how many.

    Called when the queue has nothing for somebody: claims are pulled, not pushed. Where the design
    wants it, a manager has accepted them.
    """
    wanted = protocol.redundancy.verifications
    if not wanted:
        return 0
    last = Assignment.objects.filter(claim=OuterRef("pk"), slot=wanted).exclude(
        state=Assignment.State.CLOSED
    )
    unqueued = Claim.objects.filter(~Exists(last), campaign=campaign, state=Claim.State.LIVE)
    if protocol.acceptance.filtered:
        unqueued = unqueued.filter(is_accepted())
    claims = list(unqueued.order_by("pk")[:BATCH])
    _open(campaign, claims, wanted, now)
    return len(claims)


def open_slots_of(*, campaign: Campaign, claim: Claim, protocol: Protocol, now: datetime) -> None:
    """Queue one claim again after its text changed."""
    _open(campaign, [claim], protocol.redundancy.verifications, now)


def _open(campaign: Campaign, claims: Sequence[Claim], wanted: int, now: datetime) -> None:
    numbers = range(1, wanted + 1)
    slots = (_slot(campaign, claim, number, now) for claim in claims for number in numbers)
    # Somebody else may be opening the same slots at this moment.
    Assignment.objects.bulk_create(slots, ignore_conflicts=True)


def _slot(
    campaign: Campaign,
    claim: Claim,
    number: int,
    now: datetime,
    kind: Assignment.Kind = Assignment.Kind.ORDINARY,
) -> Assignment:
    # In random order, so that the claims of one highlight do not follow one another.
    rank = rank_of(campaign.seed, "slot", claim.public_id, number)
    if kind is not Assignment.Kind.ORDINARY:
        # Soon after the first slot, wherever that is: were it anywhere in the queue, late in the
        # queue people would guess that a claim is a duplicate.
        first = rank_of(campaign.seed, "slot", claim.public_id, 1)
        rank = (first + rank // _SOON) % RANKS
    return Assignment(
        campaign=campaign, claim=claim, slot=number, rank=rank, kind=kind, opened_at=now
    )


def open_checks(
    *, campaign: Campaign, claim: Claim, annotator_id: int, protocol: Protocol, now: datetime
) -> list[Assignment]:
    """Decide by the first verifier's decks who else verifies the claim: others, an expert.

    Called after the first verification of a claim, under the claim's lock.
    """
    usual = protocol.redundancy.verifications
    opened = [
        _slot(campaign, claim, number, now, Assignment.Kind.DUPLICATE)
        for number in range(usual + 1, _dealt_depth(campaign, annotator_id, protocol, now) + 1)
    ]
    if _is_for_an_expert(campaign, annotator_id, protocol, now):
        opened.append(_slot(campaign, claim, 1, now, Assignment.Kind.EXPERT))
    return Assignment.objects.bulk_create(opened, ignore_conflicts=True)


def _dealt_depth(campaign: Campaign, annotator_id: int, protocol: Protocol, now: datetime) -> int:
    """Return with how many verifications the claim ends."""
    redundancy, factor = protocol.redundancy, PersonDeck.Factor.DEPTH
    if not redundancy.duplicates:
        return redundancy.verifications
    if redundancy.most_duplicates:
        dealt = person_decks.dealt_by_all(campaign, factor)
        deeper = sum(n for depth, n in dealt.items() if int(depth) > redundancy.verifications)
        if deeper >= redundancy.most_duplicates:
            return redundancy.verifications
    deck = person_decks.hold_deck(
        campaign=campaign,
        annotator_id=annotator_id,
        factor=factor,
        shares=protocol.depth_shares(),
        now=now,
    )
    return int(person_decks.deal(deck))


def _is_for_an_expert(
    campaign: Campaign, annotator_id: int, protocol: Protocol, now: datetime
) -> bool:
    if not protocol.redundancy.experts:
        return False
    deck = person_decks.hold_deck(
        campaign=campaign,
        annotator_id=annotator_id,
        factor=PersonDeck.Factor.EXPERT,
        shares=protocol.expert_shares(),
        now=now,
    )
    return person_decks.deal(deck) == YES


def hold_slots(*claims: Claim) -> list[Assignment]:
    """Lock the slots of claims, those for experts too."""
    return list(
        Assignment.with_checks.select_for_update(no_key=True)
        .filter(claim__in=claims)
        .exclude(state=Assignment.State.CLOSED)
        .order_by("pk")
    )


def close_slots(*claims: Claim, now: datetime) -> None:
    """Close the slots of claims: nobody verifies these versions of them any more.

    Machines have no slots, and lose them, too.
    """
    held = hold_slots(*claims)
    Assignment.with_checks.filter(pk__in=[slot.pk for slot in held]).update(
        state=Assignment.State.CLOSED, holder=None, lease_until=None
    )
    machines = Q(claim__in=claims, purpose=Attempt.Purpose.MACHINE)
    lost = Attempt.objects.filter(Q(assignment__in=held) | machines, verification__isnull=True)
    lose_open(lost, now)
