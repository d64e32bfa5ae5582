"""Work time: time at the desk, split into loading, active and idle.

Pure: a function of the log. Loading lasts from a request to its answer. While the window is hidden,
all time is idle. Otherwise a person who does nothing is taken to read for a minute, and to be away
after that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

IDLE_AFTER = timedelta(minutes=1)
# So long without an act is a break.
BREAK = timedelta(minutes=10)

_STARTS_LOADING, _ENDS_LOADING = "loading_started", "loading_ended"
_HIDES, _SHOWS, _BEATS = "hidden", "shown", "heartbeat"


@dataclass(frozen=True, slots=True)
class Moment:
    """An act of a stream, with its time."""

    stream: str
    sequence: int
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WorkTime:
    """Time at the desk by what it was spent on."""

    loading: timedelta = timedelta()
    active: timedelta = timedelta()
    idle: timedelta = timedelta()

    @property
    def total(self) -> timedelta:
        return self.loading + self.active + self.idle


def split_time(moments: Iterable[Moment]) -> WorkTime:
    """Return the time between the first and the last act of each stream.

    Where streams overlap, as of two windows, time counts once.
    """
    streams: dict[str, list[Moment]] = {}
    for moment in moments:
        streams.setdefault(moment.stream, []).append(moment)
    for stream in streams.values():
        stream.sort(key=lambda moment: moment.sequence)
    sums = {"loading": timedelta(), "active": timedelta(), "idle": timedelta()}
    counted_to: datetime | None = None
    for stream in sorted(streams.values(), key=lambda moments: moments[0].at):
        for start, end, what in _spans(stream):
            since = start if counted_to is None else max(start, counted_to)
            if end > since:
                sums[what] += end - since
                counted_to = end
    return WorkTime(**sums)


def time_since_break(moments: Iterable[Moment], now: datetime) -> timedelta:
    """Return how long somebody has worked since their last break."""
    since = now
    acts = sorted((one.at for one in moments if one.kind != _BEATS), reverse=True)
    for at in acts:
        if since - at >= BREAK:
            break
        since = min(since, at)
    return now - since


def _spans(stream: list[Moment]) -> Iterable[tuple[datetime, datetime, str]]:
    """Return consecutive stretches of time with what they were."""
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
