"""A reader for tests of `core.readers`: it does what its request says."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

from core.readers import Alive, serve_reader


def read(request: str, alive: Alive) -> Iterator[int]:
    yield 1
    yield 2
    if request == "spin":
        while True:
            pass
    if request == "flood":
        while True:
            yield 3
    if request == "sleep":
        time.sleep(3600)
    if request == "eat":
        hoard = [bytes(50_000_000) for _ in range(1000)]
        raise AssertionError(f"{len(hoard)} blocks were allocated")
    if request == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if request == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if request == "raise":
        raise ValueError("a fault of the file")


if __name__ == "__main__":
    serve_reader(read)
