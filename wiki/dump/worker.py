"""One worker of an import: `python -m wiki.dump.worker FD SECONDS MEGABYTES MODULE:FUNCTION`.

It is given batches through a pipe and answers page by page, so that the importer always knows
which page a worker died of. It knows no database. It ends when the pipe does, hence with the
importer, however that ended.

A page that computes for too long ends the worker by the kernel's hand, even inside a C library;
one that needs too much memory ends in a MemoryError, or in the worker's death.
"""

from __future__ import annotations

import importlib
import os
import queue
import resource
import signal
import sys
import threading
from collections.abc import Iterable
from multiprocessing.connection import Connection
from typing import Any

from wiki.dump.extraction import Extracted, Parse, extract, put_aside
from wiki.dump.messages import KNOWN, Done, Order, PageFacts, ReadBatch, Ready
from wiki.dump.multistream import read_stream
from wiki.dump.records import Damage, DumpError, Selection, SourcePage, StreamBatch

MEGABYTE = 2**20


def read_batch(batch: StreamBatch, selection: Selection) -> tuple[list[SourcePage], ReadBatch]:
    """The pages of a stream, and what is told about them."""
    pages: list[SourcePage] = []
    damages: list[Damage] = []
    skipped = 0
    failure: DumpError | None = None
    try:
        for entry in read_stream(batch):
            if isinstance(entry, Damage):
                damages.append(entry)
            elif entry is None or not selection.wants(entry):
                skipped += 1
            else:
                pages.append(entry)
    except DumpError as error:
        failure = error
    facts = tuple(PageFacts.of(page) for page in pages)
    return pages, ReadBatch(facts, tuple(damages), skipped, failure)


class Worker:
    """Answers orders until the pipe ends."""

    def __init__(self, pipe: Connection, parse: Parse, seconds: float) -> None:
        self.pipe = pipe
        self.parse = parse
        self.seconds = seconds
        self.orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self.known: queue.SimpleQueue[frozenset[int]] = queue.SimpleQueue()

    def serve(self) -> None:
        # Orders are taken in while a page is being parsed: were the pipe full in both
        # directions, importer and worker would wait for each other for ever.
        threading.Thread(target=self._listen, daemon=True).start()
        self.pipe.send(Ready())
        while (order := self.orders.get()) is not None:
            try:
                self._answer(order)
            except (BrokenPipeError, ConnectionResetError):
                return

    def _listen(self) -> None:
        try:
            while True:
                message = self.pipe.recv()
                if isinstance(message, Order):
                    self.orders.put(message)
                else:
                    self.known.put(message)
        except (EOFError, OSError):
            # The importer is gone; a page that is being parsed must not keep us.
            os._exit(0)

    def _answer(self, order: Order) -> None:
        known = order.known
        if isinstance(order.batch, StreamBatch):
            pages, read = read_batch(order.batch, order.selection)
            self.pipe.send(read)
        else:
            pages = list(order.batch.pages)
        if known is None:
            known = self.known.get()
        for number, page in enumerate(pages):
            if number >= order.answered:
                self.pipe.send(KNOWN if number in known else self._extract(page))
        self.pipe.send(Done())

    def _extract(self, page: SourcePage) -> Extracted:
        # Processor time, not the clock's: a busy machine puts no page aside.
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            return extract(page, parse=self.parse)
        except RecursionError:
            return put_aside(page.title, "it is nested too deeply")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def bound_memory(megabytes: int) -> None:
    """Let this process have so much more memory than it has now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        has = int(file.read().split()[0]) * resource.getpagesize()
    limit = has + megabytes * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    # A crash is expected now and then, and its remains are of no use.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def find(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def main(arguments: Iterable[str]) -> None:
    descriptor, seconds, megabytes, parse = arguments
    # Ctrl-C reaches the whole process group; the importer decides what becomes of us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    function = find(parse)
    try:
        bound_memory(int(megabytes))
    except OSError:  # pragma: no cover - not on Linux; the importer's other limits remain
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Worker(Connection(int(descriptor)), function, float(seconds)).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
