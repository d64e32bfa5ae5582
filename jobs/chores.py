"""Chores: functions that every worker calls regularly, so that one stage can pull from another.

An app declares its own in `job_kinds`. A chore is quick and harmless to repeat: it checks whether
there is work and enqueues a job. Nothing pushes; work that was missed is found the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from jobs.kinds import load_kinds

Chore = Callable[[datetime], None]

_chores: list[Chore] = []


def chore(function: Chore) -> Chore:
    """Register a chore (a decorator)."""
    _chores.append(function)
    return function


def do_chores(now: datetime) -> None:
    """Call every chore once."""
    load_kinds()
    for function in _chores:
        function(now)
