"""Attempts with their items, campaigns and highlights."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from annotation.models import Attempt, Claim, Highlight
from campaigns.models import Campaign


def attempt_of(person: User, public_id: UUID) -> Attempt | None:
    """Return a person's own attempt with its item, the campaign and the corpus."""
    attempt = Attempt.objects.filter(public_id=public_id, annotator=person).first()
    if attempt is None:
        return None
    # Two narrow queries are faster than one that joins the items of both kinds of work.
    if attempt.highlight_id is not None:
        highlights = Highlight.objects.select_related("campaign__corpus", "page")
        attempt.highlight = highlights.get(pk=attempt.highlight_id)
    else:
        attempt.claim = Claim.objects.select_related("campaign__corpus").get(pk=attempt.at_claim)
    return attempt


def campaign_of(attempt: Attempt) -> Campaign:
    """Return the campaign of an attempt."""
    thing = attempt.highlight or attempt.claim
    assert thing is not None
    return thing.campaign


def highlight_of(attempt: Attempt) -> Highlight:
    """Return the highlight of a writing attempt."""
    assert attempt.highlight is not None
    return attempt.highlight
