"""A progress bar on one line of a terminal."""

from __future__ import annotations

from typing import TextIO

_WIDTH = 30


class ProgressBar:
    """A line that is written over; where nobody sees it being drawn, only its end is written."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._is_seen = file.isatty()
        self._line = ""

    def show(self, done: int, total: int | None, note: str = "") -> None:
        """Draw how much is done."""
        if total:
            filled = _WIDTH * min(done, total) // total
            bar = "#" * filled + "." * (_WIDTH - filled)
            line = f"[{bar}] {100 * min(done, total) // total:3d}% {note}".rstrip()
        else:
            line = f"{done} {note}".strip()
        if self._is_seen and line != self._line:
            self._file.write("\r" + line.ljust(len(self._line)))
            self._file.flush()
        self._line = line

    def end(self) -> None:
        """End the line."""
        self._file.write("\n" if self._is_seen else self._line + "\n")
        self._file.flush()
