"""Uploaded files: stored first, used by a job, then removed."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings


def upload_path(folder: str, public_id: UUID) -> Path:
    """Return the path of an upload until its job is done with it."""
    return Path(settings.HOME, "uploads", folder, str(public_id))


def store_upload(path: Path, blocks: Iterable[bytes]) -> str:
    """Write an upload to the disk, whole or not at all. Return its SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with path.open("xb") as file:
            for block in blocks:
                digest.update(block)
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return digest.hexdigest()


def remove_old_uploads(folder: str, *, before: datetime) -> None:
    """Remove uploads whose request or job ended before it could remove them."""
    _remove_old(Path(settings.HOME, "uploads", folder).glob("*"), before)


def remove_temporary_files(*, before: datetime) -> None:
    """Remove what Django stored of requests whose process was killed while they arrived."""
    _remove_old(Path(tempfile.gettempdir()).glob("tmp*.upload*"), before)


def _remove_old(paths: Iterable[Path], before: datetime) -> None:
    for path in paths:
        # Another worker may be at the same, and other people's files may be there.
        with suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mtime < before.timestamp():
                path.unlink()
