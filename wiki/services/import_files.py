"""The files that an import may read: those in the import folder, and those that were uploaded.

A job names a file by its folder and its path inside; both are looked up here, and nothing
outside the two folders is ever opened, whatever symbolic links there are.
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
    """Where a file lies."""

    IMPORTS = "imports"
    UPLOADS = "uploads"


class NotAvailableError(Exception):
    """There is no such file in the folder, or it leads out of it."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file that may be imported."""

    folder: ImportFolder
    path: str

    def locate(self) -> Path:
        """Where it lies on the disk."""
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
    """What is in the import folder, by name; indexes of multistream dumps come with those."""
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
    """A place for an upload, in a folder of its own; its name stays readable."""
    safe = get_valid_filename(Path(name).name or "dump").lstrip(".")[-120:] or "dump"
    file = ImportFile(ImportFolder.UPLOADS, f"{uuid.uuid4().hex}/{safe}")
    (root_of(ImportFolder.UPLOADS) / file.path).parent.mkdir(parents=True)
    return file


def remove_upload(file: ImportFile) -> None:
    """Delete an uploaded file once it is imported; files of the import folder stay."""
    if file.folder is not ImportFolder.UPLOADS:
        return
    with contextlib.suppress(NotAvailableError, OSError):
        path = file.locate()
        path.unlink()
        path.parent.rmdir()
