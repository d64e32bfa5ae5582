"""Decks, and what was dealt from them."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q

from annotation.models.highlights import Highlight
from annotation.rules import decks
from campaigns.models.campaigns import Campaign


class StoredDeck(models.Model):
    """A deck with what it has dealt so far. Other shares make a new version, from zero."""

    version = models.PositiveIntegerField()
    # Fractions as texts ("1/3"), in the protocol's order.
    shares = models.JSONField()
    seed = models.CharField(max_length=64)
    # How often each value was dealt; freeing does not count it back.
    counts = models.JSONField(default=dict, blank=True)
    started_at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def exact_shares(self) -> dict[str, Fraction]:
        return {value: Fraction(share) for value, share in self.shares}

    @property
    def dealer(self) -> decks.DeckShares:
        """Return the pure deck, shuffled, so that factors with equal shares stay independent."""
        return decks.DeckShares.of(self.exact_shares, self.seed, decks.DeckOrder.SHUFFLED)


class Deck(StoredDeck):
    """The quotas of one factor of a campaign."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="decks", db_index=False)
    factor = models.CharField(max_length=60)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "factor", "version"], name="deck_version_once"
            ),
            models.UniqueConstraint(
                fields=["campaign", "factor"],
                name="deck_one_current",
                condition=Q(ended_at__isnull=True),
            ),
            models.CheckConstraint(name="deck_seeded", condition=~Q(seed="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.factor} · {self.version}"


class Prescription(models.Model):
    """One draw: what a claim, or the highlight itself, must be. Freed, it has no highlight."""

    deck = models.ForeignKey(Deck, models.PROTECT, related_name="prescriptions", db_index=False)
    position = models.PositiveIntegerField()
    value = models.CharField(max_length=60)
    slot = models.CharField(max_length=60, blank=True, default="")
    highlight = models.ForeignKey(
        Highlight, models.PROTECT, null=True, blank=True, related_name="prescriptions"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deck", "position"], name="prescription_position_once"),
            models.UniqueConstraint(
                fields=["highlight", "deck", "slot"], name="prescription_once_per_slot"
            ),
            models.CheckConstraint(
                name="prescription_position_from_one", condition=Q(position__gte=1)
            ),
        ]
        indexes = [
            models.Index(
                fields=["deck", "position"],
                name="prescription_freed",
                condition=Q(highlight__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deck} · {self.position} · {self.value}"
