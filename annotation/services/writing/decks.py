"""The decks of a campaign: starting them, dealing from them, freeing what was not used.

Everything here runs in the caller's transaction, under the lock of `hold_decks`, so that positions
are dealt one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from django.db.models import Max

from annotation.models import Claim, Deck, Highlight, Prescription
from annotation.rules import decks
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol


def hold_decks(campaign_id: int) -> dict[str, Deck]:
    """Lock the decks that are dealt from now, by factor.

    On SQLite the transaction itself is one at a time (IMMEDIATE).
    """
    current = Deck.objects.select_for_update().filter(campaign=campaign_id, ended_at=None)
    current = current.order_by("pk")
    held = list(current)
    # While this waits for the lock, a deck may be replaced by one that the query did not see.
    while held != (again := list(current.all())):
        held = again
    return {deck.factor: deck for deck in held}


def start_decks(*, campaign: Campaign, protocol: Protocol, now: datetime) -> list[Deck]:
    """Start decks for these shares; one whose shares changed ends, and a new one starts at zero.

    Return the decks that were started.
    """
    held = hold_decks(campaign.pk)
    wanted = protocol.decks()
    started: list[Deck] = []
    for factor, deck in held.items():
        if deck.exact_shares != wanted.get(factor):
            deck.ended_at = now
            deck.save(update_fields=["ended_at"])
    for factor, shares in wanted.items():
        before = held.get(factor)
        if before is None or before.ended_at is not None:
            started.append(_start(campaign, factor, shares, now))
    return started


def _start(campaign: Campaign, factor: str, shares: Mapping[str, Fraction], now: datetime) -> Deck:
    versions = Deck.objects.filter(campaign=campaign, factor=factor)
    version = (versions.aggregate(last=Max("version"))["last"] or 0) + 1
    return Deck.objects.create(
        campaign=campaign,
        factor=factor,
        version=version,
        shares=[[value, str(share)] for value, share in shares.items()],
        seed=decks.seed_for(campaign.seed, factor, version),
        started_at=now,
    )


def peek(deck: Deck) -> decks.Draw:
    """Return the draw of the next taker: the lowest freed position, otherwise a new one."""
    return decks.take(deck.dealer, deck.counts, _freed([deck]).get(deck.pk, ()))


def prescribe(*, draws: Sequence[tuple[Deck, str]], highlight: Highlight) -> dict[str, str]:
    """Give the next draws of locked decks to a highlight, each for a slot or for itself.

    Return what was dealt to the highlight itself, by factor.
    """
    freed = _freed([deck for deck, _ in draws])
    new: list[Prescription] = []
    own: dict[str, str] = {}
    for deck, slot in draws:
        mine = freed.get(deck.pk, [])
        draw = decks.take(deck.dealer, deck.counts, mine)
        if not slot:
            own[deck.factor] = draw.value
        if draw in mine:
            mine.remove(draw)
            again = Prescription.objects.filter(deck=deck, position=draw.position, highlight=None)
            again.update(highlight=highlight, slot=slot)
            continue
        deck.counts = {**deck.counts, draw.value: deck.counts.get(draw.value, 0) + 1}
        new.append(
            Prescription(
                deck=deck, position=draw.position, value=draw.value, slot=slot, highlight=highlight
            )
        )
    Prescription.objects.bulk_create(new)
    Deck.objects.bulk_update({one.deck_id: one.deck for one in new}.values(), ["counts"])
    return own


def _freed(held: Sequence[Deck]) -> dict[int, list[decks.Draw]]:
    """Return the freed positions of each deck, by the deck's key."""
    rows = Prescription.objects.filter(deck__in=held, highlight=None).order_by("position")
    freed: dict[int, list[decks.Draw]] = {}
    for deck, position, value in rows.values_list("deck", "position", "value"):
        freed.setdefault(deck, []).append(decks.Draw(position, value))
    return freed


def free_prescriptions(*, highlight: Highlight, slot: str | None = None) -> dict[str, str]:
    """Free what was dealt for a highlight, or for one slot of it; return what it was."""
    mine = Prescription.objects.filter(highlight=highlight).select_related("deck")
    if slot is not None:
        mine = mine.filter(slot=slot)
    freed = {f"{one.deck.factor}:{one.slot}".rstrip(":"): one.value for one in mine}
    mine.update(highlight=None)
    return freed


def free_slots_of(claims: Iterable[Claim]) -> None:
    """Free what was dealt for claims that left the dataset, with the last claim of a slot."""
    for claim in claims:
        if claim.highlight is None:
            continue
        rest = Claim.objects.filter(
            highlight=claim.highlight, slot=claim.slot, state__in=Claim.KEPT
        )
        if not rest.exists():
            free_prescriptions(highlight=claim.highlight, slot=claim.slot)


def prescribe_again(claim: Claim) -> None:
    """Give back to a claim that returns what was dealt for it, or the same that others freed.

    What has been dealt to somebody else in the meantime stays theirs.
    """
    for factor, value in claim.prescribed.items():
        of_factor = Prescription.objects.filter(
            deck__campaign=claim.campaign_id, deck__factor=factor
        )
        if of_factor.filter(highlight=claim.highlight_id, slot=claim.slot).exists():
            continue
        freed = of_factor.filter(value=value, highlight=None).order_by("-deck", "position").first()
        if freed is not None:
            freed.highlight_id, freed.slot = claim.highlight_id, claim.slot
            freed.save(update_fields=["highlight", "slot"])
