"""The files that can be imported: those in the import folder and uploaded ones.

A job names a file by its folder and the path inside it. Nothing outside the two folders is
ever opened, not even through symbolic links.
"""

from __future__ import annotations

import contextlib
import uuid
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.utils.text import get_valid_filename

_MOST_FILES = 500
_DEEPEST = 3


class ImportFolder(StrEnum):
    """The folder that a file is in."""

    IMPORTS = "imports"
    UPLOADS = "uploads"


class NotAvailableError(Exception):
    """The folder has no such file, or the path leads out of the folder."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file that can be imported."""

    folder: ImportFolder
    path: str

    def locate(self) -> Path:
        """Return the file's path on the disk. Raise NotAvailableError if there is none."""
        root = root_of(self.folder)
        try:
            found = (root / self.path).resolve(strict=True)
            inside = found.is_relative_to(root.resolve(strict=True))
        except (OSError, ValueError, RuntimeError) as error:
            raise NotAvailableError(self.path) from error
        if not inside or not found.is_file():
            raise NotAvailableError(self.path)
        return found


def root_of(folder: ImportFolder) -> Path:
    if folder is ImportFolder.IMPORTS:
        return Path(settings.IMPORT_FOLDER)
    return Path(settings.HOME) / "uploads" / "dumps"


def list_import_files() -> list[ImportFile]:
    """Return the files in the import folder by name, without indexes of multistream dumps."""
    root = root_of(ImportFolder.IMPORTS)
    files = []
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        inside = path.relative_to(root)
        is_hidden = any(part.startswith(".") for part in inside.parts)
        if is_hidden or len(inside.parts) > _DEEPEST or "-index" in path.name:
            continue
        file = ImportFile(ImportFolder.IMPORTS, str(inside))
        with contextlib.suppress(NotAvailableError):
            file.locate()
            files.append(file)
        if len(files) == _MOST_FILES:
            break
    return files


def new_upload(name: str) -> ImportFile:
    """Create a folder for an upload and return its file, which keeps a readable name."""
    safe = get_valid_filename(Path(name).name or "dump").lstrip(".")[-120:] or "dump"
    file = ImportFile(ImportFolder.UPLOADS, f"{uuid.uuid4().hex}/{safe}")
    (root_of(ImportFolder.UPLOADS) / file.path).parent.mkdir(parents=True)
    return file


def remove_upload(file: ImportFile) -> None:
    """Delete a file if it was uploaded; keep files in the import folder."""
    if file.folder is not ImportFolder.UPLOADS:
        return
    with contextlib.suppress(NotAvailableError, OSError):
        path = file.locate()
        path.unlink()
        path.parent.rmdir()
