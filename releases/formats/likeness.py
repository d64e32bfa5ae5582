"""The likeness of a file that was refused: another format, or no claims at all. Pure."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.base import DatasetFormat, FormatError
from releases.formats.files.reading import FileFault, LineSource, is_header, read_json_lines
from releases.formats.registry import FORMATS

# So many lines are looked at: those of a file are alike.
_LOOKED_AT = 5


def likeness_of(
    path: Path, refused_by: DatasetFormat, line_source: LineSource | None = None
) -> RefusalReason | None:
    """Return what a file looks like whose lines a format refused; None where nobody can tell."""
    # Closed at once: a program may be reading the rest.
    with closing(read_json_lines(path, line_source=line_source)) as read:
        lines = [value for _, value in islice(read, _LOOKED_AT + 1)]
    if lines and is_header(lines[0]):
        lines = lines[1:]
    if not lines:
        return None
    if _is_document(path, lines[0]):
        return refusal("looks_like_document")
    for name, candidate in FORMATS.items():
        if candidate is not refused_by and all(_reads(candidate, line) for line in lines):
            return refusal("looks_like_format", format=name)
    return _other_likeness(lines)


def _is_document(path: Path, first: Any) -> bool:
    """Return whether a file is one JSON document, in one line or over several."""
    if isinstance(first, list):
        return True
    with path.open("rb") as file:
        begins = file.readline(100).strip()
    is_spread = isinstance(first, FileFault) and first.refusal.code == "no_json"
    return is_spread and begins in (b"[", b"{")


def _other_likeness(lines: list[Any]) -> RefusalReason | None:
    """Return what lines look like that are no claims with their labels."""
    objects = [set(line) for line in lines if isinstance(line, dict)]
    if len(objects) < len(lines):
        return None
    keys = set.intersection(*objects)
    if "predicted_label" in keys:
        return refusal("looks_like_predictions")
    if {"id", "lines"} <= keys or {"title", "order"} <= keys:
        return refusal("looks_like_pages")
    if "claim" in keys and not keys & {"label", "verdict"}:
        return refusal("looks_like_unlabelled")
    return None


def _reads(candidate: DatasetFormat, line: Any) -> bool:
    if isinstance(line, FileFault):
        return False
    try:
        candidate.read(line)
    except FormatError:
        return False
    return True
