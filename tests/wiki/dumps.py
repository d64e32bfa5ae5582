"""Dumps for tests."""

from __future__ import annotations

import bz2
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from demo.export import DumpPage, page_xml, siteinfo, write_dump

PAGES = (
    DumpPage(
        "Aare", "The '''Aare''' is a river that flows through [[Bern]].\n\n[[Category:Rivers]]"
    ),
    DumpPage("Aar", "#REDIRECT [[Aare]]", redirect="Aare"),
    DumpPage(
        "Bern", "'''Bern''' stands on the [[Aar]] and on nothing else.\n\n[[Category:Cities]]"
    ),
    DumpPage("Template:River", "{{{1}}}"),
    DumpPage(
        "Rhine",
        "The '''Rhine''' takes up the [[Aare]] and many more.\n\n"
        '{| class="wikitable"\n! River !! Length\n|-\n| [[Aare]] || 288\n|-\n| [[Thur]] || 131\n|}',
    ),
)
TITLES = ["Aare", "Bern", "Rhine"]


def article(title: str, *, of: str = "a thing") -> DumpPage:
    """Return a short article with a unique text."""
    return DumpPage(title, f"'''{title}''' is {of} that was made up for a test of [[Aare]].")


def articles(number: int) -> list[DumpPage]:
    """Return so many articles, every third followed by a redirect to it."""
    pages = []
    for count in range(number):
        pages.append(article(f"Article {count:05}", of=f"thing number {count}"))
        if count % 3 == 0:
            title = pages[-1].title
            pages.append(DumpPage(f"Name {count:05}", f"#REDIRECT [[{title}]]", redirect=title))
    return pages


def xml_dump(path: Path, pages: Sequence[DumpPage] = PAGES) -> Path:
    path.write_text(write_dump(pages), encoding="utf-8")
    return path


def multistream_dump(path: Path, pages: Sequence[DumpPage] = PAGES, *, in_stream: int = 2) -> Path:
    """Write a multistream dump with its index beside it."""
    head = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en">\n'
    content = bz2.compress((head + siteinfo()).encode())
    index = []
    for start in range(0, len(pages), in_stream):
        stream = ""
        for number, page in enumerate(pages[start : start + in_stream], start=start + 1):
            index.append(f"{len(content)}:{number}:{page.title}\n")
            stream += page_xml(page, number)
        content += bz2.compress(stream.encode())
    path.write_bytes(content + bz2.compress(b"</mediawiki>\n"))
    name = path.name.removesuffix(".xml.bz2") + "-index.txt.bz2"
    path.with_name(name).write_bytes(bz2.compress("".join(index).encode()))
    return path


def feverous_page(title: str) -> dict[str, Any]:
    return {
        "title": title,
        "order": ["sentence_0", "section_0", "table_0"],
        "sentence_0": "It links to [[Bern|the capital]] and to nothing more.",
        "section_0": {"value": "Figures", "level": 2},
        "table_0": {
            "type": "general",
            "table": [
                [
                    {
                        "id": "header_cell_0_0_0",
                        "value": "Length",
                        "is_header": True,
                        "column_span": "1",
                        "row_span": "1",
                    }
                ]
            ],
        },
    }


def feverous_database(path: Path, titles: Sequence[str]) -> Path:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
    connection.executemany(
        "INSERT INTO wiki VALUES (?, ?)",
        [(title, json.dumps(feverous_page(title))) for title in titles],
    )
    connection.commit()
    connection.close()
    return path
