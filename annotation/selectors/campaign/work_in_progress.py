"""The managers' view of the work: open attempts, skips with their reasons, and highlights."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from annotation.models import Attempt, Highlight, Skip
from annotation.selectors.review.conduct import skips_in_campaign
from campaigns.models import Campaign, Membership


def open_attempts(campaign: Campaign) -> QuerySet[Attempt]:
    """Return open attempts with pages, claims and `until`, the next lease to end first."""
    # Only what is leased: gold and calibration wait for nobody.
    of_campaign = Q(highlight__campaign=campaign, purpose=Attempt.Purpose.WRITE) | Q(
        assignment__campaign=campaign
    )
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
    """Return every skip of a highlight or a claim, with its annotator, the newest first."""
    return (
        skips_in_campaign(campaign)
        .select_related("attempt__annotator", "attempt__highlight__page", "attempt__claim")
        .order_by("-skipped_at", "-pk")
    )


def highlights_in(campaign: Campaign) -> QuerySet[Highlight]:
    """Return the highlights of a campaign with their pages and holders, in the order drawn."""
    rows = Highlight.objects.filter(campaign=campaign)
    return rows.select_related("page", "holder").order_by("pk")


def people_at_work(campaign: Campaign) -> list[tuple[str, str]]:
    """Return the public ids and names of those who write or verify, by name."""
    members = Membership.objects.filter(campaign=campaign).exclude(
        writes_claims=False, verifies_claims=False
    )
    people = members.select_related("user").order_by("user__name", "user__username")
    return [(str(member.user.public_id), str(member.user)) for member in people]
