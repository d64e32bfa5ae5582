"""Counted tries. A try is counted before its outcome is known: many at once gain nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils.crypto import salted_hmac

from accounts.models import CountedTries
from accounts.throttling import FORGOTTEN_AFTER, MANY, TryKey, TryRule


class TooManyTriesError(Exception):
    """Too many tries; `wait` says how long until the next one counts."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


@transaction.atomic
def begin_try(*, rules: Sequence[TryRule], now: datetime) -> None:
    """Count a try for each key, or raise `TooManyTriesError` and count it for none."""
    counts = _hold([rule.key for rule in rules], now)
    wait = _longest_wait(rules, counts, now)
    if wait > timedelta():
        raise TooManyTriesError(wait)
    rested = [count.pk for count in counts.values() if now - count.last_at > FORGOTTEN_AFTER]
    CountedTries.objects.filter(pk__in=rested).update(tries=0)
    CountedTries.objects.filter(pk__in=[count.pk for count in counts.values()]).update(
        tries=F("tries") + 1, last_at=now
    )


def wait_left(*, rules: Sequence[TryRule], now: datetime) -> timedelta:
    """Return how long the next try has to wait; not positive: it need not."""
    counts = {rule.key: count for rule in rules if (count := _of(rule.key).first()) is not None}
    return _longest_wait(rules, counts, now)


@transaction.atomic
def forgive_try(*, forget: Sequence[TryKey], reduce: Sequence[TryKey]) -> None:
    """Forget the counts of some keys and reduce others by one, after a correct password."""
    for key in forget:
        _of(key).delete()
    for key in reduce:
        _of(key).update(tries=Greatest(F("tries") - 1, Value(0)))


def forget_tries(*, name: str) -> None:
    """Forget every count for a name."""
    CountedTries.objects.filter(name_digest=_digest(name)).delete()


def forget_old_tries(*, now: datetime) -> int:
    """Delete counts that rested for a day; return how many there were."""
    deleted, _ = CountedTries.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    return deleted


def _hold(keys: Sequence[TryKey], now: datetime) -> dict[TryKey, CountedTries]:
    """Return the counts, locked; in as many queries whether they were there before or not."""
    CountedTries.objects.bulk_create(
        [
            CountedTries(
                kind=key.kind,
                name_digest=_digest(key.name),
                source_digest=_digest(key.source),
                last_at=now,
            )
            for key in keys
        ],
        ignore_conflicts=True,
    )
    wanted = Q()
    for key in keys:
        wanted |= _condition(key)
    # In one order, so that two who try at once wait for each other instead of blocking.
    rows = CountedTries.objects.select_for_update().filter(wanted).order_by("pk")
    by_digests = {(row.kind, row.name_digest, row.source_digest): row for row in rows}
    return {key: by_digests[key.kind, _digest(key.name), _digest(key.source)] for key in keys}


def _longest_wait(
    rules: Sequence[TryRule], counts: Mapping[TryKey, CountedTries], now: datetime
) -> timedelta:
    """Return the longest of the waits that the rules demand."""
    lately = {key: count for key, count in counts.items() if now - count.last_at <= FORGOTTEN_AFTER}
    wait = timedelta()
    for rule in rules:
        if rule.limit is None or rule.key not in lately:
            continue
        if rule.while_many is not None:
            others = lately.get(rule.while_many)
            if others is None or others.tries < MANY:
                continue
        count = lately[rule.key]
        after = rule.limit.wait_after(count.tries)
        # Of two who try at once, the later one may have been counted first: `last_at` is then
        # after `now`, and that is no reason to wait.
        if after > timedelta():
            wait = max(wait, count.last_at + after - now)
    return wait


def _of(key: TryKey) -> QuerySet[CountedTries]:
    return CountedTries.objects.filter(_condition(key))


def _condition(key: TryKey) -> Q:
    digests = {"name_digest": _digest(key.name), "source_digest": _digest(key.source)}
    return Q(kind=key.kind, **digests)


def _digest(text: str) -> str:
    """Return what stands for a name or an address in the database: neither is kept there."""
    if not text:
        return ""
    kept = salted_hmac("accounts.tries", text.encode("utf-8", "surrogatepass"), algorithm="sha256")
    return kept.hexdigest()[:32]
