"""A log in order, with a clock that runs while somebody is there.

Pure. What the browsers tell comes in streams, one a page load, each by a clock that may be wrong;
what the server notes itself is a stream too. Out of all of them comes one order and one time since
the start, in which nothing jumps: it stands still between one page load and the next, runs once
where two windows are open, and never goes back, over reloads, other computers and corrections.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

_FINISHES = "submitted"
_MILLISECOND = timedelta(milliseconds=1)
_SEQUENCE = attrgetter("sequence")


class LoggedAct(Struct, frozen=True, gc=False):
    """An act as it is stored. `place` is the server's order."""

    place: int
    stream: str
    sequence: int
    kind: str
    happened_at: datetime
    received_at: datetime
    is_servers: bool = False
    body: Mapping[str, Any] = field(default_factory=dict)


class TimedAct(Struct, frozen=True, gc=False):
    """An act, and when it was: milliseconds since the start."""

    kind: str
    at_ms: int
    body: Mapping[str, Any] = field(default_factory=dict)


# An act with the moment at which it was, by the server's clock.
_Set = tuple[LoggedAct, datetime]


def by_the_servers_clock(acts: Iterable[LoggedAct]) -> list[LoggedAct]:
    """The acts in the server's order, with the browsers' clocks set right.

    Of a stream only the differences count. What arrived fastest tells how far its clock is off.
    """
    right = [one for stream in _streams(acts) for one in stream]
    right.sort(key=lambda one: one[0].place)
    return [replace(act, happened_at=at) for act, at in right]


def build_timeline(acts: Iterable[LoggedAct]) -> list[TimedAct]:
    """The log from the start on, in order."""
    streams = _streams(acts)
    clock = _Clock.of(streams)
    told: list[TimedAct] = []
    at = 0
    for act, moment in _in_order(streams):
        now = clock.at(moment)
        if now > at:
            at = now
        told.append(TimedAct(act.kind, at, act.body))
    return told


def _streams(acts: Iterable[LoggedAct]) -> list[list[_Set]]:
    """Each stream in its own order, with its clock set right."""
    streams: dict[str, list[LoggedAct]] = {}
    for act in acts:
        streams.setdefault(act.stream, []).append(act)
    return [_set_right(stream) for stream in streams.values()]


def _set_right(stream: list[LoggedAct]) -> list[_Set]:
    stream.sort(key=_SEQUENCE)
    off = min([act.received_at - act.happened_at for act in stream])
    before = stream[0].happened_at + off
    right: list[_Set] = []
    for act in stream:
        # A clock that was set back while the page was open stands still for a while.
        at = act.happened_at + off
        if at > before:
            before = at
        right.append((act, before))
    return right


def _in_order(streams: Sequence[Sequence[_Set]]) -> list[_Set]:
    """The server's order, but for what was still on its way when the work was handed in."""
    finishes = sorted(
        act.place
        for stream in streams
        for act, _ in stream
        if act.is_servers and act.kind == _FINISHES
    )
    placed: list[tuple[int, bool, int, _Set]] = []
    for stream in streams:
        begun = min([act.place for act, _ in stream])
        finish = next((place for place in finishes if place > begun), None)
        for one in stream:
            act = one[0]
            place = act.place
            if finish is not None and place > finish and not act.is_servers:
                placed.append((finish, False, place, one))
            else:
                placed.append((place, act.is_servers, place, one))
    # No two acts have the same place, so the acts themselves are never compared.
    placed.sort()
    return [one for _, _, _, one in placed]


@dataclass(frozen=True, slots=True)
class _Clock:
    """Runs from the first to the last act of every page load, and stands still between."""

    # Where it starts to run, where it stands still again, and how long it has run before.
    starts: list[datetime]
    ends: list[datetime]
    before: list[timedelta]

    @classmethod
    def of(cls, streams: Iterable[Sequence[_Set]]) -> _Clock:
        loads = ((one[0][1], one[-1][1]) for one in streams if not one[0][0].is_servers)
        clock = cls([], [], [])
        run = timedelta()
        for first, last in sorted(loads):
            if clock.ends and first <= clock.ends[-1]:
                clock.ends[-1] = max(last, clock.ends[-1])
                continue
            if clock.ends:
                run += clock.ends[-1] - clock.starts[-1]
            clock.starts.append(first)
            clock.ends.append(last)
            clock.before.append(run)
        return clock

    def at(self, moment: datetime) -> int:
        number = bisect_left(self.starts, moment) - 1
        if number < 0:
            return 0
        run = min(self.ends[number], moment) - self.starts[number]
        return (self.before[number] + run) // _MILLISECOND
