"""The program that reads lines for another process, started by `read_bounded_lines`."""

from __future__ import annotations

from core.readers import serve_reader
from releases.formats.files.bounded import batches_of_lines

if __name__ == "__main__":
    serve_reader(batches_of_lines)
