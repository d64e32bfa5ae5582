"""A pool of worker processes that extract pages, with results in the order of the batches.

Memory use stays flat: only a few batches are in flight at a time. A worker that dies or hangs
is replaced; the page that it was working on is reported as failed, and the rest of its batch
continues.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from core.programs import start_program
from core.readers import HEED_SECONDS, Heed, ignore
from wiki.dump.extraction import Extraction, failed_page
from wiki.dump.messages import BatchContents, BatchEnd, ExtractionRequest, PageHeader, WorkerReady
from wiki.dump.records import ArticleSelection, Batch, Damage, DumpError, StreamBatch

_REQUESTS_PER_WORKER = 2
_START_SECONDS = 120.0
# A page may have 128 MB: not many of those at a time.
_TEXT_IN_FLIGHT = 64 * 2**20

DEFAULT_PARSE = "wiki.dump.extraction:parse_page"
# Returns the positions of those pages that are in the database already and need no parsing.
FindKnown = Callable[[tuple[PageHeader, ...]], frozenset[int]]


class WorkersCannotStartError(Exception):
    """A worker ended before it was ready, so no page can be at fault."""


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits on one page: processor time, elapsed time and memory."""

    seconds: float = 30.0
    clock_seconds: float = 300.0
    megabytes: int = 1536


DEFAULT_LIMITS = PageLimits()


@dataclass(slots=True)
class BatchResult:
    """A batch with an answer for each of its pages: an extraction, or `KNOWN`."""

    batch: Batch | StreamBatch
    headers: tuple[PageHeader, ...] = ()
    answers: list[Extraction | str] = field(default_factory=list)
    damages: tuple[Damage, ...] = ()
    skipped: int = 0
    failure: DumpError | None = None
    is_done: bool = False
    # The number of workers that died before answering the next page.
    deaths: int = 0


class _Worker:
    """The importer's side of a worker process."""

    def __init__(self, parse: str, limits: PageLimits, templates: Path | None) -> None:
        self.limits = limits
        self.process, self.pipe = start_program(
            "wiki.dump.worker", limits.seconds, limits.megabytes, parse, templates or ""
        )
        self.is_ready = False
        self.overdue = False
        self.heard_at = time.monotonic()
        self.requests: deque[BatchResult] = deque()
        self._outbox: SimpleQueue[Any] = SimpleQueue()
        self._sender = threading.Thread(target=self._send_all, daemon=True)
        self._sender.start()

    def send(self, message: Any) -> None:
        """Send a message without waiting until the worker reads it.

        A worker that is starting, or busy inside a C library, reads nothing.
        """
        self._outbox.put(message)

    def _send_all(self) -> None:
        # If the worker has died in the meantime, the importer notices when it listens.
        with contextlib.suppress(OSError):
            while (message := self._outbox.get()) is not None:
                self.pipe.send(message)

    @property
    def is_overdue(self) -> bool:
        silent = time.monotonic() - self.heard_at
        if not self.is_ready:
            return silent > _START_SECONDS
        return bool(self.requests) and silent > self.limits.clock_seconds

    def end(self) -> int:
        """Kill the process if it is still running, and return its exit code."""
        if self.process.poll() is None:
            self.process.kill()
        code = self.process.wait()
        self._outbox.put(None)
        self._sender.join()
        self.pipe.close()
        return code


