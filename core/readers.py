"""Programs that read a file for another process, within limits of time and memory.

A reader is a module that calls `serve_reader(read)`, started as `python -m MODULE`. It gets one
request, and what `read` yields goes over a pipe, pickled. A file that takes too long, needs too
much memory or crashes a library ends the reader, not the process that wants its content; and that
process never waits for more than a moment before it looks whether it should stop.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import Any

from core.process_limits import bound_memory, prepare_signals, restart_timer
from core.programs import start_program

# How often the caller may look whether it should stop.
HEED_SECONDS = 0.5

# Called at least every `HEED_SECONDS`; the reading ends if it raises.
Heed = Callable[[], None]
# Called by `read` with every sign of progress: the processor time is counted from there.
Alive = Callable[[], None]


class StopCause(StrEnum):
    """The reason why a reader ended before its file did."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"


class ReaderStoppedError(Exception):
    """A reader exceeded a limit or crashed."""

    def __init__(self, cause: StopCause, detail: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail


def ignore() -> None:
    """Do nothing: nobody can stop the reading."""


def read_in_program(
    module: str, request: Any, *, seconds: float, megabytes: int, heed: Heed = ignore
) -> Iterator[Any]:
    """Yield what a reader reads. Raise its error, ReaderStoppedError, or what `heed` raises."""
    process, pipe = start_program(module, seconds, megabytes)
    heeded_at = time.monotonic()
    try:
        pipe.send(request)
        while True:
            has_news = pipe.poll(HEED_SECONDS)
            if time.monotonic() - heeded_at >= HEED_SECONDS:
                heed()
                heeded_at = time.monotonic()
            if not has_news:
                continue
            kind, value = pipe.recv()
            if kind == "item":
                yield value
            elif kind == "error":
                raise value
            elif kind == "memory":
                raise ReaderStoppedError(StopCause.MEMORY)
            else:
                return
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise _stopped(process.wait()) from None
    finally:
        process.kill()
        process.wait()
        pipe.close()


def _stopped(code: int) -> ReaderStoppedError:
    if code == -signal.SIGPROF:
        return ReaderStoppedError(StopCause.TIME)
    # The kernel kills where the machine runs out of memory.
    if code == -signal.SIGKILL:
        return ReaderStoppedError(StopCause.MEMORY)
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return ReaderStoppedError(StopCause.CRASH, name)


def serve_reader(read: Callable[[Any, Alive], Iterator[Any]]) -> None:
    """Send what `read` yields for the one request over the pipe: in a program."""
    descriptor, seconds, megabytes = sys.argv[1:]
    prepare_signals()
    with Connection(int(descriptor)) as pipe:
        request = pipe.recv()
        threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()
        bound_memory(int(megabytes))

        def alive() -> None:
            restart_timer(float(seconds))

        alive()
        try:
            for item in read(request, alive):
                pipe.send(("item", item))
                alive()
            pipe.send(("end", None))
        except MemoryError:
            pipe.send(("memory", None))
        except (BrokenPipeError, ConnectionResetError):
            return
        except Exception as error:
            pipe.send(("error", error))


def _end_with(pipe: Connection[Any, Any]) -> None:
    """End this process when the caller is gone, whatever it is doing."""
    try:
        pipe.recv()
    except (EOFError, OSError):
        os._exit(0)
