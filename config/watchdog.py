"""Ends process groups when the process that watches over them is gone, even by SIGKILL.

Run as a program, it reads `+123` (watch this group) and `-123` (forget it) from standard input;
when that closes, its writer is dead, and it ends what is left. Its argument is how many seconds
that has to stop. It is run by its path, without the site's packages, so that it starts in
milliseconds and stays small.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress


def kill_groups(groups: Iterable[int]) -> None:
    """Kill whatever is left of these groups: children and grandchildren."""
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def _is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end_groups(groups: Iterable[int], *, patience: float) -> None:
    """Ask the leaders to stop, then kill what has not.

    Only the leaders are asked: a Celery child that is terminated behind its parent's back
    looks like a crash.
    """
    left = set(groups)
    for group in left:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(group, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while left and time.monotonic() < deadline:
        time.sleep(0.05)
        left = {group for group in left if _is_alive(group)}
    kill_groups(left)


def main() -> None:
    # The terminal's Ctrl-C is for the watched process; this one goes last.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    watched: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        (watched.add if line[0] == "+" else watched.discard)(group)
    end_groups(watched, patience=float(sys.argv[1]))


if __name__ == "__main__":
    main()
