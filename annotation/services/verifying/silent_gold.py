"""Silent gold among the ordinary work: given to a person at a rate, once, and to nobody else.

Whether the next item is gold is dealt from the person's own deck. Gold takes the place of a claim
only while claims wait for the person, and it has a slot, a lease and a log as a claim has.
Everything here runs in the caller's transaction, under the lock of the membership.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from accounts.models import User
from annotation.models import Assignment, Attempt, Claim, Gold, PersonDeck
from annotation.rules.ranking import rank_of
from annotation.selectors.verifying.silent_gold import silent_gold_for
from annotation.services.desk import leases
from annotation.services.verifying import arms, person_decks
from annotation.services.verifying.free_slots import abandoned, free_for
from campaigns.models import Campaign
from campaigns.protocols.protocol import YES, Protocol


@dataclass(frozen=True, slots=True)
class SilentDraw:
    """A person's deck before their next item, and the gold that it deals, if it does."""

    deck: PersonDeck
    gold: Gold | None


def draw(
    *, campaign: Campaign, annotator: User, protocol: Protocol, now: datetime
) -> SilentDraw | None:
    """Return what a person's deck deals next; None if there is no gold for them.

    The deck stays as it is until `count` is called with what they got.
    """
    if not protocol.redundancy.silent:
        return None
    left = list(silent_gold_for(annotator, campaign))
    if not left:
        return None
    deck = person_decks.hold_deck(
        campaign=campaign,
        annotator_id=annotator.pk,
        factor=PersonDeck.Factor.SILENT,
        shares=protocol.silent_shares(),
        now=now,
    )
    if person_decks.peek(deck) != YES:
        return SilentDraw(deck, None)
    # Everybody gets it in an order of their own, so that nobody can compare notes.
    order = {
        gold.pk: rank_of(campaign.seed, "silent", annotator.pk, gold.identity) for gold in left
    }
    return SilentDraw(deck, min(left, key=lambda gold: (order[gold.pk], gold.pk)))


def count(drawn: SilentDraw | None) -> None:
    """Note that the person got what their deck dealt."""
    if drawn is not None:
        person_decks.deal(drawn.deck)


def open_slot(*, campaign: Campaign, gold: Gold, now: datetime) -> Assignment:
    """Return a new slot for gold, which its taker leases at once."""
    held = Gold.objects.select_for_update(no_key=True).get(pk=gold.pk)
    assert held.claim_id is not None
    claims = Claim.with_gold.filter(pk=held.claim_id)
    claims.update(arm=arms.dealt_arm(held.claim_id, campaign))
    before = Assignment.with_checks.filter(claim=held.claim_id).aggregate(last=Max("slot"))
    number = (before["last"] or 0) + 1
    return Assignment(
        campaign=campaign,
        claim_id=held.claim_id,
        slot=number,
        kind=Assignment.Kind.SILENT,
        rank=rank_of(campaign.seed, "silent", held.public_id, number),
        opened_at=now,
    )


def close_abandoned(*, campaign: Campaign, annotator: User, now: datetime) -> bool:
    """Close gold that somebody else let lie, if a person who takes a claim would get it now.

    They get what was abandoned first, whatever it is: so gold is lost when a claim would be.
    Return whether gold was closed.
    """
    order = ("lease_until", "pk")
    left = Assignment.with_checks.filter(
        abandoned(now), campaign=campaign, kind=Assignment.Kind.SILENT
    ).exclude(holder=annotator)
    gold = left.select_for_update(skip_locked=True, no_key=True).order_by(*order).first()
    if gold is None:
        return False
    claims = free_for(campaign.pk, annotator.pk, is_expert=False).filter(abandoned(now))
    first = claims.order_by(*order).values_list(*order).first()
    if first is not None and first < (gold.lease_until, gold.pk):
        return False
    gold.state, gold.holder, gold.lease_until = Assignment.State.CLOSED, None, None
    gold.save(update_fields=["state", "holder", "lease_until"])
    leases.lose_open(Attempt.objects.filter(assignment=gold), now)
    return True
