"""Reading campaigns."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from campaigns.models import Campaign


def shown_campaigns() -> QuerySet[Campaign]:
    """Those that anybody may see: not what is being imported, which may come to nothing."""
    return Campaign.objects.exclude(state=Campaign.State.IMPORTING)


def all_campaigns() -> QuerySet[Campaign]:
    """Every campaign with its number of members, by name."""
    return shown_campaigns().annotate(member_count=Count("membership")).order_by("name")
