"""The numbers of a chart as a file that spreadsheets open."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import quote

from core.spreadsheets import spreadsheet_text


class ChartTable(Protocol):
    """The numbers of a chart: columns and rows."""

    @property
    def columns(self) -> Sequence[str]: ...

    @property
    def rows(self) -> Sequence[Sequence[str]]: ...


def as_csv(table: ChartTable) -> str:
    """Return comma-separated values: plain numbers, and an empty cell for a missing one."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(map(spreadsheet_text, table.columns))
    for label, *numbers in table.rows:
        writer.writerow([spreadsheet_text(label), *map(_number, numbers)])
    return file.getvalue()


def as_link(table: ChartTable) -> str:
    """Return the file as a data URL: a page can offer it without another request."""
    # The byte order mark tells spreadsheets that the text is UTF-8.
    return "data:text/csv;charset=utf-8," + quote("\ufeff" + as_csv(table), safe="")


def _number(spelled: str) -> str:
    plain = spelled.replace(",", "")
    try:
        float(plain)
    except ValueError:
        return "" if spelled == "–" else spreadsheet_text(spelled)
    return plain
