"""Makes the database and the index of `benchmarks/api.py`, with a token for one of the people."""

from __future__ import annotations

import io
from typing import Any

from benchmarks._verifying_world import Size, fill


def measure(claims: int, acts: int, people: int) -> dict[str, Any]:
    """Return how to reach the campaign and its corpus that were made."""
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import User
    from accounts.services import tokens
    from campaigns.models import Campaign
    from core.api.scopes import Scope

    call_command("collectstatic", verbosity=0, interactive=False)
    world = fill(Size(claims, acts, people))
    campaign = Campaign.objects.select_related("corpus").get(public_id=world["campaign"])
    assert campaign.corpus is not None
    # What it prints would be taken for the result.
    call_command("search_rebuild", corpus=campaign.corpus.name, stdout=io.StringIO())
    made = tokens.make_api_token(
        person=User.objects.get(username="person2"),
        name="benchmark",
        now=timezone.now(),
        scopes=list(Scope),
    )
    return {**world, "corpus": str(campaign.corpus.public_id), "token": made.secret}
