"""Writing files of a release: streamed, compressed, checksummed, whole or not at all.

The same lines give the same bytes: no name and no time go into a compressed file. A file has its
name only once it is whole and on the disk.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec
import zstandard
from msgspec import Struct

from releases.dataset.rules.choices import Compression

GZIP_LEVEL = 6
ZSTD_LEVEL = 9
_UNFINISHED = ".part"
_READ_AT_ONCE = 2**20
_LINES_AT_ONCE = 100


class FileFacts(Struct, frozen=True, omit_defaults=True):
    """The size and the checksum of a file of a release, by its path inside of it."""

    path: str
    size: int
    sha256: str
    # Records, header lines not counted; None for files that are no lists of records.
    records: int | None = None

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class KeyOrder(Enum):
    """The order of the keys of a JSON object; the fields of a struct always keep theirs."""

    GIVEN = None
    # For objects from a database: the bytes must not show which database it is.
    SORTED = "deterministic"


class LineEncoder:
    """A buffer of JSON lines; values are encoded as they are added."""

    def __init__(self, order: KeyOrder = KeyOrder.GIVEN) -> None:
        self._encode_into = msgspec.json.Encoder(order=order.value).encode_into
        self._encoded = bytearray()

    def add(self, value: Any) -> None:
        self._encode_into(value, self._encoded, -1)
        self._encoded += b"\n"

    def take(self) -> bytes:
        """Return what was added since the last call."""
        encoded = bytes(self._encoded)
        self._encoded.clear()
        return encoded


def encode_lines(values: Iterable[Any], order: KeyOrder = KeyOrder.GIVEN) -> bytes:
    """Return values as lines of JSON."""
    lines = LineEncoder(order)
    for value in values:
        lines.add(value)
    return lines.take()


class LineFile:
    """A file of JSON lines that is being written; `facts` once it is whole."""

    def __init__(self, path: str, write: Callable[[bytes], Any]) -> None:
        self.path = path
        self.records = 0
        self.facts: FileFacts | None = None
        self._write = write

    def write(self, encoded: bytes, records: int) -> None:
        """Write lines with so many records."""
        self._write(encoded)
        self.records += records


@contextmanager
def line_file(
    folder: Path,
    path: str,
    *,
    headers: Iterable[Any] = (),
    order: KeyOrder = KeyOrder.GIVEN,
    compression: Compression = Compression.NONE,
) -> Iterator[LineFile]:
    """Write JSON lines, many at a time; the path gets the compression's suffix."""
    path += compression.suffix
    with _whole_file(folder / path) as counted, _compressed(counted, compression) as write:
        file = LineFile(path, write)
        file.write(encode_lines(headers, order), 0)
        yield file
    file.facts = FileFacts(path, counted.size, counted.digest.hexdigest(), file.records)


def write_lines(
    folder: Path,
    path: str,
    lines: Iterable[Any],
    *,
    headers: Iterable[Any] = (),
    order: KeyOrder = KeyOrder.GIVEN,
    compression: Compression = Compression.NONE,
) -> FileFacts:
    """Write all these values as JSON lines."""
    remaining = iter(lines)
    with line_file(folder, path, headers=headers, order=order, compression=compression) as file:
        while some := list(islice(remaining, _LINES_AT_ONCE)):
            file.write(encode_lines(some, order), len(some))
    assert file.facts is not None
    return file.facts


def write_bytes(folder: Path, path: str, content: bytes) -> FileFacts:
    """Write a small file at once."""
    with _whole_file(folder / path) as file:
        file.write(content)
    return FileFacts(path, file.size, file.digest.hexdigest())


def facts_of(folder: Path, path: str, records: int | None = None) -> FileFacts:
    """Return size and checksum of a file as it is on the disk."""
    digest = hashlib.sha256()
    size = 0
    with (folder / path).open("rb") as file:
        while block := file.read(_READ_AT_ONCE):
            digest.update(block)
            size += len(block)
    return FileFacts(path, size, digest.hexdigest(), records)


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Give a path to write to; at the end of the block the file gets its own name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two runs of one job may overlap for a moment, in containers with the same process ids, too;
    # what they write is the same.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_UNFINISHED}")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


class _Counted:
    """A file with the size and the checksum of what was written to it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = 0
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._file.write(data)
        self.digest.update(data)
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing for the compressors: the file is flushed once, at its end."""


@contextmanager
def _whole_file(path: Path) -> Iterator[_Counted]:
    with unfinished(path) as temporary, temporary.open("wb") as file:
        yield _Counted(file)
        file.flush()


@contextmanager
def _compressed(file: _Counted, compression: Compression) -> Iterator[Callable[[bytes], Any]]:
    with ExitStack() as stack:
        if compression is Compression.GZIP:
            stream: Any = gzip.GzipFile("", "wb", GZIP_LEVEL, _as_file(file), mtime=0)
            yield stack.enter_context(stream).write
        elif compression is Compression.ZSTD:
            stream = zstandard.ZstdCompressor(level=ZSTD_LEVEL).stream_writer(
                _as_file(file), closefd=False
            )
            yield stack.enter_context(stream).write
        else:
            yield file.write


def _as_file(file: _Counted) -> Any:
    """Return a file for compressors, which do nothing but write to it."""
    return file
