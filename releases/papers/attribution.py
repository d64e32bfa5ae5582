"""The list of the pages that published evidence comes from. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from urllib.parse import quote

from plots.downloads import spreadsheet_text
from releases.papers.facts import ReleaseFacts, UsedPage


def attribution(facts: ReleaseFacts, pages: Iterable[UsedPage]) -> bytes:
    """Return every page with its address, revision and licence, as CSV without formulas."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["title", "revision", "address", "source", "licence"])
    for page in pages:
        rows.writerow(
            spreadsheet_text(cell)
            for cell in (
                page.title,
                str(page.revision or ""),
                _address(facts.source_url, page),
                facts.source,
                facts.licence,
            )
        )
    return text.getvalue().encode()


def _address(template: str, page: UsedPage) -> str:
    title = quote(page.title.replace(" ", "_"))
    return template.replace("{title}", title).replace("{revision}", str(page.revision))
