"""The list of phrases that give verdicts away, from all claims of a campaign.

A chore makes it, not each submission: counts kept up to date would make everybody who submits wait
for the row of "the". The list lags by a few claims, which does not matter for advice.
"""

from __future__ import annotations

from dataclasses import astuple
from datetime import datetime

from django.db.models import QuerySet

from annotation.models import Claim, GiveAwayList
from annotation.rules.checks.giveaways import count_phrases, find_giveaways
from campaigns.models import Campaign

_AT_ONCE = 2000


def list_giveaways(*, campaign: Campaign, now: datetime) -> GiveAwayList:
    """Count the phrases of all live claims with a verdict, and store the strongest."""
    claims: QuerySet[Claim, tuple[str, str]] = (
        Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
        .order_by("pk")
        .values_list("text", "verdict")
    )
    written = list(claims.iterator(chunk_size=_AT_ONCE))
    found = find_giveaways(count_phrases(one for one in written if one[1]))
    made, _created = GiveAwayList.objects.update_or_create(
        campaign=campaign,
        defaults={
            "phrases": [list(astuple(one)) for _, one in sorted(found.items())],
            "claims": len(written),
            "made_at": now,
        },
    )
    return made
