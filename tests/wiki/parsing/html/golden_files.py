"""Golden files: ``golden/<name>.html`` and what it becomes, ``golden/<name>.json``.

``python -m tests.wiki.parsing.html.golden_files`` writes all .json files and the record of their
version; review the changes.
"""

import json
from pathlib import Path
from typing import Any

from tests.wiki.golden_versions import GoldenRecord, golden_pages
from wiki.parsing.__main__ import page_json
from wiki.parsing.html import HTML_EXTRACTOR_VERSION, parse_html
from wiki.parsing.page import ParsedPage
from wiki.parsing.wikitext import EXTRACTOR_VERSION

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = Path(__file__).parent / "golden_versions.json"


def describe(page: ParsedPage) -> dict[str, Any]:
    """Return all facts of a page, without empty and false ones."""
    described = page_json(page)
    facts = described.pop("page")
    # The version changes with every release, and the spans describe the source, not the page.
    del facts["extractor_version"], facts["spans"]
    return {**described, **{key: value for key, value in facts.items() if value}}


def parse_golden(name: str) -> dict[str, Any]:
    """Return the description of a golden file's page."""
    html = (GOLDEN / f"{name}.html").read_text(encoding="utf-8")
    return describe(parse_html(name.capitalize(), html))


def names() -> list[str]:
    """Return the names of all golden files."""
    return sorted(path.stem for path in GOLDEN.glob("*.html"))


def golden_record() -> GoldenRecord:
    """Return what ties the golden files to the versions of the parsers."""
    return GoldenRecord(
        file=VERSIONS,
        version=f"{EXTRACTOR_VERSION}-html-{HTML_EXTRACTOR_VERSION}",
        defined_in="wiki/parsing/html/__init__.py (HTML_EXTRACTOR_VERSION)",
        command="python -m tests.wiki.parsing.html.golden_files",
        pages=golden_pages(
            (name, (GOLDEN / f"{name}.html").read_text(encoding="utf-8"), parse_golden(name))
            for name in names()
        ),
    )


def write_golden() -> None:
    """Write the .json of every golden file from the parser's output, and their record."""
    golden_record().write()
    for name in names():
        text = json.dumps(parse_golden(name), ensure_ascii=False, indent=1)
        (GOLDEN / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_golden()
