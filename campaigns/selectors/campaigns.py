"""Campaigns, and counts of what they have."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from campaigns.models import Campaign


def shown_campaigns() -> QuerySet[Campaign]:
    """Return the campaigns that people may see: all but those being imported or deleted."""
    return Campaign.objects.exclude(state__in=[Campaign.State.IMPORTING, Campaign.State.DELETING])


def all_campaigns() -> QuerySet[Campaign]:
    """Return every campaign, also archived ones, with its number of members, by name."""
    return shown_campaigns().annotate(member_count=Count("membership")).order_by("name")


def archived_campaigns(person: User) -> QuerySet[Campaign]:
    """Return the archived campaigns of a person, for an administrator all of them, by name."""
    archived = Campaign.objects.filter(state=Campaign.State.ARCHIVED).order_by("name")
    return archived if person.is_administrator else archived.filter(members=person)


def count_in_campaign(rows: QuerySet[Any]) -> Coalesce:
    """Return how many of the rows belong to the campaign of the outer query, as an expression.

    So one query reads any number of such counts.
    """
    of_campaign = rows.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return Coalesce(Subquery(of_campaign.annotate(count=Count("pk")).values("count")), 0)
