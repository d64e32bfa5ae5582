"""The list of phrases that give verdicts away, from all claims of a campaign.

A chore makes it, not each submission: counts kept up to date would make everybody who submits wait
for the row of "the". The list lags by a few claims, which does not matter for advice.
"""

from __future__ import annotations

from dataclasses import astuple
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.models import Attempt, Claim, GiveAwayList, Verification
from annotation.rules.checks.giveaways import count_phrases, find_giveaways
from campaigns.models import Campaign

_AT_ONCE = 2000


def list_giveaways(*, campaign: Campaign, now: datetime) -> GiveAwayList:
    """Count the phrases of all live claims with a verdict, and store the strongest.

    The verdict is that of the first verification, or the author's until there is one.
    """
    first = Verification.objects.filter(
        claim=OuterRef("pk"), purpose=Attempt.Purpose.VERIFY, void_since=None
    ).order_by("submitted_at", "pk")
    claims: QuerySet[Claim, tuple[str, str, str | None]] = (
        Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
        .order_by("pk")
        .values_list("text", "verdict", Subquery(first.values("verdict")[:1]))
    )
    written = list(claims.iterator(chunk_size=_AT_ONCE))
    # What a verifier found counts, not what the author had in mind.
    judged = ((text, verified or intended) for text, intended, verified in written)
    found = find_giveaways(count_phrases(one for one in judged if one[1]))
    made, _created = GiveAwayList.objects.update_or_create(
        campaign=campaign,
        defaults={
            "phrases": [list(astuple(one)) for _, one in sorted(found.items())],
            "claims": len(written),
            "verified": sum(1 for *_rest, verified in written if verified),
            "made_at": now,
        },
    )
    return made
