"""Files of JSON lines that managers upload: bounded, and stored as a whole or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.db import transaction

from core.structs import BadDataError, decode_json

MOST_LINES = 2_000
# Below what a form may send, with room for the rest of it.
MOST_BYTES = 2_500_000
# A request, and on SQLite everybody else who writes, waits for the import.
MOST_SECONDS = 20

T = TypeVar("T")


class LineImportError(Exception):
    """A file of lines that was not imported."""


class FileTooLargeError(LineImportError):
    """More bytes or lines than a file may have."""


class ImportTooSlowError(LineImportError):
    """The import took too long; `line` is the first line that was not reached."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class LineRefusedError(LineImportError):
    """A line that cannot be stored; `error` says why."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__(f"line {number}: {error}")
        self.number = number
        self.error = error


@transaction.atomic
def import_lines(
    data: bytes,
    decoder: msgspec.json.Decoder[T],
    store: Callable[[T], None],
    *,
    refusals: tuple[type[Exception], ...],
    elapsed: Callable[[], float] = time.monotonic,
) -> int:
    """Store every line of a file; return how many lines there were.

    `store` raises one of the `refusals` for a line that cannot be stored. `elapsed` returns the
    seconds of a running clock.
    """
    if len(data) > MOST_BYTES:
        raise FileTooLargeError
    numbered = enumerate(data.split(b"\n"), start=1)
    # Blank lines are left out, but counted: a number is that of the line in the file.
    lines = [(number, line) for number, line in numbered if line.strip()]
    if len(lines) > MOST_LINES:
        raise FileTooLargeError
    known: tuple[type[Exception], ...] = (BadDataError, *refusals)
    began = elapsed()
    for number, line in lines:
        if elapsed() - began > MOST_SECONDS:
            raise ImportTooSlowError(number)
        try:
            store(decode_json(decoder, line))
        except known as error:
            raise LineRefusedError(number, error) from error
    return len(lines)
