"""The list of phrases that give verdicts away, from all claims of a campaign.

A chore makes it, not each submission: counts kept up to date would make everybody who submits wait
for the row of "the". The list lags by a few claims, which does not matter for advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.models import Attempt, Claim, GiveAwayList, Verification
from annotation.rules.checks.giveaways import count_phrases, find_giveaways
from campaigns.models import Campaign

_AT_ONCE = 2000
# A claim takes some microseconds to count.
_REPORT_EVERY = 500


def ignore_count(_read: int) -> None:
    """Go on: nobody waits for a report."""


def list_giveaways(
    *, campaign: Campaign, now: datetime, report: Callable[[int], None] = ignore_count
) -> GiveAwayList:
    """Count the phrases of all live claims with a verdict, and store the strongest.

    The verdict is that of the first verification, or the author's until there is one. `report` is
    called with how many claims were read, again and again, and may raise to stop.
    """
    first = Verification.objects.filter(
        claim=OuterRef("pk"), purpose=Attempt.Purpose.VERIFY, void_since=None
    ).order_by("submitted_at", "pk")
    claims: QuerySet[Claim, tuple[str, str, str | None]] = (
        Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
        .order_by("pk")
        .values_list("text", "verdict", Subquery(first.values("verdict")[:1]))
    )
    read = 0
    with_verification = 0

    def judged() -> Iterator[tuple[str, str]]:
        nonlocal read, with_verification
        for text, intended, verified in claims.iterator(chunk_size=_AT_ONCE):
            if read % _REPORT_EVERY == 0:
                report(read)
            read += 1
            with_verification += bool(verified)
            # What a verifier found counts, not what the author had in mind.
            if verdict := verified or intended:
                yield text, verdict

    counts = count_phrases(judged())
    report(read)
    found = find_giveaways(counts)
    report(read)
    made, _created = GiveAwayList.objects.update_or_create(
        campaign=campaign,
        defaults={
            "phrases": [list(astuple(one)) for _, one in sorted(found.items())],
            "claims": read,
            "verified": with_verification,
            "made_at": now,
        },
    )
    return made
