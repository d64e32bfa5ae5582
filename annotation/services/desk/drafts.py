"""Drafts: saved without asking, found again after a crash or on another computer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from annotation.models import Attempt, Draft
from core.json_column import can_be_stored

# All sets of an expert with some thirty elements each: what may be submitted is also kept.
LONGEST_DRAFT = 1_000_000
OVER = (
    Attempt.Outcome.SUBMITTED,
    Attempt.Outcome.SKIPPED,
    Attempt.Outcome.REPORTED,
    Attempt.Outcome.UNDONE,
)


class StaleDraftError(Exception):
    """Another window saved after this one read; `draft` is the stored one, if there is one."""

    def __init__(self, draft: Draft | None) -> None:
        super().__init__()
        self.draft = draft


class DraftTooLongError(Exception):
    """A draft that is longer than anybody types, or cannot be stored."""


class AttemptOverError(Exception):
    """The work was submitted, skipped or reported; there is nothing left to draft."""


@transaction.atomic
def save_draft(*, attempt: Attempt, revision: int, body: dict[str, Any], now: datetime) -> Draft:
    """Store a draft. `revision` is the one that its window began from, 0 for none.

    A person who lost their item may still save: what they typed is theirs.
    """
    check_draft(body)
    if Attempt.objects.filter(pk=attempt.pk, outcome__in=OVER).exists():
        raise AttemptOverError
    return store_draft(attempt=attempt, revision=revision, body=body, now=now)


def check_draft(body: dict[str, Any]) -> None:
    """Raise DraftTooLongError if a draft cannot be stored."""
    if not can_be_stored(body, longest=LONGEST_DRAFT):
        raise DraftTooLongError


def store_draft(*, attempt: Attempt, revision: int, body: dict[str, Any], now: datetime) -> Draft:
    """Store a checked draft of an attempt that is not over. Call it within a transaction."""
    if revision == 0:
        return _first(attempt, body, now)
    saved = Draft.objects.filter(attempt=attempt, revision=revision).update(
        revision=revision + 1, body=body, saved_at=now
    )
    if saved:
        return Draft(attempt=attempt, revision=revision + 1, body=body, saved_at=now)
    return _same_or_stale(attempt, body)


def _first(attempt: Attempt, body: dict[str, Any], now: datetime) -> Draft:
    try:
        with transaction.atomic():
            return Draft.objects.create(attempt=attempt, body=body, saved_at=now)
    except IntegrityError:
        return _same_or_stale(attempt, body)


def _same_or_stale(attempt: Attempt, body: dict[str, Any]) -> Draft:
    stored = Draft.objects.filter(attempt=attempt).first()
    if stored is not None and stored.body == body:
        return stored  # sent twice
    raise StaleDraftError(stored)
