"""The program that reads a dump for an importer: `python -m wiki.dump.reading_program`."""

from __future__ import annotations

from core.readers import serve_reader
from wiki.dump.bounded import read_dump

if __name__ == "__main__":
    serve_reader(read_dump)
