"""The slots in which claims are verified: opened, opened again for duplicates, closed.

Everything here runs in the caller's transaction. Slots are always locked before their claim, so
that there are no deadlocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from django.db.models import Exists, Max, OuterRef

from annotation.models import Assignment, Attempt, Claim, DepthDeck
from annotation.rules import decks
from annotation.rules.ranking import rank_of
from annotation.services.desk.leases import lose_open
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol

# Claims whose slots are opened in one go: a transaction of well under 100 ms.
BATCH = 300


def open_slots(*, campaign: Campaign, protocol: Protocol, now: datetime) -> int:
    """Queue claims that are not in the queue yet, oldest first; return how many.

    Called when the queue has nothing for somebody: claims are pulled, not pushed.
    """
    wanted = protocol.redundancy.verifications
    if not wanted:
        return 0
    last = Assignment.objects.filter(claim=OuterRef("pk"), slot=wanted).exclude(
        state=Assignment.State.CLOSED
    )
    unqueued = Claim.objects.filter(~Exists(last), campaign=campaign, state=Claim.State.LIVE)
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
    campaign: Campaign, claim: Claim, number: int, now: datetime, *, is_duplicate: bool = False
) -> Assignment:
    # In random order, so that the claims of one highlight do not follow one another.
    rank = rank_of(campaign.seed, "slot", claim.public_id, number)
    return Assignment(
        campaign=campaign,
        claim=claim,
        slot=number,
        rank=rank,
        is_duplicate=is_duplicate,
        opened_at=now,
    )


def open_duplicates(
    *, campaign: Campaign, claim: Claim, annotator_id: int, protocol: Protocol, now: datetime
) -> list[Assignment]:
    """Decide by the first verifier's deck whether the claim is verified more often.

    Called after the first verification of a claim, under the claim's lock.
    """
    if not protocol.redundancy.duplicates:
        return []
    deck = _deck_of(campaign, annotator_id, protocol.depth_shares(), now)
    depth = decks.draw(deck.dealer, deck.counts).value
    deck.counts = {**deck.counts, depth: deck.counts.get(depth, 0) + 1}
    deck.save(update_fields=["counts"])
    extra = [
        _slot(campaign, claim, number, now, is_duplicate=True)
        for number in range(protocol.redundancy.verifications + 1, int(depth) + 1)
    ]
    return Assignment.objects.bulk_create(extra, ignore_conflicts=True)


def _deck_of(
    campaign: Campaign, annotator_id: int, shares: Mapping[str, Fraction], now: datetime
) -> DepthDeck:
    """Return the person's deck, locked; a new one if the campaign's shares have changed."""
    mine = DepthDeck.objects.filter(campaign=campaign, annotator=annotator_id)
    held = mine.select_for_update().order_by("-version").first()
    if held is not None and held.exact_shares == shares:
        return held
    version = (mine.aggregate(last=Max("version"))["last"] or 0) + 1
    factor = f"depth:{annotator_id}"
    return DepthDeck.objects.create(
        campaign=campaign,
        annotator_id=annotator_id,
        version=version,
        shares=[[value, str(share)] for value, share in shares.items()],
        seed=decks.seed_for(campaign.seed, factor, version),
        started_at=now,
    )


def hold_slots(claim: Claim) -> list[Assignment]:
    """Lock the claim's slots."""
    return list(
        Assignment.objects.select_for_update(no_key=True)
        .filter(claim=claim)
        .exclude(state=Assignment.State.CLOSED)
        .order_by("pk")
    )


def close_slots(*, claim: Claim, now: datetime) -> None:
    """Close the slots of a claim: nobody verifies this version of it any more."""
    held = hold_slots(claim)
    Assignment.objects.filter(pk__in=[slot.pk for slot in held]).update(
        state=Assignment.State.CLOSED, holder=None, lease_until=None
    )
    lose_open(Attempt.objects.filter(assignment__in=held, verification__isnull=True), now)
