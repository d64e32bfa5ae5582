"""A log in order, with a clock that runs while somebody is there.

Pure. What the browsers tell comes in streams, one a page load, each by a clock that may be wrong;
what the server notes itself is a stream too. Out of all of them comes one order and one time since
the start, in which nothing jumps: it stands still between one page load and the next, runs once
where two windows are open, and never goes back, over reloads, other computers and corrections.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from operator import attrgetter
from typing import Any

_FINISHES = "submitted"
_SEQUENCE = attrgetter("sequence")


@dataclass(frozen=True, slots=True)
class Logged:
    """An act as it is stored. `place` is the server's order."""

    place: int
    stream: str
    sequence: int
    kind: str
    happened_at: datetime
    received_at: datetime
    is_servers: bool = False
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """An act, and when it was: milliseconds since the start."""

    kind: str
    at_ms: int
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return self.at_ms / 1000


# An act with the moment at which it was, by the server's clock.
_Set = tuple[Logged, datetime]


def by_the_servers_clock(acts: Iterable[Logged]) -> list[Logged]:
    """The acts in the server's order, with the browsers' clocks set right.

    Of a stream only the differences count. What arrived fastest tells how far its clock is off.
    """
    return [replace(act, happened_at=at) for act, at in _set_right(acts)]


def _set_right(acts: Iterable[Logged]) -> list[_Set]:
    streams: dict[str, list[Logged]] = {}
    for act in acts:
        streams.setdefault(act.stream, []).append(act)
    right: list[_Set] = []
    for stream in streams.values():
        stream.sort(key=_SEQUENCE)
        off = min(one.received_at - one.happened_at for one in stream)
        before = stream[0].happened_at + off
        for act in stream:
            # A clock that was set back while the page was open stands still for a while.
            before = max(before, act.happened_at + off)
            right.append((act, before))
    right.sort(key=lambda one: one[0].place)
    return right


def tell(acts: Iterable[Logged]) -> list[Told]:
    """The log from the start on, in order."""
    ordered = _in_order(_set_right(acts))
    clock = _Clock.of(ordered)
    told: list[Told] = []
    at = 0
    for act, moment in ordered:
        at = max(at, clock.at(moment))
        told.append(Told(act.kind, at, act.body))
    return told


def _in_order(acts: Sequence[_Set]) -> list[_Set]:
    """The server's order, but for what was still on its way when the work was handed in."""
    finishes = [act.place for act, _ in acts if act.is_servers and act.kind == _FINISHES]
    begun: dict[str, int] = {}
    for act, _ in acts:
        begun.setdefault(act.stream, act.place)

    def key(one: _Set) -> tuple[int, bool, int]:
        act = one[0]
        if act.is_servers:
            return act.place, True, act.place
        finish = next((place for place in finishes if place > begun[act.stream]), act.place)
        return min(act.place, finish), False, act.place

    return sorted(acts, key=key)


@dataclass(frozen=True, slots=True)
class _Clock:
    """Runs from the first to the last act of every page load, and stands still between."""

    spans: tuple[tuple[datetime, datetime], ...]

    @classmethod
    def of(cls, acts: Sequence[_Set]) -> _Clock:
        ends: dict[str, tuple[datetime, datetime]] = {}
        for act, moment in acts:
            if not act.is_servers:
                first, last = ends.get(act.stream, (moment, moment))
                ends[act.stream] = min(first, moment), max(last, moment)
        merged: list[tuple[datetime, datetime]] = []
        for first, last in sorted(ends.values()):
            if merged and first <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(last, merged[-1][1])
            else:
                merged.append((first, last))
        return cls(tuple(merged))

    def at(self, moment: datetime) -> int:
        run = sum(
            (min(last, moment) - first for first, last in self.spans if first < moment),
            timedelta(),
        )
        return run // timedelta(milliseconds=1)


def is_monotonic(told: Sequence[Told]) -> bool:
    """Whether time never goes back; it always holds, and releases check it."""
    return all(one.at_ms <= other.at_ms for one, other in pairwise(told))
