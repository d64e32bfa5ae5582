"""Reading files of claims: line by line, in bounded memory, every fault with its line.

Pure. Plain, gzip and zstd files are recognized by their first bytes. A fault does not end the
reading, so that people see all of them at once, up to a limit; nothing may be imported from a file
that has one. Lines that are no claims, the header of a study's file and empty ones, are reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from core import line_files
from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.line_files import LineFault
from releases.dataset.rules.records import Record
from releases.dataset.rules.refusals import RefusalReason, RefusedError, refusal
from releases.formats.base import DatasetFormat, FormatError
from releases.formats.files.seen_ids import SeenIds

_ESCAPE = b"\\u"
# NUL, half of a surrogate pair.
_SUSPECT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


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


# A line and its number, or the fault that is there instead.
NumberedLine = tuple[int, bytes | FileFault]


class LineSource(Protocol):
    """A function that yields the lines of a file, as `read_lines` does."""

    def __call__(self, path: Path, *, on_progress: ProgressHook) -> Iterator[NumberedLine]: ...


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
) -> Iterator[NumberedLine]:
    """Yield each line with its number, but no empty ones, and faults of the file."""
    for number, line in line_files.read_lines(path, on_progress=on_progress, limits=limits):
        yield number, line if isinstance(line, bytes) else line_fault(number, line)


def line_fault(number: int, fault: LineFault) -> FileFault:
    """Return the fault of a line as that of a file of claims."""
    return FileFault(number, refusal(fault.code, **fault.parameters))


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
