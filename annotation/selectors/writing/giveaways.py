"""Reading the phrases that give verdicts away in a campaign, and which lists are out of date."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Q

from annotation.models import Assignment, Claim, GiveAwayList
from annotation.rules.checks.giveaways import FEWEST_CLAIMS, GiveAway
from campaigns.models import Campaign

# A list is made again when so many claims, or this share of them, were added, withdrawn or
# verified, but not more often than this.
FEWEST_NEW = 20
SHARE_NEW = 0.02
REST = timedelta(minutes=1)


def giveaways_of(campaign: Campaign) -> dict[str, GiveAway]:
    """Return the list of phrases as it was last made, by phrase; empty before that. One query."""
    phrases = GiveAwayList.objects.filter(campaign=campaign).values_list("phrases", flat=True)
    return {row[0]: GiveAway(*row) for row in phrases.first() or []}


def campaigns_to_count(now: datetime) -> list[Campaign]:
    """Open campaigns whose list no longer says what was written since."""
    at_rest = Q(giveaways__isnull=True) | Q(giveaways__made_at__lte=now - REST)
    open_ones = Campaign.objects.filter(at_rest, state=Campaign.State.OPEN)
    counted = open_ones.select_related("giveaways").order_by("pk")
    live = dict(
        Claim.objects.filter(campaign__in=open_ones, state=Claim.State.LIVE)
        .values_list("campaign")
        .annotate(count=Count("pk"))
        .order_by("campaign")
    )
    verified = dict(
        Assignment.objects.filter(
            campaign__in=open_ones,
            state=Assignment.State.DONE,
            kind=Assignment.Kind.ORDINARY,
        )
        .values_list("campaign")
        .annotate(count=Count("claim", distinct=True))
        .order_by("campaign")
    )
    return [one for one in counted if _is_stale(one, live.get(one.pk, 0), verified.get(one.pk, 0))]


def _is_stale(campaign: Campaign, live: int, verified: int) -> bool:
    listed = getattr(campaign, "giveaways", None)
    before = listed.claims if listed is not None else 0
    if max(live, before) < FEWEST_CLAIMS:
        return False
    changed = max(abs(live - before), verified - (listed.verified if listed is not None else 0))
    return changed >= max(FEWEST_NEW, before * SHARE_NEW)
