"""The phrases that give verdicts away in a campaign, as they were last counted."""

from __future__ import annotations

from django.db import models

from campaigns.models.campaigns import Campaign


class GiveAwayList(models.Model):
    """The phrases of a campaign that give verdicts away, listed from time to time."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="giveaways")
    # [phrase, verdict, share of the claims with it, strength]
    phrases = models.JSONField(default=list)
    claims = models.PositiveIntegerField(help_text="how many were counted")
    verified = models.PositiveIntegerField(
        default=0, db_default=0, help_text="how many of them have a verdict of a verifier"
    )
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.campaign} · {len(self.phrases)}"
