"""Reading campaigns."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from annotation.models import Campaign


def all_campaigns() -> QuerySet[Campaign]:
    """Every campaign with its number of members, by name."""
    return Campaign.objects.annotate(member_count=Count("membership")).order_by("name")
