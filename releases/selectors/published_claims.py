"""The claims whose labels were published by a release, and are withheld by none."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from campaigns.models import Campaign
from releases.models import Release, ReleaseItem
from releases.selectors.precedents import withheld_before


def published_claims(campaign: Campaign) -> QuerySet[Any, Any]:
    """Return the keys of the claims of published parts.

    A part that any release withholds stays withheld, and so does a claim that was ever in one.
    """
    items = ReleaseItem.objects.filter(
        release__campaign=campaign, release__state=Release.State.READY, claim__isnull=False
    )
    withheld = items.filter(split__in=withheld_before(campaign))
    published = items.filter(release__withdrawn_at=None).exclude(claim__in=withheld.values("claim"))
    return published.values_list("claim", flat=True).distinct()
