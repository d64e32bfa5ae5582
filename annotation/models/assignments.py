"""The queue of claims: slots that people verify in, and each person's decks of checks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.claims import Claim
from annotation.models.dataset import DatasetSlots
from annotation.models.decks import StoredDeck
from annotation.models.leasing import Leased
from annotation.rules import decks
from campaigns.models.campaigns import Campaign


class Assignment(Leased):
    """A slot in which one person verifies a claim, with its lease.

    A claim has as many slots as people are to verify it; when it becomes another claim, they are
    closed and others opened.
    """

    class Kind(models.TextChoices):
        """The reason why a slot was opened. `Assignment.objects` has only the first two."""

        ORDINARY = "ordinary", _("Ordinary work")
        # In addition to the slots of every claim, to measure agreement.
        DUPLICATE = "duplicate", _("Duplicate")
        # For experts, who look for all evidence there is.
        EXPERT = "expert", _("Expert")
        # Gold among the ordinary work. Nobody else ever gets this slot.
        SILENT = "silent", _("Silent gold")

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        HELD = "held", _("Being verified")
        # Waits for its holder, who may take others.
        PAUSED = "paused", _("Paused")
        DONE = "done", _("Verified")
        CLOSED = "closed", _("Closed")

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="assignments", db_index=False
    )
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="assignments")
    slot = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.ORDINARY)
    rank = models.BigIntegerField(help_text="the keyed hash by which claims are shuffled")
    opened_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)

    objects: ClassVar[models.Manager[Assignment]] = DatasetSlots()
    with_checks: ClassVar[models.Manager[Assignment]] = models.Manager()

    class Meta:
        constraints = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(
                fields=["claim", "slot"],
                name="assignment_slot_once",
                condition=Q(kind__in=["ordinary", "duplicate"]) & ~Q(state="closed"),
            ),
            # Checks are numbered by themselves.
            models.UniqueConstraint(
                fields=["claim", "kind", "slot"],
                name="assignment_check_once",
                condition=Q(kind__in=["expert", "silent"]) & ~Q(state="closed"),
            ),
            models.CheckConstraint(name="assignment_slot_from_one", condition=Q(slot__gte=1)),
            models.CheckConstraint(
                name="assignment_state_known",
                condition=Q(state__in=["waiting", "held", "paused", "done", "closed"]),
            ),
            models.CheckConstraint(
                name="assignment_kind_known",
                condition=Q(kind__in=["ordinary", "duplicate", "expert", "silent"]),
            ),
            # It is given to one person, and closed when they let go of it.
            models.CheckConstraint(
                name="assignment_silent_never_waits",
                condition=~Q(kind="silent", state="waiting"),
            ),
        ]
        indexes = [models.Index(fields=["campaign", "state", "rank"], name="assignment_next")]

    def __str__(self) -> str:
        return f"{self.claim} · {self.slot}"


class PersonDeck(StoredDeck):
    """One factor of what is dealt with a person's verifications: duplicates, experts, silent gold.

    A deck for each person and factor, so that everybody is checked in proportion to their volume.
    """

    class Factor(models.TextChoices):
        # With how many verifications the claims end that the person verified first.
        DEPTH = "depth", _("Verifications of a claim")
        # Whether an expert verifies those claims, too.
        EXPERT = "expert", _("Expert")
        # Whether the next item that the person takes is silent gold.
        SILENT = "silent", _("Silent gold")

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="person_decks", db_index=False
    )
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    factor = models.CharField(max_length=6, choices=Factor)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "factor", "annotator", "version"],
                name="person_deck_version_once",
            ),
            models.CheckConstraint(name="person_deck_seeded", condition=~Q(seed="")),
            models.CheckConstraint(
                name="person_deck_factor_known",
                condition=Q(factor__in=["depth", "expert", "silent"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.annotator} · {self.factor} · {self.version}"

    @classmethod
    def next_of(
        cls,
        before: PersonDeck | None,
        *,
        campaign: Campaign,
        annotator_id: int,
        factor: PersonDeck.Factor,
        shares: Mapping[str, Fraction],
    ) -> PersonDeck:
        """Return the deck to deal from: the one before, or a new one if the shares changed."""
        if before is not None and before.exact_shares == shares:
            return before
        version = before.version + 1 if before else 1
        return cls(
            campaign=campaign,
            annotator_id=annotator_id,
            factor=factor,
            version=version,
            shares=[[value, str(share)] for value, share in shares.items()],
            seed=decks.seed_for(campaign.seed, f"{factor}:{annotator_id}", version),
        )
