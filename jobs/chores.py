"""Chores: what every worker looks after now and then, so that one stage can pull from another.

An app declares its own in `job_kinds`. A chore is quick and harmless to repeat: it looks whether
there is work and asks for a job. Nothing pushes; what was missed once is seen the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Chore = Callable[[datetime], None]

_chores: list[Chore] = []


def chore(function: Chore) -> Chore:
    """Register a chore (a decorator)."""
    _chores.append(function)
    return function


def do_chores(now: datetime) -> None:
    """Do every chore once."""
    for function in _chores:
        function(now)
