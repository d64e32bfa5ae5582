"""Files as one tar archive that is never written: any range of its bytes can be read.

The same files give the same bytes, so an interrupted download can be resumed.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_BLOCK = tarfile.BLOCKSIZE
_AT_ONCE = 2**18


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """A file on disk, its size, and its name in the archive."""

    path: Path
    size: int
    name: str


class TarArchive:
    """An archive of files. They must not change while it is read."""

    def __init__(self, files: Sequence[ArchivedFile], *, modified: int) -> None:
        self._segments: list[bytes | ArchivedFile] = []
        for file in files:
            self._segments += [_header(file, modified), file, bytes(-file.size % _BLOCK)]
        self._segments.append(bytes(2 * _BLOCK))
        self.size = sum(map(_size_of, self._segments))

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """Yield the bytes of a half-open range, some at a time."""
        at = 0
        for segment in self._segments:
            size = _size_of(segment)
            first, last = max(start - at, 0), min(end - at, size)
            at += size
            if first >= last:
                continue
            if isinstance(segment, bytes):
                yield segment[first:last]
            else:
                yield from read_range(segment.path, first, last)


def read_range(path: Path, start: int, end: int) -> Iterator[bytes]:
    """Yield the bytes of a half-open range of a file, some at a time."""
    with path.open("rb") as file:
        file.seek(start)
        while start < end and (block := file.read(min(_AT_ONCE, end - start))):
            start += len(block)
            yield block


def _header(file: ArchivedFile, modified: int) -> bytes:
    entry = tarfile.TarInfo(file.name)
    entry.size, entry.mtime, entry.mode = file.size, modified, 0o644
    return entry.tobuf(tarfile.PAX_FORMAT)


def _size_of(segment: bytes | ArchivedFile) -> int:
    return len(segment) if isinstance(segment, bytes) else segment.size
