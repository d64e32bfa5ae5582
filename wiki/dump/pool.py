"""A crew of workers: batches go in, what was extracted comes out in the batches' order.

Memory stays flat: only so many batches are on their way at a time. A worker that dies or hangs
is replaced; the page that it was at is put aside, and the rest of its batch goes on.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Pipe, wait
from pathlib import Path
from typing import Any

from wiki.dump.extraction import Extracted, put_aside
from wiki.dump.messages import Done, Order, PageFacts, ReadBatch, Ready
from wiki.dump.records import Batch, Damage, DumpError, Selection, StreamBatch

_PROJECT = Path(__file__).resolve().parent.parent.parent
_ORDERS_AT_A_WORKER = 2
_START_SECONDS = 120.0

DEFAULT_PARSE = "wiki.dump.extraction:parse_page"
# Which pages, by their place among these, are in the database already and need no parsing.
FindKnown = Callable[[tuple[PageFacts, ...]], frozenset[int]]


class WorkersCannotStartError(Exception):
    """A worker ended before it was ready: the fault is not a page's."""


@dataclass(frozen=True, slots=True)
class PageLimits:
    """What one page may cost: processor time, the clock's time, and memory."""

    seconds: float = 30.0
    clock_seconds: float = 300.0
    megabytes: int = 1536


DEFAULT_LIMITS = PageLimits()


@dataclass(slots=True)
class BatchResult:
    """A batch with an answer for each of its pages: what was extracted, or `KNOWN`."""

    batch: Batch | StreamBatch
    facts: tuple[PageFacts, ...] = ()
    answers: list[Extracted | str] = field(default_factory=list)
    damages: tuple[Damage, ...] = ()
    skipped: int = 0
    failure: DumpError | None = None
    is_done: bool = False
    # How often a worker died before it answered the next page.
    deaths: int = 0


