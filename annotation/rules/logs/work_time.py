"""How long somebody worked: time at the desk split into loading, active and idle.

Pure: a function of what was logged. Loading is from asking for something to getting it. While
the window is hidden all is idle. Otherwise a person who does nothing for a minute is taken to
read for that minute, and to be away for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

IDLE_AFTER = timedelta(minutes=1)
# Doing nothing for so long is a break.
BREAK = timedelta(minutes=10)

_STARTS_LOADING, _ENDS_LOADING = "loading_started", "loading_ended"
_HIDES, _SHOWS, _BEATS = "hidden", "shown", "heartbeat"


@dataclass(frozen=True, slots=True)
class Moment:
    """One logged act of one stream."""

    stream: str
    sequence: int
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WorkTime:
    loading: timedelta = timedelta()
    active: timedelta = timedelta()
    idle: timedelta = timedelta()

    @property
    def total(self) -> timedelta:
        return self.loading + self.active + self.idle


def split_time(moments: Iterable[Moment]) -> WorkTime:
    """The time between the first and the last act of each stream, without what overlaps.

    Two windows at once do not make two days of one: what a later stream covers again counts once.
    """
    streams: dict[str, list[Moment]] = {}
    for moment in moments:
        streams.setdefault(moment.stream, []).append(moment)
    for stream in streams.values():
        stream.sort(key=lambda one: one.sequence)
    sums = {"loading": timedelta(), "active": timedelta(), "idle": timedelta()}
    counted_to: datetime | None = None
    for stream in sorted(streams.values(), key=lambda one: one[0].at):
        for start, end, what in _spans(stream):
            since = start if counted_to is None else max(start, counted_to)
            if end > since:
                sums[what] += end - since
                counted_to = end
    return WorkTime(**sums)


def time_since_break(moments: Iterable[Moment], now: datetime) -> timedelta:
    """How long somebody has worked on without a break that deserves the name."""
    since = now
    acts = sorted((one.at for one in moments if one.kind != _BEATS), reverse=True)
    for at in acts:
        if since - at >= BREAK:
            break
        since = min(since, at)
    return now - since


def _spans(stream: list[Moment]) -> Iterable[tuple[datetime, datetime, str]]:
    """Stretches of time with what they were; they follow one another."""
    loading = hidden = False
    since = acted = stream[0].at
    for moment in stream:
        at = max(moment.at, since)  # a clock that was set back
        if loading or hidden:
            yield since, at, "loading" if loading else "idle"
            acted = at
        else:
            reads_until = min(at, max(since, acted + IDLE_AFTER))
            yield since, reads_until, "active"
            yield reads_until, at, "idle"
        since = at
        if moment.kind != _BEATS:
            acted = at
        loading = moment.kind == _STARTS_LOADING or (loading and moment.kind != _ENDS_LOADING)
        hidden = moment.kind == _HIDES or (hidden and moment.kind != _SHOWS)
