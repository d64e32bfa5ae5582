"""Log-ins: tries are counted, and too many of them refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.services import tries
from accounts.throttling import (
    SAME_NAME_AND_PLACE,
    SAME_NAME_AND_SITE,
    SAME_PLACE,
    TryKey,
    TryRule,
)

_NAME, _PLACE, _BROWSER = "name", "place", "known browser"
_NAME_AND_PLACE, _NAME_AND_SITE = "name and place", "name and site"


@dataclass(frozen=True, slots=True)
class LogInSource:
    """The name that is tried, and from where.

    `network` is what one client has for itself, `site` what one household or firm has. `browser` is
    the id of a browser in which this name has logged in before; else it is empty.
    """

    name: str
    network: str
    site: str
    browser: str


def begin_log_in(*, source: LogInSource, now: datetime) -> None:
    """Count a try, or raise `tries.TooManyTriesError`."""
    tries.begin_try(rules=_rules(source), now=now)


def end_log_in(*, source: LogInSource) -> None:
    """Forget the counts of a person whose password was right."""
    rules = _rules(source)
    forget = [rule.key for rule in rules if rule.key.name and rule.key.source]
    reduce = [rule.key for rule in rules if rule.key not in forget]
    tries.forgive_try(forget=forget, reduce=reduce)


def take_back_log_in(*, source: LogInSource) -> None:
    """Uncount a try whose password was not looked at."""
    tries.forgive_try(forget=[], reduce=[rule.key for rule in _rules(source)])


def wait_for_log_in(*, source: LogInSource, now: datetime) -> timedelta:
    """Return how long the next try has to wait; not positive: it need not."""
    return tries.wait_left(rules=_rules(source), now=now)


def _rules(source: LogInSource) -> list[TryRule]:
    name = source.name
    if source.browser:
        return [TryRule(TryKey(_BROWSER, name, source.browser), SAME_NAME_AND_PLACE)]
    anywhere = TryKey(_NAME, name)
    return [
        TryRule(TryKey(_NAME_AND_PLACE, name, source.network), SAME_NAME_AND_PLACE),
        TryRule(TryKey(_PLACE, source=source.network), SAME_PLACE),
        TryRule(anywhere, None),
        TryRule(TryKey(_NAME_AND_SITE, name, source.site), SAME_NAME_AND_SITE, anywhere),
    ]