class ExtractionPool:
    """Worker processes that share the work on one dump."""

    def __init__(
        self,
        *,
        workers: int,
        selection: ArticleSelection,
        find_known: FindKnown | None = None,
        parse: str = DEFAULT_PARSE,
        limits: PageLimits = DEFAULT_LIMITS,
        heed: Heed = ignore,
        templates: Path | None = None,
    ) -> None:
        """`heed` is called at least every half a second; the work ends if it raises.

        `templates` is the file with those of the dump.
        """
        self.templates = templates
        self.size = workers
        self.heed = heed
        self.selection = selection
        self.find_known = find_known
        self.parse = parse
        self.limits = limits
        self.workers: list[_Worker] = []
        self.waiting: deque[BatchResult] = deque()
        self.in_flight: deque[BatchResult] = deque()

    def extract(self, batches: Iterable[Batch | StreamBatch]) -> Generator[BatchResult]:
        """Yield the results in the order of the batches.

        If reading the batches raises a DumpError, raise it after all results before it.
        """
        remaining = iter(batches)
        failure: DumpError | None = None
        is_exhausted = False
        try:
            while True:
                self.heed()
                while not is_exhausted and self._has_room:
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
                self._listen(timeout=0 if is_next_done else HEED_SECONDS)
                self._hand_out()
        finally:
            self._close()
        if failure is not None:
            raise failure

    @property
    def _has_room(self) -> bool:
        """True if another batch may be in flight: neither too many, nor too much text."""
        if len(self.in_flight) >= self.size * (_REQUESTS_PER_WORKER + 2):
            return False
        held = sum(header.text_size for result in self.in_flight for header in result.headers)
        return held < _TEXT_IN_FLIGHT

    def _accept(self, batch: Batch | StreamBatch) -> None:
        result = BatchResult(batch)
        if isinstance(batch, Batch):
            result.headers = tuple(PageHeader.of(page) for page in batch.pages)
            result.damages = batch.damages
            result.skipped = batch.skipped
            result.is_done = not batch.pages
        self.in_flight.append(result)
        if not result.is_done:
            self.waiting.append(result)

    def _hand_out(self) -> None:
        while self.waiting:
            ready = [w for w in self.workers if len(w.requests) < _REQUESTS_PER_WORKER]
            idle = [w for w in ready if not w.requests]
            if not idle and len(self.workers) < self.size:
                self.workers.append(_Worker(self.parse, self.limits, self.templates))
                idle = self.workers[-1:]
            if not ready and not idle:
                return
            self._send(min(idle or ready, key=lambda worker: len(worker.requests)))

    def _send(self, worker: _Worker) -> None:
        result = self.waiting.popleft()
        known: frozenset[int] | None = frozenset()
        if self.find_known is not None:
            is_read = isinstance(result.batch, Batch)
            known = self.find_known(result.headers) if is_read else None
        if not worker.requests:
            worker.heard_at = time.monotonic()
        worker.requests.append(result)
        worker.send(ExtractionRequest(result.batch, self.selection, len(result.answers), known))

    def _listen(self, *, timeout: float) -> None:
        """Receive the workers' messages, and replace workers that died or hang."""
        pipes = {worker.pipe: worker for worker in self.workers}
        for pipe in wait(list(pipes), timeout):
            worker = pipes[pipe]  # type: ignore[index]
            try:
                while worker.pipe.poll():
                    worker.heard_at = time.monotonic()
                    self._receive(worker, worker.pipe.recv())
            except (EOFError, OSError):
                self._replace(worker)
        for worker in [worker for worker in self.workers if worker.is_overdue]:
            worker.overdue = True
            self._replace(worker)

    def _receive(self, worker: _Worker, message: Any) -> None:
        if isinstance(message, WorkerReady):
            worker.is_ready = True
            return
        result = worker.requests[0]
        if isinstance(message, BatchEnd):
            result.is_done = True
            worker.requests.popleft()
            self._hand_out()
        elif isinstance(message, BatchContents):
            result.headers = message.headers
            result.damages = message.damages
            result.skipped = message.skipped
            result.failure = message.failure
            if self.find_known is not None:
                worker.send(self.find_known(message.headers))
        else:
            result.answers.append(message)
            result.deaths = 0

    def _replace(self, worker: _Worker) -> None:
        """Report the page that the worker died on, and give the rest of its work to others."""
        code = worker.end()
        self.workers.remove(worker)
        if not worker.is_ready:
            raise WorkersCannotStartError(f"A worker ended before it was ready (exit code {code}).")
        for result in reversed(worker.requests):
            self.waiting.appendleft(result)
        if worker.requests:
            took_too_long = worker.overdue or code == -signal.SIGPROF
            self._blame(worker.requests[0], self._reason(worker, code), retry=not took_too_long)
        self._hand_out()

    def _blame(self, result: BatchResult, reason: str, *, retry: bool) -> None:
        result.deaths += 1
        # A worker may also have been killed from outside, so a page gets a second chance.
        if retry and result.deaths < 2:
            return
        place = len(result.answers)
        if place < len(result.headers):
            result.answers.append(failed_page(result.headers[place].title, reason))
            result.deaths = 0
        elif isinstance(result.batch, StreamBatch) and not result.headers:
            where = f"the stream at byte {result.batch.start} cannot be read ({reason})"
            result.failure = DumpError(result.batch.path, where)
            result.is_done = True
            self.waiting.remove(result)

    def _reason(self, worker: _Worker, code: int) -> str:
        if code == -signal.SIGPROF:
            return f"parsing takes more than {self.limits.seconds:g} s"
        if worker.overdue:
            return f"the parser did not respond for {self.limits.clock_seconds:g} s"
        if code < 0:
            return f"it crashes the parser ({signal.Signals(-code).name})"
        return f"it ends the parser (exit code {code})"

    def _close(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()
        self.waiting.clear()
        self.in_flight.clear()
