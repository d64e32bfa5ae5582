"""Reading files of claims: line by line, in bounded memory, every fault with its line.

Pure. Plain, gzip and zstd files are told apart by their first bytes. A fault does not end the
reading, so that people see all of them at once, up to a limit; whoever imports must not keep
anything of a file that has one.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import zstandard

from releases.formats.base import DatasetFormat, FormatError
from releases.records import Record

LONGEST_LINE = 16 * 2**20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UNPACKED_AT_ONCE = 2**10
_BUFFER = 2**17
_DAMAGED = (OSError, EOFError, zlib.error, zstandard.ZstdError)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and in which line; 0 where it is the file as a whole."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.reason}" if self.line else self.reason


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A claim with the line in which it stands."""

    line: int
    record: Record


def read_records(path: Path, one: DatasetFormat) -> Iterator[ReadRecord | Fault]:
    """Every claim of a file, and every fault. Ids may stand only once."""
    seen: dict[int, int] = {}
    for number, value in read_json_lines(path, skip=len(one.headers)):
        if isinstance(value, Fault):
            yield value
            continue
        try:
            record = one.read(value)
        except FormatError as error:
            yield Fault(number, str(error))
            continue
        first = seen.setdefault(record.id, number)
        if first != number:
            yield Fault(number, f"The id {record.id} stands in line {first} already.")
            continue
        yield ReadRecord(number, record)
    if not seen:
        yield Fault(0, "The file holds no claims.")


def read_json_lines(path: Path, *, skip: int = 0) -> Iterator[tuple[int, Any | Fault]]:
    """The value of each line with its number; empty lines are passed over."""
    number = 0
    try:
        with _opened(path) as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    yield number, Fault(number, f"The line is longer than {LONGEST_LINE:,} bytes.")
                    return
                if number > skip and line.strip():
                    yield number, _value(number, line)
    except _DAMAGED:
        where = number + 1
        yield where, Fault(where, "The file is damaged from here on, or not all of it is here.")


def _value(number: int, line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_constant=_no)
    except UnicodeDecodeError as error:
        return Fault(number, f"This is not UTF-8 (byte {error.start + 1} of the line).")
    except RecursionError:
        return Fault(number, "The JSON is nested too deeply.")
    except ValueError as error:
        return Fault(number, f"This is not JSON ({error}).")


def _no(constant: str) -> Any:
    raise ValueError(f"{constant} is no number of JSON")


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
    """A zstd file that says when it was cut off, which zstandard's own reader does not.

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
