"""Objections of the verifier, and the searches that found them."""

from __future__ import annotations

from django.db.models import F, QuerySet

from annotation.models import Claim
from campaigns.models import Campaign
from quality.models import Objection, ObjectionSearch


def objections_in(campaign: Campaign) -> QuerySet[Objection]:
    """Return the objections to claims whose verdict still counts, in no order."""
    rows = Objection.objects.filter(
        campaign=campaign,
        claim__state=Claim.State.LIVE,
        version__verification__void_since=None,
        version__number=F("version__verification__number"),
    )
    return rows.select_related("claim__author", "version__claim_version", "reviewed_by")


def latest_search(campaign: Campaign) -> ObjectionSearch | None:
    """Return the search that was requested last."""
    rows = ObjectionSearch.objects.filter(campaign=campaign).select_related("job")
    return rows.order_by("-requested_at", "-pk").first()


def finished_search(campaign: Campaign) -> ObjectionSearch | None:
    """Return the last search that came to its end."""
    rows = ObjectionSearch.objects.filter(campaign=campaign, finished_at__isnull=False)
    return rows.order_by("-finished_at", "-pk").first()
