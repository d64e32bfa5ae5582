"""Timing our search beside the bare engine, by one client and by many at once.

With one client each question is asked of both several times in turns, and the fastest time of each
counts. On a busy machine even that is mostly waiting for a processor, so the time on the processor
is taken too: of an engine in our own process it says what a quiet machine would.

Many clients are threads of several processes, as of a web server; all their times count, since
waiting for each other is what is measured. They pause between questions, as people do. In a rush,
without a pause, they keep all processors busy, and each time is either that of a question in peace
or that of the machine's turns, ten times as long: the median then says how many had luck, and the
answers a second what a question costs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks._search_clients import Answered, ClientQuestions
from benchmarks._search_ways import Ask
from core.programs import ProgramPool

# How often one client asks a question, and in how many parts many clients ask all.
_REPEATS = 3
_ROUNDS = 10
# Sixteen clients then ask 300 questions a second.
_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Times:
    """The times of all queries in milliseconds, shortest first."""

    sorted: list[float]

    def at(self, share: float) -> float:
        return self.sorted[min(len(self.sorted) - 1, int(share * len(self.sorted)))]


@dataclass(frozen=True, slots=True)
class Compared:
    """The times of each way to ask, "ours" and "bare" among them."""

    ways: dict[str, Times]
    # With one client: on the processor, which for an engine elsewhere is our part alone.
    busy: dict[str, Times]
    # Questions answered in a second by all clients together.
    rates: dict[str, float]

    def as_json(self) -> dict[str, float]:
        told = {f"{name}_rate": rate for name, rate in self.rates.items()}
        bare = self.ways["bare"].at(0.5)
        for name, times in self.ways.items():
            told[f"{name}_ratio"] = times.at(0.5) / bare
            for percent in (50, 95, 99):
                told[f"{name}_{percent}"] = times.at(percent / 100)
        for name, times in self.busy.items():
            told[f"{name}_busy_50"] = times.at(0.5)
            told[f"{name}_busy_ratio"] = times.at(0.5) / self.busy["bare"].at(0.5)
        return told


def compare_one_client(ways: Mapping[str, Sequence[Ask]]) -> Compared:
    """Ask each question in all ways, several times, and keep the fastest of each.

    Some are asked before, so that all are warm.
    """
    for asks in ways.values():
        for ask in asks[:: max(1, len(asks) // 50)]:
            ask()
    took: dict[str, list[float]] = {name: [] for name in ways}
    busy: dict[str, list[float]] = {name: [] for name in ways}
    for asks in zip(*ways.values(), strict=True):
        rounds = [[_timed_twice(ask) for ask in asks] for _ in range(_REPEATS)]
        for name, times in zip(ways, zip(*rounds, strict=True), strict=True):
            took[name].append(min(wall for wall, _ in times))
            busy[name].append(min(processor for _, processor in times))
    return Compared(
        {name: Times(sorted(times)) for name, times in took.items()},
        {name: Times(sorted(times)) for name, times in busy.items()},
        {name: 1000 * len(times) / sum(times) for name, times in took.items()},
    )


def compare_many_clients(
    pool: ProgramPool[ClientQuestions, Answered], asked: ClientQuestions, ways: Sequence[str]
) -> tuple[Compared, Compared]:
    """Time all clients at once, with pauses between questions and without."""
    return _ask_by_many(pool, asked._replace(pause=_PAUSE), ways), _ask_by_many(pool, asked, ways)


def _ask_by_many(
    pool: ProgramPool[ClientQuestions, Answered], asked: ClientQuestions, ways: Sequence[str]
) -> Compared:
    """Time processes that each ask a share of the questions."""
    took: dict[str, list[float]] = {name: [] for name in ways}
    seconds = dict.fromkeys(ways, 0.0)
    for number in range(-1, _ROUNDS):
        # In turns: other work on the machine then disturbs all ways alike.
        for name in ways:
            texts = asked.texts[max(number, 0) :: _ROUNDS]
            orders = [
                asked._replace(way=name, texts=texts[share :: pool.size])
                for share in range(pool.size)
            ]
            answers = [answered for _, answered in pool.results(orders)]
            # The first round warms all processes.
            if number >= 0:
                seconds[name] += max(taken for _, taken in answers)
                took[name] += [one for times, _ in answers for one in times]
    return Compared(
        {name: Times(sorted(times)) for name, times in took.items()},
        {},
        {name: len(took[name]) / seconds[name] for name in ways},
    )


def _timed_twice(ask: Ask) -> tuple[float, float]:
    """Return milliseconds by the clock, and on the processor."""
    started, busy = time.perf_counter(), time.thread_time()
    ask()
    return 1000 * (time.perf_counter() - started), 1000 * (time.thread_time() - busy)
