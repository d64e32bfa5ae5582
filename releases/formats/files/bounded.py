"""Lines of a file that a bounded program opens and unpacks: for files that people upload.

Pure. What exceeds a limit of the program is a fault of the file like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.file_limits import FileLimits
from core.line_files_program import PROGRAM
from core.readers import ReaderStoppedError, StopCause, read_in_program
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.files.reading import FileFault, NumberedLine, ProgressHook, line_fault


def read_bounded_lines(
    path: Path, *, on_progress: ProgressHook, limits: FileLimits
) -> Iterator[NumberedLine]:
    """Yield what `read_lines` yields, read by another program. Call `on_progress` as it reads."""
    try:
        for lines in read_in_program(
            PROGRAM,
            (path, limits),
            seconds=limits.seconds,
            megabytes=limits.megabytes,
            heed=on_progress,
        ):
            for number, line in lines:
                yield number, line if isinstance(line, bytes) else line_fault(number, line)
    except ReaderStoppedError as error:
        yield 0, FileFault(0, _reason(error, limits))


def _reason(error: ReaderStoppedError, limits: FileLimits) -> RefusalReason:
    if error.cause is StopCause.TIME:
        return refusal("reading_too_slow", most=limits.seconds)
    if error.cause is StopCause.MEMORY:
        return refusal("reading_too_large", most=limits.megabytes)
    return refusal("reader_crashed", detail=error.detail)
