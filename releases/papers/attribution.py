"""The list of the pages that published evidence comes from. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from core.spreadsheets import csv_text
from releases.papers.facts import ReleaseFacts, UsedPage


def attribution(facts: ReleaseFacts, pages: Iterable[UsedPage]) -> bytes:
    """Return every page with its address, revision and licence, as CSV without formulas."""
    rows = (
        (
            page.title,
            str(page.revision or ""),
            _address(facts.source_url, page),
            facts.source,
            facts.licence,
        )
        for page in pages
    )
    header = ("title", "revision", "address", "source", "licence")
    return csv_text((header, *rows), line_end="\n").encode()


def _address(template: str, page: UsedPage) -> str:
    title = quote(page.title.replace(" ", "_"))
    return template.replace("{title}", title).replace("{revision}", str(page.revision))
