"""The predictions of a file, in order on the disk: files of any size fit into little memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from releases.dataset.rules.records import EvidencePiece

_CACHE_KIB = 8 * 1024
_EVIDENCE = msgspec.json.Decoder(list[tuple[str, str]])


class StoredPrediction(Struct, frozen=True, gc=False):
    """A prediction with the line that it comes from."""

    line: int
    verdict: str
    evidence: tuple[EvidencePiece, ...]


class PredictionStore:
    """Predictions by their keys: the ids of claims, or their order where a file has no ids."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows

    def add(self, key: int, prediction: StoredPrediction) -> int | None:
        """Store a prediction. Where its key is taken, return the line that has it."""
        pieces = [(piece.page, piece.address) for piece in prediction.evidence]
        added = self._rows.execute(
            "INSERT OR IGNORE INTO prediction VALUES (?, ?, ?, ?)",
            (key, prediction.line, prediction.verdict, msgspec.json.encode(pieces)),
        )
        if added.rowcount:
            return None
        found = self._rows.execute("SELECT line FROM prediction WHERE key = ?", (key,)).fetchone()
        return int(found[0])

    def __iter__(self) -> Iterator[tuple[int, StoredPrediction]]:
        """Yield all of them, by their keys."""
        rows = self._rows.execute(
            "SELECT key, line, verdict, evidence FROM prediction ORDER BY key"
        )
        for key, line, verdict, evidence in rows:
            pieces = tuple([EvidencePiece(*piece) for piece in _EVIDENCE.decode(evidence)])
            yield key, StoredPrediction(line, verdict, pieces)


@contextmanager
def prediction_store(path: Path) -> Iterator[PredictionStore]:
    """Make an empty store at a path, and remove it at the end.

    A store that a killed worker left there is removed first.
    """
    path.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            # Nobody else reads it, and nobody misses it after a crash.
            rows.execute("PRAGMA journal_mode = OFF")
            rows.execute("PRAGMA synchronous = OFF")
            rows.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            rows.execute(
                "CREATE TABLE prediction (key INTEGER PRIMARY KEY, line INTEGER NOT NULL,"
                " verdict TEXT NOT NULL, evidence BLOB NOT NULL)"
            )
            rows.execute("BEGIN")
            yield PredictionStore(rows)
    finally:
        path.unlink(missing_ok=True)
