"""Files of lines, plain or packed with gzip or zstd, read within limits.

It imports little: a program reads each file that somebody uploads, and importing what
claims are made of would take it longer than most files.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import zstandard

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits, count_values

LONGEST_LINE = 16 * 2**20
# Bytes after which progress is reported, whatever was in them.
_REPORT_EVERY = 4 * 2**20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UNPACKED_AT_ONCE = 2**10
_BUFFER = 2**17
_MARK = b"\xef\xbb\xbf"
_DAMAGED = (OSError, EOFError, zlib.error, zstandard.ZstdError)


@dataclass(frozen=True, slots=True)
class LineFault:
    """The reason why a line cannot be read, as a code with what its words need."""

    code: str
    parameters: dict[str, int] = field(default_factory=dict)


def _ignore_progress() -> None:
    """Do nothing."""


def read_lines(
    path: Path,
    *,
    on_progress: Callable[[], None] = _ignore_progress,
    limits: FileLimits = DEFAULT_FILE_LIMITS,
) -> Iterator[tuple[int, bytes | LineFault]]:
    """Yield each line with its number, but no empty ones, and faults of the file.

    `on_progress` is called now and then; the reading ends where it raises.
    """
    number = size = looked = 0
    try:
        largest = limits.unpacked_bytes(path.stat().st_size)
        with _opened(path) as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                size += len(line)
                if size - looked >= _REPORT_EVERY:
                    looked = size
                    on_progress()
                if len(line) > LONGEST_LINE:
                    yield number, LineFault("line_too_long", {"most": LONGEST_LINE})
                    return
                if size > largest:
                    yield number, LineFault("file_too_large", {"most": largest // 2**20})
                    return
                if number > limits.lines:
                    yield number, LineFault("too_many_lines", {"most": limits.lines})
                    return
                line = (line.removeprefix(_MARK) if number == 1 else line).strip()
                if not line:
                    continue
                if count_values(line) > limits.elements:
                    yield number, LineFault("too_many_values", {"most": limits.elements})
                else:
                    yield number, line
    except _DAMAGED:
        yield number + 1, LineFault("file_damaged")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with ExitStack() as stack:
        file: Any = stack.enter_context(path.open("rb"))
        start = file.read(4)
        file.seek(0)
        if start.startswith(_GZIP):
            file = stack.enter_context(gzip.GzipFile(fileobj=file))
        elif start.startswith(_ZSTD):
            file = io.BufferedReader(_ZstdFile(file), _BUFFER)
        yield file


class _ZstdFile(io.RawIOBase):
    """A zstd file that raises where it was cut off, which zstandard's own reader does not.

    Little is read at once: a kilobyte can unpack to 32 megabytes.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._is_inside = False
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._waiting:
            packed = self._file.read(_UNPACKED_AT_ONCE)
            if not packed:
                if self._is_inside:
                    raise EOFError
                return 0
            self._waiting = self._unpack(packed)
        count = min(len(buffer), len(self._waiting))
        buffer[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count

    def _unpack(self, packed: bytes) -> bytes:
        parts = []
        while packed:
            parts.append(self._frame.decompress(packed))
            self._is_inside = not self._frame.eof
            packed = self._frame.unused_data
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
        return b"".join(parts)
