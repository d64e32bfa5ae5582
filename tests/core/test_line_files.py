"""Files of lines: what is read, and how little the program that reads them imports."""

from __future__ import annotations

import gzip
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from core.file_limits import DEFAULT_FILE_LIMITS
from core.line_files import LineFault, read_lines
from core.line_files_program import PROGRAM


def test_lines_are_read_with_their_numbers_and_without_empty_ones(tmp_path: Path) -> None:
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbfone\n\n  two \n"))
    assert list(read_lines(path)) == [(1, b"one"), (3, b"two")]


def test_a_line_with_too_many_values_is_a_fault_and_the_next_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"[1,2,3,4]\n[1]\n")
    limits = replace(DEFAULT_FILE_LIMITS, elements=4)
    fault = LineFault("too_many_values", {"most": 4})
    assert list(read_lines(path, limits=limits)) == [(1, fault), (2, b"[1]")]


def test_a_file_that_was_cut_off_is_damaged_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(b"one\n")[:-9])
    assert list(read_lines(path))[-1][1] == LineFault("file_damaged")


def test_the_program_that_reads_lines_imports_neither_django_nor_the_apps() -> None:
    # It is started for each file; with the parser it took three times as long to start.
    code = f"import sys, {PROGRAM}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(ran.stdout.split())
    assert "core" in loaded
    assert not loaded & {"django", "releases", "wiki", "campaigns", "mwparserfromhell"}
