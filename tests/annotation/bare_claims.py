"""Claims that are simply there, for tests that are about something else."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Claim, ClaimVersion, Highlight
from campaigns.models import Campaign
from campaigns.selectors.guidelines import guidelines_in_force
from wiki.models import Page


def write_bare_claims(campaign: Campaign, page: Page, texts: Sequence[str]) -> list[Claim]:
    """Write claims from one highlight, by somebody who has left the campaign."""
    now = timezone.now()
    author, _made = User.objects.get_or_create(
        username="wanda", defaults={"name": "Wanda Writer", "email": "wanda@example.org"}
    )
    highlight = Highlight.objects.create(
        campaign=campaign,
        page=page,
        unit="written",
        source="table",
        addresses=["sentence_0"],
        rank=2,
        drawn_at=now,
        state=Highlight.State.WRITTEN,
    )
    attempt = Attempt.objects.create(
        highlight=highlight,
        annotator=author,
        lease=1,
        outcome=Attempt.Outcome.SUBMITTED,
        digest="0",
        started_at=now,
        ended_at=now,
    )
    guidelines = guidelines_in_force(campaign)
    claims = []
    for place, text in enumerate(texts, start=1):
        facts = {"text": text, "guidelines": guidelines, "written_at": now}
        claim = Claim.objects.create(
            campaign=campaign,
            highlight=highlight,
            attempt=attempt,
            author=author,
            slot="type_1",
            place=place,
            **facts,
        )
        ClaimVersion.objects.create(claim=claim, number=1, written_by=author, **facts)
        claims.append(claim)
    return claims
