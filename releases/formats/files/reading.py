"""Reading files of claims: line by line, in bounded memory, every fault with its line.

Pure. Plain, gzip and zstd files are recognized by their first bytes. A fault does not end the
reading, so that people see all of them at once, up to a limit; nothing may be imported from a file
that has one. Lines that are no claims, the header of a study's file and empty ones, are reported.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec
import zstandard
from msgspec import Struct

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits, count_values
from releases.dataset.rules.records import Record
from releases.dataset.rules.refusals import RefusalReason, RefusedError, refusal
from releases.formats.base import DatasetFormat, FormatError
from releases.formats.files.seen_ids import SeenIds

LONGEST_LINE = 16 * 2**20
# Bytes after which progress is reported, whatever was in them.
_REPORT_EVERY = 4 * 2**20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UNPACKED_AT_ONCE = 2**10
_BUFFER = 2**17
_MARK = b"\xef\xbb\xbf"
_ESCAPE = b"\\u"
# NUL, half of a surrogate pair.
_SUSPECT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
_DAMAGED = (OSError, EOFError, zlib.error, zstandard.ZstdError)


class FileFault(Struct, frozen=True):
    """A fault of a file and its line; 0 where it is the file as a whole."""

    line: int
    refusal: RefusalReason


class SkipReason(StrEnum):
    """The reason why a line is no claim."""

    HEADER = "header"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class SkippedLines:
    """Lines that are no claims, and no faults either, up to one."""

    line: int
    reason: SkipReason
    count: int = 1


class _BadJsonError(RefusedError, ValueError):
    """A line is not JSON that can be stored."""


# Called now and then while a file is read; the reading ends where it raises.
ProgressHook = Callable[[], None]


class LineSource(Protocol):
    """A function that yields the lines of a file, as `read_lines` does."""

    def __call__(
        self, path: Path, *, on_progress: ProgressHook
    ) -> Iterator[tuple[int, bytes | FileFault]]: ...


def _ignore_progress() -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A claim, the number of its line, and the line itself."""

    line: int
    record: Record
    text: bytes


def read_records(
    path: Path,
    written_in: DatasetFormat,
    seen: SeenIds | None = None,
    *,
    file: int = 0,
    on_progress: ProgressHook = _ignore_progress,
    line_source: LineSource | None = None,
) -> Iterator[ReadRecord | SkippedLines | FileFault]:
    """Yield every claim of a file, skipped line and fault. An id may occur once in all files.

    `seen` has the ids of the files before, and `file` is the number of this one.
    """
    lines = line_source or read_lines
    with nullcontext(seen) if seen is not None else SeenIds() as ids:
        is_empty = True
        last = 0
        for number, text in lines(path, on_progress=on_progress):
            if number > last + 1:
                yield SkippedLines(number - 1, SkipReason.EMPTY, number - last - 1)
            last = number
            read = text if isinstance(text, FileFault) else read_record(number, text, written_in)
            if isinstance(read, ReadRecord):
                place = ids.first(read.record.id, file, number)
                if place is not None:
                    read = FileFault(number, _repeated(read.record.id, place, file))
            is_empty = is_empty and isinstance(read, SkippedLines)
            yield read
        if is_empty:
            yield FileFault(0, refusal("no_claims"))


def _repeated(number: int, place: tuple[int, int], file: int) -> RefusalReason:
    code = "id_twice" if place[0] == file else "id_in_other_part"
    return refusal(code, id=number, line=place[1])


def read_record(
    number: int, text: bytes, written_in: DatasetFormat
) -> ReadRecord | SkippedLines | FileFault:
    """Return the claim of a line, or its fault; the first line may be a header of the format's."""
    value = _value(number, text)
    if isinstance(value, FileFault):
        return value
    if number == 1 and written_in.layout.headers and is_header(value):
        return SkippedLines(number, SkipReason.HEADER)
    try:
        return ReadRecord(number, written_in.read(value), text)
    except FormatError as error:
        return FileFault(number, error.refusal)


def is_header(value: Any) -> bool:
    """Return whether a line is a header, as in some studies' files: keys without any values."""
    return isinstance(value, Mapping) and bool(value) and not any(value.values())


def read_json_lines(
    path: Path,
    *,
    skip: int = 0,
    on_progress: ProgressHook = _ignore_progress,
    line_source: LineSource | None = None,
) -> Generator[tuple[int, Any | FileFault]]:
    """Yield the value of each line with its number; the first ones and empty ones are skipped."""
    lines = line_source or read_lines
    for number, text in lines(path, on_progress=on_progress):
        if number > skip or isinstance(text, FileFault):
            yield number, text if isinstance(text, FileFault) else _value(number, text)


def read_lines(
    path: Path,
    *,
    on_progress: ProgressHook = _ignore_progress,
    limits: FileLimits = DEFAULT_FILE_LIMITS,
) -> Iterator[tuple[int, bytes | FileFault]]:
    """Yield each line with its number, but no empty ones, and faults of the file."""
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
                    yield number, FileFault(number, refusal("line_too_long", most=LONGEST_LINE))
                    return
                if size > largest:
                    reason = refusal("file_too_large", most=largest // 2**20)
                    yield number, FileFault(number, reason)
                    return
                if number > limits.lines:
                    yield number, FileFault(number, refusal("too_many_lines", most=limits.lines))
                    return
                line = (line.removeprefix(_MARK) if number == 1 else line).strip()
                if not line:
                    continue
                if count_values(line) > limits.elements:
                    reason = refusal("too_many_values", most=limits.elements)
                    yield number, FileFault(number, reason)
                else:
                    yield number, line
    except _DAMAGED:
        where = number + 1
        yield where, FileFault(where, refusal("file_damaged"))


def _value(number: int, line: bytes) -> Any:
    try:
        value = _decoded(line)
        if _ESCAPE in line and _SUSPECT.search(line):
            _check_texts(value)
        return value
    except UnicodeDecodeError as error:
        return FileFault(number, refusal("no_utf8", byte=error.start + 1))
    except RecursionError:
        return FileFault(number, refusal("json_too_deep"))
    except _BadJsonError as error:
        return FileFault(number, error.refusal)
    except json.JSONDecodeError as error:
        return FileFault(number, refusal("no_json", character=error.pos + 1))
    except ValueError:
        # A whole number with more digits than Python reads.
        return FileFault(number, refusal("json_number"))


def _decoded(line: bytes) -> Any:
    """Return the value of a line; Python's own reader describes faults better than the fast one."""
    try:
        return _fast_decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _DECODER.decode(line.decode())


def _no(constant: str) -> Any:
    raise _BadJsonError("json_no_number", value=constant)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise _BadJsonError("json_unbounded", value=text)
    return number


_fast_decode = msgspec.json.Decoder().decode
_DECODER = json.JSONDecoder(parse_constant=_no, parse_float=_finite)


def _check_texts(value: Any) -> None:
    """Refuse texts that JSON can have and no database can store."""
    for text in _texts(value):
        if "\0" in text:
            raise _BadJsonError("json_nul")
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise _BadJsonError("json_half_character")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


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
