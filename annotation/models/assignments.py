"""The queue of claims: slots that people verify in, and how often each person's claims go again."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.claims import Claim
from annotation.models.decks import StoredDeck
from annotation.models.leasing import Leased
from campaigns.models.campaigns import Campaign


class Assignment(Leased):
    """A slot in which one person verifies a claim, with its lease.

    A claim has as many slots as people are to verify it; when it becomes another claim, they are
    closed and others opened.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        HELD = "held", _("Being verified")
        # Waits for its holder, who may take others meanwhile.
        PAUSED = "paused", _("Paused")
        DONE = "done", _("Verified")
        CLOSED = "closed", _("Closed")

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="assignments", db_index=False
    )
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="assignments")
    slot = models.PositiveIntegerField()
    # Opened in addition to the slots of every claim, to measure agreement.
    is_duplicate = models.BooleanField(default=False)
    rank = models.BigIntegerField(help_text="the keyed hash by which claims are shuffled")
    opened_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)

    class Meta:
        constraints = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(
                fields=["claim", "slot"],
                name="assignment_slot_once",
                condition=~Q(state="closed"),
            ),
            models.CheckConstraint(name="assignment_slot_from_one", condition=Q(slot__gte=1)),
            models.CheckConstraint(
                name="assignment_state_known",
                condition=Q(state__in=["waiting", "held", "paused", "done", "closed"]),
            ),
        ]
        indexes = [models.Index(fields=["campaign", "state", "rank"], name="assignment_next")]

    def __str__(self) -> str:
        return f"{self.claim} · {self.slot}"


class DepthDeck(StoredDeck):
    """With how many verifications in all the claims end that one person verified first.

    A deck for each person, so that everybody's work is checked in proportion to its volume.
    """

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="depth_decks", db_index=False
    )
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "annotator", "version"], name="depth_deck_version_once"
            ),
            models.CheckConstraint(name="depth_deck_seeded", condition=~Q(seed="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.annotator} · {self.version}"
