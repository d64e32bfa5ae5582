"""The watchdog, which ends process groups if their supervisor is gone, even by SIGKILL.

Run as a program, it reads `+123` (watch this group) and `-123` (forget it) from standard input.
When that closes, the supervisor is dead, and the watchdog ends the remaining groups. Its argument
is the number of seconds that they have to stop. It is run by its path, without the site's packages,
so that it starts in milliseconds and stays small.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress


def kill_groups(groups: Iterable[int]) -> None:
    """Kill all processes that are left in these groups."""
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
    """Ask the leaders to stop, then kill the processes that have not stopped.

    Only the leaders are asked: to Celery, a child that is terminated separately looks like a
    crash.
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
    # The terminal's Ctrl-C is for the supervisor; the watchdog ends last.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    watched: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        (watched.add if line[0] == "+" else watched.discard)(group)
    end_groups(watched, patience=float(sys.argv[1]))


if __name__ == "__main__":
    main()
