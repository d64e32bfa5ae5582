"""Each person's decks: how often their claims are checked, and how much silent gold they get.

Everything here runs in the caller's transaction, under the lock of the person's deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from hashlib import blake2b

from django.db import connection

from annotation.models import PersonDeck
from annotation.rules import decks
from campaigns.models import Campaign


def hold_deck(
    *,
    campaign: Campaign,
    annotator_id: int,
    factor: PersonDeck.Factor,
    shares: Mapping[str, Fraction],
    now: datetime,
) -> PersonDeck:
    """Return the person's deck, locked; a new one if the campaign's shares have changed."""
    mine = PersonDeck.objects.filter(campaign=campaign, annotator=annotator_id, factor=factor)
    held = PersonDeck.next_of(
        mine.select_for_update().order_by("-version").first(),
        campaign=campaign,
        annotator_id=annotator_id,
        factor=factor,
        shares=shares,
    )
    if held._state.adding:
        held.started_at = now
        held.save()
    return held


def peek(deck: PersonDeck) -> str:
    """Return what the deck deals next."""
    return decks.draw(deck.dealer, deck.counts).value


def deal(deck: PersonDeck) -> str:
    """Deal the next value of a locked deck."""
    value = peek(deck)
    deck.counts = {**deck.counts, value: deck.counts.get(value, 0) + 1}
    deck.save(update_fields=["counts"])
    return value


def dealt_by_all(campaign: Campaign, factor: PersonDeck.Factor) -> Counter[str]:
    """Return what everybody's decks have dealt together, for a limit of the whole campaign.

    Nobody else deals until this transaction ends. Locks on the decks would not do: a person's first
    deck is a new row, which others do not see while they wait.
    """
    if connection.vendor == "postgresql":
        name = blake2b(f"{factor} {campaign.pk}".encode(), digest_size=7).digest()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(name)])
    # SQLite has one transaction that writes at a time.
    dealt = Counter[str]()
    for counts in PersonDeck.objects.filter(campaign=campaign, factor=factor).values_list(
        "counts", flat=True
    ):
        dealt.update(counts)
    return dealt
