"""How Python is set up in a process that answers many at once."""

from __future__ import annotations

import gc
import sys


def settle() -> None:
    """To be called once everything is loaded that a process will need."""
    # A thread that comes back from the database or the search engine waits for the one that runs
    # Python just then: half a millisecond at most instead of five, which is longer than most
    # searches take.
    sys.setswitchinterval(0.0005)
    # What is loaded stays. Looking through it for garbage would stop all threads for 70 ms, now and
    # then.
    gc.collect()
    gc.freeze()
