"""Work that people hold. Apps above free it when somebody may no longer do it: they left a
campaign, lost a task, or their account was deactivated:

add_held_work(free_items_of)

So nothing waits for a person who can no longer do it, and this app knows of no item.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from accounts.models import User
from core.contributions import load_contributions


class FreeHeldWork(Protocol):
    """A function that frees what a person holds and may no longer work on."""

    def __call__(self, *, person: User, actor: User | None, now: datetime) -> int: ...


_frees: list[FreeHeldWork] = []


def add_held_work(free: FreeHeldWork) -> None:
    """Add a kind of held work, once."""
    if free not in _frees:
        _frees.append(free)


def free_held_work(*, person: User, actor: User | None, now: datetime) -> None:
    """Free what a person holds and may no longer work on, in the caller's transaction."""
    load_contributions()
    for free in _frees:
        free(person=person, actor=actor, now=now)
