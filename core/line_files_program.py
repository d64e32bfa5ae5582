"""The program that reads lines for another process: `python -m core.line_files_program`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.file_limits import FileLimits
from core.line_files import LineFault, read_lines
from core.readers import Alive, serve_reader

PROGRAM = "core.line_files_program"
# Lines are sent together, so many or so many bytes.
_LINES_AT_ONCE = 500
_BYTES_AT_ONCE = 2**18


def batches_of_lines(
    request: tuple[Path, FileLimits], alive: Alive
) -> Iterator[list[tuple[int, bytes | LineFault]]]:
    """Yield the lines of a file in batches."""
    path, limits = request
    batch: list[tuple[int, bytes | LineFault]] = []
    size = 0
    for number, line in read_lines(path, limits=limits):
        alive()
        batch.append((number, line))
        size += len(line) if isinstance(line, bytes) else 0
        if len(batch) >= _LINES_AT_ONCE or size >= _BYTES_AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


if __name__ == "__main__":
    serve_reader(batches_of_lines)
