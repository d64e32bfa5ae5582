"""Comma-separated values that spreadsheets open and run nothing of."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# A cell that starts with one of these is run as a formula by spreadsheets; in some languages,
# also with the wide forms.
_MARKS = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"\s*{_MARKS}|[\t\r\n]")
# Where a comma stands in numbers, spreadsheets cut a line at semicolons, and do not mind the
# quotation marks of a cell then: what follows a semicolon or begins a line is a cell, too.
_LATER_FORMULA = re.compile(rf"([;\t\r\n]\s*)({_MARKS})")


def spreadsheet_text(text: str) -> str:
    """Return a text of which no spreadsheet takes a part for a formula."""
    start = "'" if _FORMULA.match(text) else ""
    return start + _LATER_FORMULA.sub(r"\1'\2", text)


def csv_text(rows: Iterable[Iterable[object]], *, line_end: str = "\r\n") -> str:
    """Return the rows as comma-separated values; texts among the cells are made harmless."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator=line_end)
    for row in rows:
        writer.writerow([spreadsheet_text(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()
