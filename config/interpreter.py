"""The configuration of Python in a process with many threads."""

from __future__ import annotations

import gc
import sys


def settle() -> None:
    """Configure the process, once everything that it needs is loaded."""
    # A thread that returns from the database or the search engine waits for the running thread:
    # half a millisecond at most instead of five, which is longer than most searches take.
    sys.setswitchinterval(0.0005)
    # Loaded objects are never freed. Scanning them for garbage would stop all threads for 70 ms
    # now and then.
    gc.collect()
    gc.freeze()
