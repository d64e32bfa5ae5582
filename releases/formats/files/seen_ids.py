"""The ids that a file has had so far, in bounded memory. Pure.

A set of Python's numbers takes a hundred megabytes for a million ids. These are in a temporary
table of SQLite, which keeps a few megabytes of it in memory and the rest on the disk.
"""

from __future__ import annotations

import sqlite3
from types import TracebackType

_CACHE_KILOBYTES = 16_000


class SeenIds:
    """The line and the file in which each id occurred. To be closed."""

    def __init__(self) -> None:
        # Without a name it is a temporary file of its own, which nobody else sees.
        self._database = sqlite3.connect("", isolation_level=None)
        for statement in (
            f"PRAGMA cache_size = -{_CACHE_KILOBYTES}",
            "PRAGMA journal_mode = OFF",
            "CREATE TABLE seen (id INTEGER PRIMARY KEY, file INTEGER, line INTEGER)",
            "BEGIN",
        ):
            self._database.execute(statement)

    def first(self, number: int, file: int, line: int) -> tuple[int, int] | None:
        """Return where an id occurred before; None where it is new. From then on it is known."""
        try:
            self._database.execute("INSERT INTO seen VALUES (?, ?, ?)", (number, file, line))
        except sqlite3.IntegrityError:
            found = self._database.execute("SELECT file, line FROM seen WHERE id = ?", (number,))
            place: tuple[int, int] = found.fetchone()
            return place
        return None

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> SeenIds:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
