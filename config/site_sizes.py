"""The room that a site takes and has: disk, database, search index."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from core.database import database_file
from search.health import SearchDownError, index_bytes

# Less than this is worth a warning: imports and releases need room for their temporary files.
_LEAST_SHARE = 0.1
_LEAST_BYTES = 5 * 2**30


@dataclass(frozen=True, slots=True)
class DiskRoom:
    """The disk of the home folder."""

    free: int
    total: int

    @property
    def is_low(self) -> bool:
        return self.free < min(_LEAST_BYTES, _LEAST_SHARE * self.total)

    @property
    def percent_free(self) -> int:
        return round(100 * self.free / max(self.total, 1))


@dataclass(frozen=True, slots=True)
class SiteSizes:
    """Sizes in bytes; None where they cannot be found out now."""

    disk: DiskRoom | None
    database: int | None
    index: int | None


def measure_site() -> SiteSizes:
    """Return the sizes. Whatever does not answer is left out, and shown as down elsewhere."""
    return SiteSizes(disk=_disk(), database=_database(), index=_index())


def _disk() -> DiskRoom | None:
    home = Path(settings.HOME)
    try:
        usage = shutil.disk_usage(home if home.exists() else home.parent)
    except OSError:
        return None
    return DiskRoom(usage.free, usage.total)


def _database() -> int | None:
    if connection.vendor == "sqlite":
        files = [f"{database_file()}{suffix}" for suffix in ("", "-wal")]
        return sum(os.path.getsize(file) for file in files if os.path.exists(file))
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return None


def _index() -> int | None:
    try:
        return index_bytes()
    except SearchDownError:
        return None
