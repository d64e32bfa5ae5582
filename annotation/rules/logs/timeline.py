"""A log in order, with a clock that runs while somebody is there.

Pure. Browsers report acts in streams, one for each page load, each by a clock that may be wrong;
the server's own acts are a stream too. Together they make one order and one time since the start,
without jumps: the time stops between one page load and the next, runs once if two windows are
open, and never goes back, over reloads, other computers and corrections.
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
    """An act as it is stored; `place` gives the server's order."""

    place: int
    stream: str
    sequence: int
    kind: str
    happened_at: datetime
    received_at: datetime
    is_from_server: bool = False
    body: Mapping[str, Any] = field(default_factory=dict)


class TimedAct(Struct, frozen=True, gc=False):
    """An act and its time: milliseconds since the start."""

    kind: str
    at_ms: int
    body: Mapping[str, Any] = field(default_factory=dict)


# An act with the moment at which it was, by the server's clock.
_ClockedAct = tuple[LoggedAct, datetime]


def correct_clocks(acts: Iterable[LoggedAct]) -> list[LoggedAct]:
    """Return the acts in the server's order, with the browsers' clocks corrected.

    Only the differences within a stream count. The act that arrived fastest shows how far the
    clock is off.
    """
    clocked = [pair for stream in _streams(acts) for pair in stream]
    clocked.sort(key=lambda pair: pair[0].place)
    return [replace(act, happened_at=at) for act, at in clocked]


def build_timeline(acts: Iterable[LoggedAct]) -> list[TimedAct]:
    """Return the acts in order, with their times."""
    streams = _streams(acts)
    clock = _Clock.of(streams)
    timeline: list[TimedAct] = []
    at = 0
    for act, moment in _in_order(streams):
        now = clock.at(moment)
        if now > at:
            at = now
        timeline.append(TimedAct(act.kind, at, act.body))
    return timeline


def _streams(acts: Iterable[LoggedAct]) -> list[list[_ClockedAct]]:
    """Return each stream in its own order, with its clock corrected."""
    streams: dict[str, list[LoggedAct]] = {}
    for act in acts:
        streams.setdefault(act.stream, []).append(act)
    return [_correct_clock(stream) for stream in streams.values()]


def _correct_clock(stream: list[LoggedAct]) -> list[_ClockedAct]:
    stream.sort(key=_SEQUENCE)
    off = min([act.received_at - act.happened_at for act in stream])
    before = stream[0].happened_at + off
    corrected: list[_ClockedAct] = []
    for act in stream:
        # A clock that was set back while the page was open stops for a while.
        at = act.happened_at + off
        if at > before:
            before = at
        corrected.append((act, before))
    return corrected


def _in_order(streams: Sequence[Sequence[_ClockedAct]]) -> list[_ClockedAct]:
    """Return the server's order, but with late acts before the submission that they led to."""
    finishes = sorted(
        act.place
        for stream in streams
        for act, _ in stream
        if act.is_from_server and act.kind == _FINISHES
    )
    placed: list[tuple[int, bool, int, _ClockedAct]] = []
    for stream in streams:
        begun = min([act.place for act, _ in stream])
        finish = next((place for place in finishes if place > begun), None)
        for pair in stream:
            act = pair[0]
            place = act.place
            if finish is not None and place > finish and not act.is_from_server:
                placed.append((finish, False, place, pair))
            else:
                placed.append((place, act.is_from_server, place, pair))
    # No two acts have the same place, so the acts themselves are never compared.
    placed.sort()
    return [pair for _, _, _, pair in placed]


@dataclass(frozen=True, slots=True)
class _Clock:
    """A clock that runs from the first to the last act of every page load, and stops between."""

    # When it starts to run, when it stops again, and how long it has run before.
    starts: list[datetime]
    ends: list[datetime]
    before: list[timedelta]

    @classmethod
    def of(cls, streams: Iterable[Sequence[_ClockedAct]]) -> _Clock:
        loads = (
            (stream[0][1], stream[-1][1]) for stream in streams if not stream[0][0].is_from_server
        )
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
