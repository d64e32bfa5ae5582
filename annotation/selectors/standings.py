"""How campaigns stand, and what waits for their managers: in one query for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import Assignment, Campaign, ClaimReport, Highlight, Question


@dataclass(frozen=True, slots=True)
class Standing:
    """A campaign in numbers."""

    campaign: Campaign
    # Highlights that claims were written from, and claims that were verified, once for each time.
    written: int
    verified: int
    # What waits for a manager.
    questions: int
    reports: int


def standings_of(campaigns: Sequence[Campaign]) -> list[Standing]:
    """In the order that they are given in."""
    if not campaigns:
        return []
    counted = Campaign.objects.filter(pk__in=[one.pk for one in campaigns]).values_list(
        "pk",
        _count(Highlight.objects.filter(state=Highlight.State.WRITTEN)),
        _count(Assignment.objects.filter(state=Assignment.State.DONE)),
        _open_questions(),
        _open_reports(),
    )
    numbers = {pk: counts for pk, *counts in counted}
    return [Standing(one, *numbers[one.pk]) for one in campaigns]


def waiting_in(campaign: Campaign) -> dict[str, int]:
    """How much of a campaign waits for its managers, by the name of the tab that it stands on."""
    one = Campaign.objects.filter(pk=campaign.pk)
    questions, reports = one.values_list(_open_questions(), _open_reports()).get()
    return {"questions": questions, "reports": reports}


def _open_questions() -> Coalesce:
    return _count(Question.objects.filter(answered_at=None))


def _open_reports() -> Coalesce:
    return _count(ClaimReport.objects.filter(state=ClaimReport.State.OPEN))


def _count(rows: QuerySet[Any]) -> Coalesce:
    """How many of them the campaign of the outer query has."""
    of_campaign = rows.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return Coalesce(Subquery(of_campaign.annotate(count=Count("pk")).values("count")), 0)
