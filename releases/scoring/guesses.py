"""What a file predicts, put in order on the disk: files of any size fit into little memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from releases.dataset.rules.records import Evidence

_CACHE_KIB = 8 * 1024


@dataclass(frozen=True, slots=True)
class Guess:
    """One prediction and the line in which it stands."""

    line: int
    verdict: str
    evidence: tuple[Evidence, ...]


class Guesses:
    """Predictions by their keys: the claims' ids, or where a file has none their order."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows

    def add(self, key: int, guess: Guess) -> int | None:
        """Keep a prediction. Where one has its key already: that one's line."""
        evidence = json.dumps([[piece.page, piece.address] for piece in guess.evidence])
        added = self._rows.execute(
            "INSERT OR IGNORE INTO guess VALUES (?, ?, ?, ?)",
            (key, guess.line, guess.verdict, evidence),
        )
        if added.rowcount:
            return None
        found = self._rows.execute("SELECT line FROM guess WHERE key = ?", (key,)).fetchone()
        return int(found[0])

    def __iter__(self) -> Iterator[tuple[int, Guess]]:
        """All of them, by their keys."""
        rows = self._rows.execute("SELECT key, line, verdict, evidence FROM guess ORDER BY key")
        for key, line, verdict, evidence in rows:
            pieces = tuple(Evidence(page, address) for page, address in json.loads(evidence))
            yield key, Guess(line, verdict, pieces)


@contextmanager
def guesses_at(path: Path) -> Iterator[Guesses]:
    """An empty store at a path, gone at the end. One that a killed worker left there goes too."""
    path.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            # Nobody else reads it, and nobody misses it after a crash.
            rows.execute("PRAGMA journal_mode = OFF")
            rows.execute("PRAGMA synchronous = OFF")
            rows.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            rows.execute(
                "CREATE TABLE guess (key INTEGER PRIMARY KEY, line INTEGER NOT NULL,"
                " verdict TEXT NOT NULL, evidence TEXT NOT NULL)"
            )
            rows.execute("BEGIN")
            yield Guesses(rows)
    finally:
        path.unlink(missing_ok=True)
