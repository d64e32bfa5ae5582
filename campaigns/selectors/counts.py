"""Counts of what a campaign has, as expressions, so that one query reads any number of them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import Question


def count_in_campaign(rows: QuerySet[Any]) -> Coalesce:
    """Return how many of the rows the campaign of the outer query has."""
    of_campaign = rows.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return Coalesce(Subquery(of_campaign.annotate(count=Count("pk")).values("count")), 0)


def open_questions() -> Coalesce:
    """Return how many questions of a campaign wait for an answer."""
    return count_in_campaign(Question.objects.filter(answered_at=None))
