"""The managers' view of the work: open attempts, and skips with their reasons."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from annotation.models import Attempt, Skip
from campaigns.models import Campaign


def open_attempts(campaign: Campaign) -> QuerySet[Attempt]:
    """Return open attempts with pages, claims and `until`, the next lease to end first."""
    of_campaign = Q(highlight__campaign=campaign) | Q(assignment__campaign=campaign)
    return (
        Attempt.objects.filter(of_campaign, outcome=Attempt.Outcome.OPEN)
        .select_related(
            "annotator",
            "highlight__page",
            "highlight__holder",
            "highlight__campaign",
            "assignment__claim",
            "assignment__holder",
        )
        .annotate(until=Coalesce("highlight__lease_until", "assignment__lease_until"))
        .order_by("until", "pk")
    )


def skips_in(campaign: Campaign) -> QuerySet[Skip]:
    """Return every skip with its page and its annotator, the newest first."""
    return (
        Skip.objects.filter(attempt__highlight__campaign=campaign)
        .select_related("attempt__annotator", "attempt__highlight__page")
        .order_by("-skipped_at", "-pk")
    )
