"""The templates of a dump in a file, in which the workers of an import look them up."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from wiki.dump.templates import NamedDefinition, TemplateBatch

MOST_TEMPLATES = 3_000_000
MOST_CHARACTERS = 2 * 2**30


def write_templates(
    target: Path, batches: Iterable[TemplateBatch], report: Callable[[int], None]
) -> None:
    """Write templates to a file, which has its name only when it is whole.

    `report` is called with the position in the dump. Templates beyond the limits are left out.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    # Two imports of the same dump may collect its templates at the same time.
    part = target.with_suffix(f".{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as rows:
            _fill(rows, batches, report)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _fill(
    rows: sqlite3.Connection, batches: Iterable[TemplateBatch], report: Callable[[int], None]
) -> None:
    digest = hashlib.sha256()
    count = size = 0
    rows.execute("PRAGMA journal_mode = OFF")
    rows.execute("PRAGMA synchronous = OFF")
    rows.execute("CREATE TABLE template (title TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID")
    rows.execute("CREATE TABLE facts (digest TEXT)")
    rows.execute("BEGIN")
    for batch in batches:
        found = [_storable(title, text) for title, text in batch.definitions]
        for title, text in found:
            digest.update(f"{title}\0{text}\0".encode())
            size += len(text)
        count += len(found)
        if count > MOST_TEMPLATES or size > MOST_CHARACTERS:
            break
        rows.executemany("INSERT OR IGNORE INTO template VALUES (?, ?)", found)
        report(batch.position)
    rows.execute("INSERT INTO facts VALUES (?)", [digest.hexdigest() if count else ""])
    rows.execute("COMMIT")


def _storable(title: str, text: str) -> NamedDefinition:
    return title.encode("utf-8", "replace").decode(), text.encode("utf-8", "replace").decode()


class TemplateFile:
    """A file of templates, read by title."""

    def __init__(self, path: Path) -> None:
        self._rows = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        self.find = lru_cache(maxsize=2048)(self._find)

    @property
    def digest(self) -> str:
        """A hash of all templates; empty if there are none."""
        return str(self._rows.execute("SELECT digest FROM facts").fetchone()[0])

    def _find(self, title: str) -> str | None:
        name, _ = _storable(title, "")
        found = self._rows.execute("SELECT text FROM template WHERE title = ?", [name]).fetchone()
        return None if found is None else str(found[0])

    def close(self) -> None:
        self._rows.close()
