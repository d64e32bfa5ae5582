"""Comma-separated values that spreadsheets open and run nothing of."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

# A cell that starts with one of these is run as a formula by spreadsheets.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def spreadsheet_text(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def csv_text(rows: Iterable[Iterable[object]], *, line_end: str = "\r\n") -> str:
    """Return the rows as comma-separated values; texts among the cells are made harmless."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator=line_end)
    for row in rows:
        writer.writerow([spreadsheet_text(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()
