"""Timing our search beside the bare engine, by one client and by many at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from django.db import connection

Ask = Callable[[], object]
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Times:
    """How long each question took, in milliseconds, shortest first."""

    sorted: list[float]

    def at(self, share: float) -> float:
        return self.sorted[min(len(self.sorted) - 1, int(share * len(self.sorted)))]


@dataclass(frozen=True, slots=True)
class Pair:
    ours: Times
    bare: Times
    # Questions answered in a second by all clients together.
    rate: float

    def as_json(self) -> dict[str, float]:
        told = {"rate": self.rate, "ratio": self.ours.at(0.5) / self.bare.at(0.5)}
        for name, times in (("ours", self.ours), ("bare", self.bare)):
            for percent in (50, 95, 99):
                told[f"{name}_{percent}"] = times.at(percent / 100)
        return told


def compare(ours: Sequence[Ask], bare: Sequence[Ask], clients: int) -> Pair:
    """Ask the same questions of both. Each is asked once before, so that both are warm."""
    for asks in (ours, bare):
        _run(asks[:: max(1, len(asks) // 50)], clients)
    if clients == 1:
        return _one_client(ours, bare)
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    seconds = 0.0
    for number in range(_ROUNDS):
        # In turns: other work on the machine then disturbs both.
        part = slice(number, None, _ROUNDS)
        times["bare"] += _run(bare[part], clients)
        started = time.perf_counter()
        times["ours"] += _run(ours[part], clients)
        seconds += time.perf_counter() - started
    rate = len(ours) / seconds
    return Pair(Times(sorted(times["ours"])), Times(sorted(times["bare"])), rate)


def _one_client(ours: Sequence[Ask], bare: Sequence[Ask]) -> Pair:
    """Each question of both, one after the other, in alternating order."""
    ours_took: list[float] = []
    bare_took: list[float] = []
    for number, (one, other) in enumerate(zip(ours, bare, strict=True)):
        if number % 2:
            ours_took.append(_timed(one))
            bare_took.append(_timed(other))
        else:
            bare_took.append(_timed(other))
            ours_took.append(_timed(one))
    rate = 1000 * len(ours_took) / sum(ours_took)
    return Pair(Times(sorted(ours_took)), Times(sorted(bare_took)), rate)


def _timed(ask: Ask) -> float:
    started = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - started)


def _run(asks: Sequence[Ask], clients: int) -> list[float]:
    """By so many threads at once, each with a database connection of its own, opened before."""
    shares = [list(islice(asks, number, None, clients)) for number in range(clients)]

    def client(share: list[Ask]) -> list[float]:
        connection.ensure_connection()
        try:
            return [_timed(ask) for ask in share]
        finally:
            if clients > 1:
                connection.close()

    if clients == 1:
        return client(shares[0])
    with ThreadPoolExecutor(clients) as pool:
        return [took for times in pool.map(client, shares) for took in times]
