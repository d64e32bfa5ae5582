"""The files of model versions: where they lie, and their checksums."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings

from assist.models import ModelVersion

TEXT_MODEL = "text.model"
TABLES_MODEL = "tables.model"
READER_MODEL = "reader.model"
LEARNED_CLAIMS = "learned.claims"
CHECKPOINT = "checkpoint"
# Of folders that are being written; backups leave them out.
PARTIAL = ".partial"


def folder_of(version: ModelVersion) -> Path:
    """Return the folder of a version."""
    return Path(settings.HOME, "models", str(version.public_id))


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe_files(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the sizes and checksums of a version's files, by name."""
    return {
        path.name: {"size": path.stat().st_size, "sha256": checksum_of(path)}
        for path in sorted(folder.iterdir())
        if path.name in (TEXT_MODEL, TABLES_MODEL, READER_MODEL, LEARNED_CLAIMS)
    }


@contextmanager
def new_files(version: ModelVersion) -> Iterator[Path]:
    """Give a folder to one attempt of a training; what is left in it at the end is deleted."""
    folder = folder_of(version)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = folder.with_name(f"{folder.name}.{uuid4()}{PARTIAL}")
    made.mkdir()
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def checkpoint_of(version: ModelVersion) -> Path:
    """Return the file from which the next attempt of a training continues.

    It is in a folder that backups leave out: it is large, and needed for hours only.
    """
    folder = folder_of(version)
    made = folder.with_name(f"{folder.name}.{CHECKPOINT}{PARTIAL}")
    made.mkdir(parents=True, exist_ok=True)
    return made / CHECKPOINT


def put_in_place(made: Path, version: ModelVersion) -> None:
    """Make the folder of an attempt that of its version."""
    place = folder_of(version)
    # Of an attempt whose end was not stored.
    shutil.rmtree(place, ignore_errors=True)
    made.rename(place)


def remove_files(version: ModelVersion) -> None:
    """Delete what trainings have written, also what interrupted ones have left."""
    shutil.rmtree(folder_of(version), ignore_errors=True)
    remove_partial(version)


def remove_partial(version: ModelVersion) -> None:
    """Delete what interrupted trainings of a version have left."""
    folder = folder_of(version)
    for left in folder.parent.glob(f"{folder.name}.*{PARTIAL}"):
        shutil.rmtree(left, ignore_errors=True)
