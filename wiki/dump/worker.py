"""One worker of an import, started as `python -m wiki.dump.worker`.

Its arguments are the pipe, the seconds and megabytes of a page, the parser as MODULE:FUNCTION, and
the file with the templates of the dump, if there are any.

It receives batches through a pipe and answers page by page, so that the importer always knows
which page a worker died on. It does not use the database. It ends when the pipe is closed, and
therefore whenever the importer ends, for whatever reason.

If a page takes too long, the kernel ends the worker, even inside a C library. If a page needs
too much memory, it raises a MemoryError or kills the worker.
"""

from __future__ import annotations

import importlib
import os
import queue
import sys
import threading
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from core.process_limits import bound_memory, prepare_signals, timed
from wiki.dump.extraction import Extraction, Parse, extract, failed_page, use_templates
from wiki.dump.messages import (
    KNOWN,
    BatchContents,
    BatchEnd,
    ExtractionRequest,
    PageHeader,
    WorkerReady,
)
from wiki.dump.multistream import read_stream
from wiki.dump.records import ArticleSelection, Damage, DumpError, SourcePage, StreamBatch
from wiki.dump.template_file import TemplateFile


def read_batch(
    batch: StreamBatch, selection: ArticleSelection
) -> tuple[list[SourcePage], BatchContents]:
    """Return the pages of a stream, and the message that describes them."""
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
    headers = tuple(PageHeader.of(page) for page in pages)
    return pages, BatchContents(headers, tuple(damages), skipped, failure)


class Worker:
    """A worker that answers requests until the pipe is closed."""

    def __init__(self, pipe: Connection, parse: Parse, seconds: float) -> None:
        self.pipe = pipe
        self.parse = parse
        self.seconds = seconds
        self.requests: queue.SimpleQueue[ExtractionRequest | None] = queue.SimpleQueue()
        self.known: queue.SimpleQueue[frozenset[int]] = queue.SimpleQueue()

    def serve(self) -> None:
        # Requests are received while a page is being parsed. Otherwise, if the pipe were full
        # in both directions, importer and worker would deadlock.
        threading.Thread(target=self._listen, daemon=True).start()
        self.pipe.send(WorkerReady())
        while (request := self.requests.get()) is not None:
            try:
                self._answer(request)
            except (BrokenPipeError, ConnectionResetError):
                return

    def _listen(self) -> None:
        try:
            while True:
                message = self.pipe.recv()
                if isinstance(message, ExtractionRequest):
                    self.requests.put(message)
                else:
                    self.known.put(message)
        except (EOFError, OSError):
            # The importer is gone; a page that is being parsed must not keep this process alive.
            os._exit(0)

    def _answer(self, request: ExtractionRequest) -> None:
        known = request.known
        if isinstance(request.batch, StreamBatch):
            with timed(self.seconds):
                pages, read = read_batch(request.batch, request.selection)
            self.pipe.send(read)
        else:
            pages = list(request.batch.pages)
        if known is None:
            known = self.known.get()
        for number, page in enumerate(pages):
            if number >= request.answered:
                self.pipe.send(KNOWN if number in known else self._extract(page))
        self.pipe.send(BatchEnd())

    def _extract(self, page: SourcePage) -> Extraction:
        try:
            with timed(self.seconds):
                return extract(page, parse=self.parse)
        except RecursionError:
            return failed_page(page.title, "it is nested too deeply")


def find(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def main(arguments: Iterable[str]) -> None:
    descriptor, seconds, megabytes, parse, *templates = arguments
    if any(templates):
        use_templates(TemplateFile(Path(templates[0])).find)
    prepare_signals()
    function = find(parse)
    bound_memory(int(megabytes))
    Worker(Connection(int(descriptor)), function, float(seconds)).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
