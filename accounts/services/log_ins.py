"""Log-ins: tries are counted, and too many of them refused."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.services import tries
from accounts.throttling import (
    SAME_NAME,
    SAME_NAME_AND_PLACE,
    SAME_PLACE,
    Limit,
    TryKey,
)

_NAME, _PLACE, _BOTH, _BROWSER = "name", "place", "name and place", "known browser"


def begin_log_in(*, name: str, network: str, browser: str, now: datetime) -> None:
    """Count a try, or raise `tries.TooManyTriesError`.

    `browser` is the id of a browser in which this name has logged in before; else it is empty.
    """
    tries.begin_try(limits=_limits(name, network, browser), now=now)


def end_log_in(*, name: str, network: str, browser: str) -> None:
    """Forget the counts of a person whose password was right."""
    own = [_own_key(name, network, browser)]
    shared = [key for key, _ in _limits(name, network, browser) if key not in own]
    tries.forgive_try(forget=own, reduce=shared)


def take_back_log_in(*, name: str, network: str, browser: str) -> None:
    """Uncount a try whose password was not looked at."""
    keys = [key for key, _ in _limits(name, network, browser)]
    tries.forgive_try(forget=[], reduce=keys)


def wait_for_log_in(*, name: str, network: str, browser: str, now: datetime) -> timedelta:
    """Return how long the next try has to wait; not positive: it need not."""
    return tries.wait_left(limits=_limits(name, network, browser), now=now)


def _own_key(name: str, network: str, browser: str) -> TryKey:
    return TryKey(_BROWSER, name, browser) if browser else TryKey(_BOTH, name, network)


def _limits(name: str, network: str, browser: str) -> list[tuple[TryKey, Limit]]:
    own = (_own_key(name, network, browser), SAME_NAME_AND_PLACE)
    if browser:
        return [own]
    return [own, (TryKey(_PLACE, source=network), SAME_PLACE), (TryKey(_NAME, name), SAME_NAME)]
