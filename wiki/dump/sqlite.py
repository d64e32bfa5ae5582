"""The SQLite database of FEVEROUS pages: a table `wiki(id, data)`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

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


class FeverousDatabase:
    """A database that is read in the order of its rows and never written to."""

    format = PageFormat.FEVEROUS

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = self._ask("SELECT max(rowid) FROM wiki") or 0
        self._row = 0

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING
    ) -> Iterator[Batch]:
        return cut_into_batches(
            self._entries(), selection=selection, position=lambda: self._row, start=start
        )

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)

    def _ask(self, query: str) -> int | None:
        connection = self._open()
        try:
            return connection.execute(query).fetchone()[0]  # type: ignore[no-any-return]
        except sqlite3.DatabaseError as error:
            raise DumpError(self.path, f"it has no readable table of pages ({error})") from error
        finally:
            connection.close()

    def _entries(self) -> Iterator[SourcePage | Damage | None]:
        connection = self._open()
        try:
            for row, title, document in connection.execute(
                "SELECT rowid, id, data FROM wiki ORDER BY rowid"
            ):
                self._row = row
                if isinstance(document, bytes):
                    document = document.decode("utf-8", "replace")
                yield feverous_page(str(title), str(document))
        except sqlite3.DatabaseError as error:
            raise DumpError(self.path, f"the database is corrupt ({error})") from error
        finally:
            connection.close()
