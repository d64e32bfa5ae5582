"""The numbers of a chart as a file that spreadsheets open."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import quote

# A cell that starts with one of these is run as a formula by spreadsheets.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Table(Protocol):
    """What every chart says of its numbers."""

    @property
    def columns(self) -> Sequence[str]: ...

    @property
    def rows(self) -> Sequence[Sequence[str]]: ...


def as_csv(table: Table) -> str:
    """Comma-separated values; numbers are plain, an empty cell stands for a missing one."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(map(_words, table.columns))
    for label, *numbers in table.rows:
        writer.writerow([_words(label), *map(_number, numbers)])
    return written.getvalue()


def as_link(table: Table) -> str:
    """The file inside an address: a page may offer it without asking the server again."""
    # The mark in front tells spreadsheets that the text is UTF-8.
    return "data:text/csv;charset=utf-8," + quote("\ufeff" + as_csv(table), safe="")


def _words(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _number(spelled: str) -> str:
    plain = spelled.replace(",", "")
    try:
        float(plain)
    except ValueError:
        return "" if spelled == "–" else _words(spelled)
    return plain
