"""Files, compressed or not, and their fingerprints."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from wiki.dump.records import DumpError

BLOCK = 64 * 1024
_SAMPLE = 64 * 1024
_SAMPLES = 16

_REFUSED_ARCHIVES = {
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"PK\x03\x04": "zip",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


def fingerprint(path: Path) -> str:
    """Return a hash of the file's size, head, tail and samples between: cheap even for 100 GB.

    It distinguishes dumps from each other, and a repaired file from the damaged one; it does
    not prove that every byte is the same.
    """
    size = path.stat().st_size
    known = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        last = max(0, size - _SAMPLE)
        for number in range(_SAMPLES + 1):
            file.seek(last * number // _SAMPLES)
            known.update(file.read(_SAMPLE))
    return known.hexdigest()


class CompressedFile:
    """A file's content in blocks, decompressed if the file is gzip or bzip2."""

    def __init__(self, path: Path, limits: FileLimits = DEFAULT_FILE_LIMITS) -> None:
        self.path = path
        self.limits = limits
        self._unpacked = 0
        try:
            self._raw: IO[bytes] = path.open("rb")
            self.size = path.stat().st_size
            magic = self._raw.read(6)
        except OSError as error:
            raise DumpError(path, f"it cannot be read ({error.strerror})") from error
        self._raw.seek(0)
        for start, name in _REFUSED_ARCHIVES.items():
            if magic.startswith(start):
                self.close()
                raise DumpError(
                    path, f"it is a {name} archive; unpack it, or compress it with gzip or bzip2"
                )
        self._file: IO[bytes] = self._raw
        self.is_bzip2 = magic.startswith(b"BZh")
        self.is_gzip = magic.startswith(b"\x1f\x8b")
        if self.is_gzip:
            self._file = gzip.GzipFile(fileobj=self._raw, mode="rb")  # type: ignore[assignment]
        elif self.is_bzip2:
            self._file = bz2.BZ2File(self._raw, mode="rb")

    @property
    def position(self) -> int:
        """The number of bytes read so far, counted in the file on disk."""
        return min(self._raw.tell(), self.size)

    def read(self, size: int = BLOCK) -> bytes:
        """Return the next bytes, none at the end. Raise DumpError if the archive is damaged."""
        try:
            block = self._file.read(size)
        except EOFError as error:
            raise DumpError(self.path, "the archive is truncated") from error
        except (OSError, zlib.error, lzma.LZMAError, ValueError) as error:
            raise DumpError(self.path, f"the archive is corrupt ({error})") from error
        self._unpacked += len(block)
        most = self.limits.unpacked_bytes(self.size)
        if self._file is not self._raw and self._unpacked > most:
            raise DumpError(
                self.path,
                f"it unpacks to more than {most // 2**20:,} MB, which no dump of its size does",
            )
        return block

    def blocks(self) -> Iterator[bytes]:
        while block := self.read():
            yield block

    def close(self) -> None:
        self._raw.close()


def read_lines(file: CompressedFile, *, longest: int) -> Iterator[bytes]:
    """Yield the lines without their ends. Raise DumpError if one exceeds `longest` bytes."""
    # The beginning of a line that goes on in the next block. Parts are joined once: to join them
    # block by block would take time that grows with the square of the line.
    parts: list[bytes] = []
    size = count = 0
    for block in file.blocks():
        first, *others = block.split(b"\n")
        parts.append(first)
        size += len(first)
        if size > longest:
            raise DumpError(file.path, f"a line is longer than {longest // 2**20} MB")
        if not others:
            continue
        count += len(others)
        if count > file.limits.lines:
            raise DumpError(file.path, f"it has more than {file.limits.lines:,} lines")
        yield b"".join(parts)
        *whole, last = others
        yield from whole
        parts, size = [last], len(last)
    if rest := b"".join(parts):
        yield rest
