"""Backups of an embedded site: one archive with the database, releases, uploads and the secret key.

The database is copied by SQLite itself, so a running site can be backed up, and before the files: a
release that is ready in the copy has its files. The search index is left out, because it is built
from the pages. The first member of an archive says what should be in it, with checksums; nothing is
put in place before all of it was read and compared.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec
from django.conf import settings
from msgspec import Struct

from core.database import database_file
from core.structs import decode_json

CONTENTS = "backup.json"
DATABASE = "touchstone.sqlite3"
KEY = "secret_key"
FOLDERS = ("models", "releases", "uploads")
# Made from the database, or only of use to the processes that ran.
_MADE_AGAIN = ("index", "broker")
_FORMAT = 1
_BLOCK = 2**20


class BackupContents(Struct, frozen=True):
    """The first member of a backup: what should be in it, with checksums."""

    format: int
    # Another format may have other fields: it is refused by its number.
    version: str = ""
    made_at: str = ""
    files: dict[str, str] = {}


_CONTENTS = msgspec.json.Decoder(BackupContents)


class BackupError(Exception):
    """The backup cannot be written or restored; the message says why."""


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """The contents of a backup, in numbers."""

    version: str
    made_at: str
    files: int
    bytes: int


def write_backup(target: Path, *, now: datetime) -> BackupSummary:
    """Write a backup of this site to a new file, which appears only once it is complete."""
    if target.exists():
        raise BackupError(f"{target} exists already. Choose another name.")
    if not database_file().exists():
        raise BackupError(f"There is nothing to back up: {database_file()} does not exist.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
        copy = Path(folder, DATABASE)
        _copy_database(copy)
        sources = {DATABASE: copy, **dict(_files_of_home())}
        # Read once for the checksums and once for the archive: a list that comes first lets
        # `restore` refuse an archive before it writes anything.
        digests = {name: _digest(path) for name, path in sources.items()}
        contents = BackupContents(
            format=_FORMAT,
            version=settings.VERSION,
            made_at=now.isoformat(timespec="seconds"),
            files=digests,
        )
        archive = Path(folder, "archive")
        with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
            text = msgspec.json.format(msgspec.json.encode(contents), indent=1)
            head = tarfile.TarInfo(CONTENTS)
            head.size, head.mode = len(text), 0o600
            tar.addfile(head, io.BytesIO(text))
            for name, path in sources.items():
                tar.add(path, name, recursive=False)
        _sync(archive)
        try:
            # Fails if another backup has just taken the name.
            os.link(archive, target)
        except FileExistsError as error:
            raise BackupError(f"{target} exists already. Choose another name.") from error
        size = sum(path.stat().st_size for path in sources.values())
    return BackupSummary(settings.VERSION, contents.made_at, len(sources), size)


def read_backup(source: Path) -> BackupSummary:
    """Return what a backup holds, after comparing every file with its checksum."""
    with tempfile.TemporaryDirectory(prefix="touchstone-backup-") as folder:
        return _unpack(source, Path(folder))


def restore_backup(source: Path, *, now: datetime, replace: bool = False) -> BackupSummary:
    """Put a backup in the place of this site's data. The caller made sure that nothing runs.

    With `replace`, what was there is moved into a folder beside it, never deleted.
    """
    home = Path(settings.HOME)
    present = [path for path in _places() if path.exists() and not _is_empty(path)]
    if present and not replace:
        raise BackupError(
            f"{home} has data already ({present[0].name}). Use an empty home folder, or --replace,"
            " which keeps the old data beside the new."
        )
    home.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".restoring-", dir=home))
    try:
        summary = _unpack(source, folder)
        if present:
            _put_aside(present, home / f"replaced-{now:%Y%m%d-%H%M%S}")
        for name in _MADE_AGAIN:
            shutil.rmtree(home / name, ignore_errors=True)
        for path in sorted(folder.iterdir()):
            place = database_file() if path.name == DATABASE else home / path.name
            if place.is_dir():
                place.rmdir()
            path.rename(place)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return summary


def _copy_database(copy: Path) -> None:
    with (
        closing(sqlite3.connect(database_file())) as live,
        closing(sqlite3.connect(copy)) as copied,
    ):
        live.backup(copied)
        # One file without a write-ahead log.
        copied.execute("PRAGMA journal_mode=DELETE")
    _check_database(copy)


def _check_database(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            found = [row[0] for row in database.execute("PRAGMA quick_check(3)")]
    # SQLite's message can quote names that are no text.
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise BackupError(f"The database is damaged: {error}.") from error
    if found != ["ok"]:
        raise BackupError(f"The database is damaged: {found[0]}.")


def _files_of_home() -> Iterator[tuple[str, Path]]:
    home = Path(settings.HOME)
    if (home / KEY).is_file():
        yield KEY, home / KEY
    for folder in FOLDERS:
        for path in sorted((home / folder).rglob("*")):
            name = path.relative_to(home)
            # What is being written under such a name is renamed or deleted any moment.
            is_partial = any(part.endswith(".partial") for part in name.parts)
            if path.is_file() and not path.is_symlink() and not is_partial:
                yield name.as_posix(), path


def _places() -> list[Path]:
    home = Path(settings.HOME)
    logs = [Path(f"{database_file()}{suffix}") for suffix in ("-wal", "-shm")]
    return [database_file(), *logs, home / KEY, *(home / name for name in FOLDERS)]


def _is_empty(path: Path) -> bool:
    if path.name == KEY:
        # Any command that begins in a new home folder makes one.
        return not database_file().exists()
    return path.is_dir() and not any(path.iterdir())


def _put_aside(present: list[Path], aside: Path) -> None:
    aside.mkdir()
    for path in present:
        path.rename(aside / path.name)


def _unpack(source: Path, folder: Path) -> BackupSummary:
    """Unpack an archive into an empty folder, and compare it with its list."""
    try:
        with tarfile.open(source, "r:gz") as tar:
            contents = _read_contents(tar)
            expected = dict(contents.files)
            size = 0
            for member in tar:
                if member.name == CONTENTS:
                    continue
                size += _unpack_member(tar, member, folder, expected)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        raise BackupError(f"{source} is no whole backup: {error}.") from error
    if expected:
        raise BackupError(f"{source} is no whole backup: {min(expected)} is missing.")
    _check_database(folder / DATABASE)
    return BackupSummary(contents.version, contents.made_at, len(contents.files), size)


def _read_contents(tar: tarfile.TarFile) -> BackupContents:
    head = tar.next()
    file = tar.extractfile(head) if head is not None and head.name == CONTENTS else None
    if file is None:
        raise ValueError(f"it does not begin with {CONTENTS}")
    contents = decode_json(_CONTENTS, file.read(2**30))
    if contents.format != _FORMAT:
        raise ValueError("a newer version of Touchstone wrote it")
    if DATABASE not in contents.files:
        raise ValueError("it has no database")
    return contents


def _unpack_member(
    tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, expected: dict[str, str]
) -> int:
    digest = expected.pop(member.name, None)
    if digest is None or not member.isfile() or not _is_ours(member.name):
        raise ValueError(f"{member.name} does not belong into it")
    place = folder / member.name
    place.parent.mkdir(parents=True, exist_ok=True)
    file = tar.extractfile(member)
    assert file is not None
    with place.open("xb") as out:
        found = _copy(file, out)
    if found != digest:
        raise ValueError(f"{member.name} differs from its checksum")
    return member.size


def _is_ours(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if ".." in parts or name.startswith("/"):
        return False
    return name in (DATABASE, KEY) or parts[0] in FOLDERS


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return _copy(file, None)


def _copy(file: IO[bytes], out: IO[bytes] | None) -> str:
    """Return the checksum of a file, and write it elsewhere if asked to."""
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        digest.update(block)
        if out is not None:
            out.write(block)
    return digest.hexdigest()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
