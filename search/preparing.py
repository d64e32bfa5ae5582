"""Pages made ready for an engine: their stored documents into tokens, their words counted.

Preparing a page takes longer than storing it, so that many pages are prepared by programs of our
own, `python -m search.preparing`, each on a processor of its own. They know no database: what is
stored of a page is sent to them. (Celery's workers may not have children of multiprocessing's.)
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from multiprocessing.connection import Connection, Pipe
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self

from search.documents import IndexDocument, PageFacts, build_document
from wiki.documents import unpack

_PROJECT = Path(__file__).resolve().parent.parent
# For fewer pages, starting programs is not worth the half second that it takes.
_FEWEST_PAGES = 2_000
_MOST_PROGRAMS = 8
# So many batches are on their way for each program: it never waits for the next.
_BATCHES_A_PROGRAM = 3


@dataclass(frozen=True, slots=True)
class Source:
    """What is stored of a page."""

    facts: PageFacts
    packed: bytes
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Pages as an engine takes them, and their words, each as often as there are pages with it."""

    documents: list[IndexDocument]
    words: list[str]


def prepare(sources: Iterable[Source]) -> Prepared:
    """The pages in tokens, in their order."""
    documents = [
        build_document(source.facts, unpack(source.packed), categories=source.categories)
        for source in sources
    ]
    words: Counter[str] = Counter()
    for document in documents:
        words.update(document.words())
    # Spelt out: whoever adds them up does it in a third of the time that adding numbers takes.
    return Prepared(documents, list(words.elements()))


class Crew:
    """Prepares batches, alone or with programs to help, and gives them back in their order."""

    def __init__(self, *, pages: int, programs: int | None = None) -> None:
        """`pages` says about how many there will be."""
        if programs is None:
            programs = min(os.cpu_count() or 1, _MOST_PROGRAMS) if pages >= _FEWEST_PAGES else 0
        self.size = programs
        self._programs: list[_Program] = []
        self._idle: SimpleQueue[_Program] = SimpleQueue()

    @property
    def process_ids(self) -> list[int]:
        return [program.process_id for program in self._programs]

    def __enter__(self) -> Self:
        for _ in range(self.size):
            self._programs.append(_Program())
            self._idle.put(self._programs[-1])
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for program in self._programs:
            program.end()

    def prepare(
        self, batches: Iterable[Sequence[Source]]
    ) -> Iterator[tuple[Sequence[Source], Prepared]]:
        """Each batch with what came of it. Memory stays flat: few are on their way at a time."""
        if not self.size:
            for batch in batches:
                yield batch, prepare(batch)
            return
        # A thread a program: each hands it a batch and waits for the answer.
        with ThreadPoolExecutor(self.size, thread_name_prefix="preparing") as pool:
            waiting: deque[tuple[Sequence[Source], Future[Prepared]]] = deque()
            try:
                for batch in batches:
                    waiting.append((batch, pool.submit(self._ask, batch)))
                    if len(waiting) >= self.size * _BATCHES_A_PROGRAM:
                        first, answer = waiting.popleft()
                        yield first, answer.result()
                while waiting:
                    first, answer = waiting.popleft()
                    yield first, answer.result()
            finally:
                for _, answer in waiting:
                    answer.cancel()

    def _ask(self, batch: Sequence[Source]) -> Prepared:
        program = self._idle.get()
        try:
            return program.prepare(batch)
        finally:
            self._idle.put(program)


class _Program:
    """`python -m search.preparing`, seen from outside."""

    def __init__(self) -> None:
        self._is_over = False
        self._pipe, theirs = Pipe()
        paths = [str(_PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "search.preparing", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        theirs.close()
        self.process_id = self._process.pid

    def prepare(self, sources: Sequence[Source]) -> Prepared:
        try:
            self._pipe.send([_sent(source) for source in sources])
            return _received(self._pipe.recv())
        except (EOFError, OSError):
            if self._is_over:
                raise
            # It was killed, or a page was its end: then the error is to be seen here.
            return prepare(sources)

    def end(self) -> None:
        """It would end by itself, since nobody sends it pages any more, but not at once."""
        self._is_over = True
        self._process.kill()
        self._process.wait()
        self._pipe.close()


# Plain tuples travel several times as fast as dataclasses.
_SentSource = tuple[tuple[Any, ...], bytes, tuple[str, ...]]
_SentDocument = tuple[int, int, dict[str, str]]
_FACTS = attrgetter(*(field.name for field in dataclass_fields(PageFacts)))


def _sent(source: Source) -> _SentSource:
    return _FACTS(source.facts), source.packed, source.categories


def _source(sent: _SentSource) -> Source:
    facts, packed, categories = sent
    return Source(PageFacts(*facts), packed, categories)


def _answer(prepared: Prepared) -> tuple[list[_SentDocument], list[str]]:
    return [(page.page_id, page.stamp, page.fields) for page in prepared.documents], prepared.words


def _received(answer: tuple[list[_SentDocument], list[str]]) -> Prepared:
    documents, words = answer
    return Prepared([IndexDocument(*document) for document in documents], words)


def main() -> None:
    """Prepare what comes in over the pipe until it is closed."""
    with Connection(int(sys.argv[1])) as pipe:
        while True:
            try:
                sources = [_source(sent) for sent in pipe.recv()]
            except EOFError:
                return
            pipe.send(_answer(prepare(sources)))


if __name__ == "__main__":
    main()
