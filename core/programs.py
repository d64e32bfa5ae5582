"""Programs of our own that help a process with its work, each on a processor of its own.

A program is a module of its own that calls `serve(answer)`, started as `python -m MODULE`: what it
is given and what it answers go over a pipe, pickled. (Celery's workers may not have children of
multiprocessing's.) One that dies is no loss: its work is done here instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

_PROJECT = Path(__file__).resolve().parent.parent
# So many orders are on their way for each program: it never waits for the next.
_ORDERS_A_PROGRAM = 2

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class Crew(Generic[Given, Answer]):
    """Has orders answered, by programs or here, and gives the answers back in their order."""

    def __init__(
        self,
        module: str,
        answer: Callable[[Given], Answer],
        *,
        programs: int,
        helps: bool = False,
    ) -> None:
        """`answer` does here what the programs do; with `helps`, not only where one has died."""
        self.size = programs
        self._module = module
        self._answer = answer
        self._helps = helps
        self._programs: list[_Program] = []
        self._idle: SimpleQueue[_Program] = SimpleQueue()

    @property
    def process_ids(self) -> list[int]:
        return [program.process_id for program in self._programs]

    def __enter__(self) -> Self:
        return self

    def _start(self) -> None:
        """Once something is asked: there may be nothing to do."""
        while len(self._programs) < self.size:
            self._programs.append(_Program(self._module))
            self._idle.put(self._programs[-1])

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for program in self._programs:
            program.end()

    def answers(self, orders: Iterable[Given]) -> Iterator[tuple[Given, Answer]]:
        """Each order with its answer. Memory stays flat: few are on their way at a time."""
        if not self.size:
            for order in orders:
                yield order, self._answer(order)
            return
        self._start()
        busy = self.size * _ORDERS_A_PROGRAM
        # What was answered here may have to wait for what a program is at.
        most = 2 * busy if self._helps else busy
        # A thread a program: each hands it an order and waits for the answer.
        with ThreadPoolExecutor(self.size, thread_name_prefix="program") as pool:
            waiting: deque[tuple[Given, Future[Answer]]] = deque()
            try:
                for order in orders:
                    if self._helps and sum(not one.done() for _, one in waiting) >= busy:
                        waiting.append((order, self._answered(order)))
                    else:
                        waiting.append((order, pool.submit(self._ask, order)))
                    while waiting and (waiting[0][1].done() or len(waiting) >= most):
                        yield self._told(*waiting.popleft())
                while waiting:
                    yield self._told(*waiting.popleft())
            finally:
                for _, answer in waiting:
                    answer.cancel()

    def _answered(self, order: Given) -> Future[Answer]:
        answer: Future[Answer] = Future()
        answer.set_result(self._answer(order))
        return answer

    def _ask(self, order: Given) -> Answer:
        program = self._idle.get()
        try:
            answer: Answer = program.ask(order)
            return answer
        finally:
            self._idle.put(program)

    def _told(self, order: Given, answer: Future[Answer]) -> tuple[Given, Answer]:
        try:
            return order, answer.result()
        except _ProgramDiedError:
            # It was killed, or the order was its end: then the error is to be seen here.
            return order, self._answer(order)


class _ProgramDiedError(Exception):
    """A program ended without an answer."""


class _Program:
    """A program, seen from outside."""

    def __init__(self, module: str) -> None:
        self._is_over = False
        self._pipe, theirs = Pipe()
        paths = [str(_PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        theirs.close()
        self.process_id = self._process.pid

    def ask(self, order: Any) -> Any:
        try:
            self._pipe.send(order)
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            if self._is_over:
                raise
            raise _ProgramDiedError from error

    def end(self) -> None:
        """It would end by itself, since nobody gives it orders any more, but not at once."""
        self._is_over = True
        self._process.kill()
        self._process.wait()
        self._pipe.close()


def serve(answer: Callable[[Any], Any]) -> None:
    """In a program: answer what comes in over the pipe until it is closed."""
    with Connection(int(sys.argv[1])) as pipe:
        while True:
            try:
                order = pipe.recv()
            except EOFError:
                return
            pipe.send(answer(order))
