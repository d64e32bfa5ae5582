"""Reading attempts: whose they are, and what they are about."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from annotation.models import Attempt, Campaign, Highlight


def attempt_of(person: User, public_id: UUID) -> Attempt | None:
    """A person's own attempt, with what it is at, the campaign and the corpus."""
    attempts = Attempt.objects.select_related(
        "highlight__campaign__corpus", "highlight__page", "claim__campaign__corpus"
    )
    return attempts.filter(public_id=public_id, annotator=person).first()


def campaign_of(attempt: Attempt) -> Campaign:
    """The campaign whose work it is."""
    thing = attempt.highlight or attempt.claim
    assert thing is not None
    return thing.campaign


def highlight_of(attempt: Attempt) -> Highlight:
    """What somebody writes from."""
    assert attempt.highlight is not None
    return attempt.highlight
