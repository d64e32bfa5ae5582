"""Turns at checking passwords: each takes a processor for a third of a second.

A few checks run at once and a few wait; one more is told to come back, so that log-ins, many at a
time, leave threads and a processor to everybody else.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
WAITING = 2
LONGEST_WAIT_SECONDS = 10

_places = threading.BoundedSemaphore(AT_ONCE + WAITING)
_turns = threading.BoundedSemaphore(AT_ONCE)


class BusyError(Exception):
    """So many passwords are being checked that this one has to come back."""


@contextmanager
def password_check() -> Iterator[None]:
    """Wait for a turn, or raise `BusyError`."""
    if not _places.acquire(blocking=False):
        raise BusyError
    try:
        if not _turns.acquire(timeout=LONGEST_WAIT_SECONDS):
            raise BusyError
        try:
            yield
        finally:
            _turns.release()
    finally:
        _places.release()
