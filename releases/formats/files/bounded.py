"""Lines of a file that a bounded program opens and unpacks: for files that people upload.

Pure. What exceeds a limit of the program is a fault of the file like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.file_limits import FileLimits
from core.readers import Alive, ReaderStoppedError, StopCause, read_in_program
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.files.reading import FileFault, ProgressHook, read_lines

_PROGRAM = "releases.formats.files.reading_program"
# Lines are sent together, so many or so many bytes.
_LINES_AT_ONCE = 500
_BYTES_AT_ONCE = 2**18

NumberedLine = tuple[int, bytes | FileFault]


@dataclass(frozen=True, slots=True)
class LinesRequest:
    """A request to read the lines of a file."""

    path: Path
    limits: FileLimits


def read_bounded_lines(
    path: Path, *, on_progress: ProgressHook, limits: FileLimits
) -> Iterator[NumberedLine]:
    """Yield what `read_lines` yields, read by another program. Call `on_progress` meanwhile."""
    try:
        for lines in read_in_program(
            _PROGRAM,
            LinesRequest(path, limits),
            seconds=limits.seconds,
            megabytes=limits.megabytes,
            heed=on_progress,
        ):
            yield from lines
    except ReaderStoppedError as error:
        yield 0, FileFault(0, _reason(error, limits))


def batches_of_lines(request: LinesRequest, alive: Alive) -> Iterator[list[NumberedLine]]:
    """Yield the lines of a file in batches. For the program that reads."""
    batch: list[NumberedLine] = []
    size = 0
    for number, line in read_lines(request.path, limits=request.limits):
        alive()
        batch.append((number, line))
        size += len(line) if isinstance(line, bytes) else 0
        if len(batch) >= _LINES_AT_ONCE or size >= _BYTES_AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _reason(error: ReaderStoppedError, limits: FileLimits) -> RefusalReason:
    if error.cause is StopCause.TIME:
        return refusal("reading_too_slow", most=limits.seconds)
    if error.cause is StopCause.MEMORY:
        return refusal("reading_too_large", most=limits.megabytes)
    return refusal("reader_crashed", detail=error.detail)
