"""The SQLite database of FEVEROUS pages: a table `wiki(id, data)`."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from pathlib import Path

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.readers import Alive, ignore
from wiki.dump.batching import cut_into_batches
from wiki.dump.jsonl import feverous_page
from wiki.dump.records import (
    EVERYTHING,
    ArticleSelection,
    Batch,
    Damage,
    DumpError,
    PageFormat,
    SourcePage,
)

LARGEST_PAGE = 128 * 2**20
# SQLite quotes names of a damaged schema in its messages, and Python cannot read all of them.
_CORRUPT = (sqlite3.DatabaseError, UnicodeDecodeError)


class FeverousDatabase:
    """A database that is read in the order of its rows and never written to."""

    format = PageFormat.FEVEROUS

    def __init__(self, path: Path, limits: FileLimits = DEFAULT_FILE_LIMITS) -> None:
        self.path = path
        self.limits = limits
        self.size = self._last_row()
        self._row = 0

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
    ) -> Generator[Batch]:
        return cut_into_batches(
            self._entries(),
            selection=selection,
            position=lambda: self._row,
            start=start,
            alive=alive,
        )

    def _open(self) -> sqlite3.Connection:
        location = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(location, uri=True)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_PAGE)
        # What SQLite advises for files from elsewhere: their schema runs no function of ours.
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA mmap_size = 0")
        return connection

    def _last_row(self) -> int:
        """Return the number of the last row. Raise DumpError unless `wiki` is a table.

        A view or a virtual table of that name could compute rows without end.
        """
        connection = self._open()
        try:
            found = connection.execute(
                "SELECT type, rootpage FROM sqlite_master WHERE lower(name) = 'wiki'"
            ).fetchone()
            if found is None:
                raise DumpError(self.path, "it has no table `wiki`")
            if found[0] != "table" or not found[1]:
                raise DumpError(self.path, "its `wiki` is not a table but computed")
            return connection.execute("SELECT max(rowid) FROM wiki").fetchone()[0] or 0
        except _CORRUPT as error:
            raise DumpError(self.path, f"it has no readable table of pages ({error})") from error
        finally:
            connection.close()

    def _entries(self) -> Iterator[SourcePage | Damage | None]:
        connection = self._open()
        try:
            last: int | None = None
            for count, (row, title, document) in enumerate(
                connection.execute("SELECT rowid, id, data FROM wiki ORDER BY rowid"), start=1
            ):
                # A damaged tree can lead to the same rows again and again.
                if last is not None and row <= last:
                    raise DumpError(self.path, "the database is corrupt (rows out of order)")
                if count > self.limits.lines:
                    raise DumpError(self.path, f"it has more than {self.limits.lines:,} rows")
                last = self._row = row
                if isinstance(document, bytes):
                    document = document.decode("utf-8", "replace")
                yield feverous_page(str(title), str(document))
        except _CORRUPT as error:
            raise DumpError(self.path, f"the database is corrupt ({error})") from error
        finally:
            connection.close()
