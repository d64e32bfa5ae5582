"""Limits of this process, for programs that work on data that nobody has checked."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

MEGABYTE = 2**20


def bound_memory(megabytes: int) -> None:
    """Limit this process to so much more memory than it uses now."""
    # Crashes are expected now and then, and their core files are of no use.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            has = int(file.read().split()[0]) * resource.getpagesize()
        limit = has + megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    except OSError:  # pragma: no cover - not on Linux; the other limits remain
        return


def restart_timer(seconds: float) -> None:
    """Let the kernel end this process with SIGPROF after so much more processor time.

    It does so even inside a C library. Processor time, not elapsed time: nothing fails because
    the machine is busy. With 0, the time is not limited.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)


@contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Limit the processor time of a block."""
    restart_timer(seconds)
    try:
        yield
    finally:
        restart_timer(0)


def prepare_signals() -> None:
    """Leave Ctrl-C, which reaches the whole process group, to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
