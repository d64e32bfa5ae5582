"""Programs of our own that do a share of a process's work, each on a processor of its own.

A program is a module that calls `serve(work)`, started as `python -m MODULE`: tasks and their
results go over a pipe, pickled. (Celery's workers may not start children of multiprocessing.) A
program that dies is no loss: its task is done in this process instead.
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
# Tasks under way for each program, so that it never waits for the next.
_TASKS_A_PROGRAM = 2

Input = TypeVar("Input")
Result = TypeVar("Result")


def start_program(
    module: str, *arguments: object
) -> tuple[subprocess.Popen[bytes], Connection[Any, Any]]:
    """Start `python -m MODULE FD ARGUMENTS…`, and return it with our end of the pipe FD."""
    ours, theirs = Pipe()
    paths = [str(_PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, (theirs.fileno(), *arguments))],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, ours


class ProgramPool(Generic[Input, Result]):
    """A number of programs that work on tasks; results come in the order of the tasks."""

    def __init__(
        self,
        module: str,
        work: Callable[[Input], Result],
        *,
        programs: int,
        helps: bool = False,
    ) -> None:
        """`work` does in this process what the programs do: for a program that died and, with
        `helps`, while all programs are busy."""
        self.size = programs
        self._module = module
        self._work = work
        self._helps = helps
        self._programs: list[_Program] = []
        self._idle: SimpleQueue[_Program] = SimpleQueue()

    @property
    def process_ids(self) -> list[int]:
        return [program.process_id for program in self._programs]

    def __enter__(self) -> Self:
        return self

    def _start(self) -> None:
        """Start the programs. Not before the first task: there may be nothing to do."""
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

    def results(self, tasks: Iterable[Input]) -> Iterator[tuple[Input, Result]]:
        """Yield each task with its result. Memory stays flat: few are under way at a time."""
        if not self.size:
            for task in tasks:
                yield task, self._work(task)
            return
        self._start()
        busy = self.size * _TASKS_A_PROGRAM
        # Results of this process may have to wait for a program's.
        most = 2 * busy if self._helps else busy
        # A thread for each program: it sends a task and waits for the result.
        with ThreadPoolExecutor(self.size, thread_name_prefix="program") as threads:
            waiting: deque[tuple[Input, Future[Result]]] = deque()
            try:
                for task in tasks:
                    if self._helps and sum(not result.done() for _, result in waiting) >= busy:
                        waiting.append((task, self._work_here(task)))
                    else:
                        waiting.append((task, threads.submit(self._ask, task)))
                    while waiting and (waiting[0][1].done() or len(waiting) >= most):
                        yield self._result_of(*waiting.popleft())
                while waiting:
                    yield self._result_of(*waiting.popleft())
            finally:
                for _, result in waiting:
                    result.cancel()

    def _work_here(self, task: Input) -> Future[Result]:
        result: Future[Result] = Future()
        result.set_result(self._work(task))
        return result

    def _ask(self, task: Input) -> Result:
        program = self._idle.get()
        try:
            result: Result = program.ask(task)
            return result
        finally:
            self._idle.put(program)

    def _result_of(self, task: Input, result: Future[Result]) -> tuple[Input, Result]:
        try:
            return task, result.result()
        except _ProgramDiedError:
            # It was killed, or the task killed it: then the error shows here.
            return task, self._work(task)


class _ProgramDiedError(Exception):
    """A program ended without a result."""


class _Program:
    """A program, seen from outside."""

    def __init__(self, module: str) -> None:
        self._is_over = False
        self._process, self._pipe = start_program(module)
        self.process_id = self._process.pid

    def ask(self, task: Any) -> Any:
        """Return the result of a task. Raise _ProgramDiedError if there is none."""
        try:
            self._pipe.send(task)
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            if self._is_over:
                raise
            raise _ProgramDiedError from error

    def end(self) -> None:
        """Kill the program: it would end by itself without tasks, but not at once."""
        self._is_over = True
        self._process.kill()
        self._process.wait()
        self._pipe.close()


def serve(work: Callable[[Any], Any]) -> None:
    """Send the result of each task that comes over the pipe until it is closed: in a program."""
    with Connection(int(sys.argv[1])) as pipe:
        while True:
            try:
                task = pipe.recv()
            except EOFError:
                return
            pipe.send(work(task))