class _Worker:
    """A worker process, seen from the importer."""

    def __init__(self, parse: str, limits: PageLimits) -> None:
        self.pipe, theirs = Pipe()
        self.limits = limits
        arguments = [theirs.fileno(), limits.seconds, limits.megabytes, parse]
        paths = [str(_PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wiki.dump.worker", *map(str, arguments)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        theirs.close()
        self.is_ready = False
        self.overdue = False
        self.heard_at = time.monotonic()
        self.orders: deque[BatchResult] = deque()

    @property
    def is_overdue(self) -> bool:
        silent = time.monotonic() - self.heard_at
        if not self.is_ready:
            return silent > _START_SECONDS
        return bool(self.orders) and silent > self.limits.clock_seconds

    def end(self) -> int:
        """Kill the process if it still runs; what it ended with."""
        if self.process.poll() is None:
            self.process.kill()
        self.pipe.close()
        return self.process.wait()


class Crew:
    """Workers that share the work on one dump."""

    def __init__(
        self,
        *,
        workers: int,
        selection: Selection,
        find_known: FindKnown | None = None,
        parse: str = DEFAULT_PARSE,
        limits: PageLimits = DEFAULT_LIMITS,
    ) -> None:
        self.size = workers
        self.selection = selection
        self.find_known = find_known
        self.parse = parse
        self.limits = limits
        self.workers: list[_Worker] = []
        self.waiting: deque[BatchResult] = deque()
        self.in_flight: deque[BatchResult] = deque()

    def extract(self, batches: Iterable[Batch | StreamBatch]) -> Iterator[BatchResult]:
        """The results, in the order of the batches.

        Where the batches end with a DumpError, it is raised after all results before it.
        """
        remaining = iter(batches)
        failure: DumpError | None = None
        is_exhausted = False
        try:
            while True:
                while not is_exhausted and len(self.in_flight) < self._window:
                    try:
                        self._accept(next(remaining))
                    except StopIteration:
                        is_exhausted = True
                    except DumpError as error:
                        failure, is_exhausted = error, True
                    self._hand_out()
                    self._listen(timeout=0)
                if not self.in_flight:
                    break
                is_next_done = self.in_flight[0].is_done
                if is_next_done:
                    yield self.in_flight.popleft()
                self._listen(timeout=0 if is_next_done else 1.0)
                self._hand_out()
        finally:
            self._dismiss()
        if failure is not None:
            raise failure

    @property
    def _window(self) -> int:
        return self.size * (_ORDERS_AT_A_WORKER + 2)

    def _accept(self, batch: Batch | StreamBatch) -> None:
        result = BatchResult(batch)
        if isinstance(batch, Batch):
            result.facts = tuple(PageFacts.of(page) for page in batch.pages)
            result.damages = batch.damages
            result.skipped = batch.skipped
            result.is_done = not batch.pages
        self.in_flight.append(result)
        if not result.is_done:
            self.waiting.append(result)

    def _hand_out(self) -> None:
        while self.waiting:
            ready = [w for w in self.workers if len(w.orders) < _ORDERS_AT_A_WORKER]
            idle = [w for w in ready if not w.orders]
            if not idle and len(self.workers) < self.size:
                self.workers.append(_Worker(self.parse, self.limits))
                idle = self.workers[-1:]
            if not ready and not idle:
                return
            self._send(min(idle or ready, key=lambda worker: len(worker.orders)))

    def _send(self, worker: _Worker) -> None:
        result = self.waiting.popleft()
        known: frozenset[int] | None = frozenset()
        if self.find_known is not None:
            is_read = isinstance(result.batch, Batch)
            known = self.find_known(result.facts) if is_read else None
        if not worker.orders:
            worker.heard_at = time.monotonic()
        worker.orders.append(result)
        # Where the worker has died meanwhile, listening will find out.
        with contextlib.suppress(OSError):
            worker.pipe.send(Order(result.batch, self.selection, len(result.answers), known))

    def _listen(self, *, timeout: float) -> None:
        """Take in what workers have to say, and see to those that cannot any more."""
        pipes = {worker.pipe: worker for worker in self.workers}
        for pipe in wait(list(pipes), timeout):
            worker = pipes[pipe]  # type: ignore[index]
            try:
                while worker.pipe.poll():
                    worker.heard_at = time.monotonic()
                    self._take(worker, worker.pipe.recv())
            except (EOFError, OSError):
                self._bury(worker)
        for worker in [worker for worker in self.workers if worker.is_overdue]:
            worker.overdue = True
            self._bury(worker)

    def _take(self, worker: _Worker, message: Any) -> None:
        if isinstance(message, Ready):
            worker.is_ready = True
            return
        result = worker.orders[0]
        if isinstance(message, Done):
            result.is_done = True
            worker.orders.popleft()
            self._hand_out()
        elif isinstance(message, ReadBatch):
            result.facts = message.facts
            result.damages = message.damages
            result.skipped = message.skipped
            result.failure = message.failure
            if self.find_known is not None:
                with contextlib.suppress(OSError):
                    worker.pipe.send(self.find_known(message.facts))
        else:
            result.answers.append(message)
            result.deaths = 0

    def _bury(self, worker: _Worker) -> None:
        """Put aside what the worker died of, and hand the rest of its work to others."""
        code = worker.end()
        self.workers.remove(worker)
        if not worker.is_ready:
            raise WorkersCannotStartError(f"A worker ended before it was ready (code {code}).")
        for result in reversed(worker.orders):
            self.waiting.appendleft(result)
        if worker.orders:
            took_too_long = worker.overdue or code == -signal.SIGPROF
            self._blame(worker.orders[0], self._reason(worker, code), retry=not took_too_long)
        self._hand_out()

    def _blame(self, result: BatchResult, reason: str, *, retry: bool) -> None:
        result.deaths += 1
        # Workers are also killed from outside, so a page gets a second chance.
        if retry and result.deaths < 2:
            return
        place = len(result.answers)
        if place < len(result.facts):
            result.answers.append(put_aside(result.facts[place].title, reason))
            result.deaths = 0
        elif isinstance(result.batch, StreamBatch) and not result.facts:
            where = f"the stream at byte {result.batch.start} cannot be read ({reason})"
            result.failure = DumpError(result.batch.path, where)
            result.is_done = True
            self.waiting.remove(result)

    def _reason(self, worker: _Worker, code: int) -> str:
        if code == -signal.SIGPROF:
            return f"it takes more than {self.limits.seconds:g} s to parse"
        if worker.overdue:
            return f"the parser gave no answer for {self.limits.clock_seconds:g} s"
        if code < 0:
            return f"it crashes the parser ({signal.Signals(-code).name})"
        return f"it ends the parser (code {code})"

    def _dismiss(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()
        self.waiting.clear()
        self.in_flight.clear()
