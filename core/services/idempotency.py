"""Idempotency keys: a request that is sent again is answered again, not done again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from core.models import IdempotencyKey
from core.people import Person

KEPT = timedelta(hours=24)
# A request takes seconds. After this, whoever had the key has died.
ABANDONED_AFTER = timedelta(minutes=5)


class KeyReusedError(Exception):
    """The key belongs to another request."""


class KeyInUseError(Exception):
    """The same request is being answered at this moment."""


def claim_key(*, person: Person, key: str, digest: str, now: datetime) -> IdempotencyKey:
    """Return the row of a key: with its answer if there is one, else for the caller to answer."""
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(
                user_id=person.pk, key=key, digest=digest, created_at=now
            )
    except IntegrityError:
        # A row that is gone by now was given up or deleted: the caller may have it next time.
        found = IdempotencyKey.objects.filter(user_id=person.pk, key=key).first()
    if found is None:
        raise KeyInUseError
    if now - found.created_at >= KEPT:
        return _take_over(found, digest=digest, now=now)
    if found.digest != digest:
        raise KeyReusedError
    if found.status is not None:
        return found
    if now - found.created_at < ABANDONED_AFTER:
        raise KeyInUseError
    return _take_over(found, digest=digest, now=now)


def store_answer(*, row: IdempotencyKey, status: int, body: str, media_type: str) -> None:
    """Keep the answer for the next request with this key."""
    # The time is the fence: somebody who took an abandoned key over has another one.
    held = IdempotencyKey.objects.filter(pk=row.pk, created_at=row.created_at)
    held.update(status=status, body=body, media_type=media_type)


def give_up_key(*, row: IdempotencyKey) -> None:
    """Free a key whose request failed for a reason of ours: it may be sent again."""
    IdempotencyKey.objects.filter(pk=row.pk, created_at=row.created_at, status=None).delete()


def forget_old_keys(*, now: datetime) -> None:
    """Delete the keys whose answers nobody asks for any more."""
    IdempotencyKey.objects.filter(created_at__lt=now - KEPT).delete()


def _take_over(found: IdempotencyKey, *, digest: str, now: datetime) -> IdempotencyKey:
    held = IdempotencyKey.objects.filter(pk=found.pk, created_at=found.created_at)
    if not held.update(created_at=now, digest=digest, status=None, body="", media_type=""):
        raise KeyInUseError
    found.created_at, found.digest, found.status = now, digest, None
    return found
