"""Skips and reports in a campaign by person, for its managers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import Attempt, ClaimReport, Skip
from campaigns.models import Campaign


@dataclass(slots=True)
class Conduct:
    """The skips and the waiting reports of a person, counted, and the time of the latest."""

    person: User
    skips: int = 0
    reports: int = 0
    last_at: datetime | None = None

    def note(self, at: datetime) -> None:
        """Remember the time of the latest."""
        self.last_at = at if self.last_at is None else max(self.last_at, at)


def conduct_in(campaign: Campaign) -> list[Conduct]:
    """Return the people with skips or waiting reports in a campaign, the most first."""
    skips = skips_in_campaign(campaign).values_list("attempt__annotator")
    reports = ClaimReport.objects.filter(campaign=campaign, state=ClaimReport.State.OPEN)
    skipped = list(skips.annotate(Count("pk"), Max("skipped_at")).order_by())
    reported = list(
        reports.values_list("attempt__annotator")
        .annotate(Count("pk"), Max("reported_at"))
        .order_by()
    )
    people = User.objects.in_bulk({row[0] for row in skipped} | {row[0] for row in reported})
    found = {key: Conduct(person) for key, person in people.items()}
    for key, count, last in skipped:
        found[key].skips = count
        found[key].note(last)
    for key, count, last in reported:
        found[key].reports = count
        found[key].note(last)
    return sorted(found.values(), key=lambda each: (-(each.skips + each.reports), str(each.person)))


def skips_in_campaign(campaign: Campaign) -> QuerySet[Skip]:
    """Return people's skips of highlights and of claims."""
    # From each skip to its item: a join would read all attempts, and the items of both kinds.
    attempts = Attempt.objects.filter(
        Q(highlight__campaign=campaign) | Q(claim__campaign=campaign), pk=OuterRef("attempt")
    )
    return Skip.objects.filter(Exists(attempts.exclude(purpose=Attempt.Purpose.MACHINE)))


def skips_of(person: User, campaign: Campaign) -> QuerySet[Skip]:
    """Return a person's skips in a campaign with their items."""
    return (
        skips_in_campaign(campaign)
        .filter(attempt__annotator=person)
        .select_related("attempt__annotator", "attempt__claim", "attempt__highlight__campaign")
        .select_related("attempt__highlight__page")
        .order_by("pk")
    )


def open_reports_of(person: User, campaign: Campaign) -> QuerySet[ClaimReport]:
    """Return a person's reports that wait for a decision."""
    return (
        ClaimReport.objects.filter(
            campaign=campaign, state=ClaimReport.State.OPEN, attempt__annotator=person
        )
        .select_related("claim", "attempt__annotator")
        .order_by("pk")
    )
