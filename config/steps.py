"""Preparation steps, which are done once and then skipped."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TextIO

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its name, a test whether it is done, and the function that does it.

    `run` receives a function to call with a short text when there is progress to show.
    """

    name: str
    is_done: Callable[[], bool]
    run: Callable[[Progress], None]


@dataclass(slots=True)
class StepPrinter:
    """A printer of steps in short lines; on a terminal, the current line is updated in place."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    # In a log file, progress on every item would bury the rest.
    quiet_seconds: float = 2.0
    _said_at: float = 0.0

    def run(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if step.is_done():
                self._line("✓", f"{step.name}: already done")
                continue
            started_at = self._said_at = time.monotonic()
            self._line("…", step.name, final=not self.out.isatty())
            step.run(lambda words, step=step: self._progress(step, words))  # type: ignore[misc]
            self._line("✓", f"{step.name} ({time.monotonic() - started_at:.1f} s)")

    def _progress(self, step: Step, words: str) -> None:
        if self.out.isatty():
            self._line("…", f"{step.name}: {words}", final=False)
        elif time.monotonic() - self._said_at >= self.quiet_seconds:
            self._said_at = time.monotonic()
            self._line("…", f"{step.name}: {words}")

    def _line(self, mark: str, words: str, *, final: bool = True) -> None:
        # On a terminal, return to the start of the line and clear it.
        start = "\r\x1b[K" if self.out.isatty() else ""
        self.out.write(f"{start}  {mark} {words[:110]}" + ("\n" if final else ""))
        self.out.flush()
