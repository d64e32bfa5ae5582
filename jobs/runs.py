"""What a build needs of whoever runs it: a job, or the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any, Protocol

from django.db import transaction
from django.utils import timezone


class Run(Protocol):
    """Steps that are stored or not, a clock, and somebody to tell. `jobs.running.JobRun` is one."""

    def step(self) -> AbstractContextManager[dict[str, Any]]: ...

    def progress(self, done: int, total: int | None = None, note: str = "") -> None: ...

    def stop_if_cancelled(self) -> None: ...

    def now(self) -> datetime: ...


class LocalRun:
    """For the command line and the demo: nobody cancels, and somebody may listen."""

    def __init__(
        self,
        clock: Callable[[], datetime] = timezone.now,
        listen: Callable[[int, int | None, str], None] | None = None,
    ) -> None:
        self._clock = clock
        self._listen = listen

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with transaction.atomic():
            yield {}

    def progress(self, done: int, total: int | None = None, note: str = "") -> None:
        if self._listen is not None:
            self._listen(done, total, note)

    def stop_if_cancelled(self) -> None:
        """Nobody can."""

    def now(self) -> datetime:
        return self._clock()
