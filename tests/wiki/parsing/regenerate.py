"""The golden files: write them with ``python -m tests.wiki.parsing.regenerate``."""

import json
from pathlib import Path
from typing import Any

from tests.wiki.golden_versions import GoldenRecord, golden_pages
from wiki.parsing.__main__ import page_json
from wiki.parsing.wikitext import EXTRACTOR_VERSION, parse_wikitext

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = Path(__file__).parent / "golden_versions.json"


def sources() -> list[Path]:
    """Return the pages that have a golden file, in order."""
    return sorted(GOLDEN.glob("*.wiki"))


def parsed(source: Path) -> dict[str, Any]:
    """Return the parser's output for a page as plain JSON data."""
    page = page_json(parse_wikitext(source.stem, source.read_text(encoding="utf-8")))
    del page["page"]["extractor_version"]
    return page


def golden_record() -> GoldenRecord:
    """Return what ties the golden files to the version of the parser."""
    return GoldenRecord(
        file=VERSIONS,
        version=str(EXTRACTOR_VERSION),
        defined_in="wiki/parsing/wikitext.py (EXTRACTOR_VERSION)",
        command="python -m tests.wiki.parsing.regenerate",
        pages=golden_pages(
            (source.stem, source.read_text(encoding="utf-8"), parsed(source))
            for source in sources()
        ),
    )


def main() -> None:
    """Write one JSON file beside each page, and the record of their version."""
    golden_record().write()
    for source in sources():
        text = json.dumps(parsed(source), ensure_ascii=False, indent=1)
        source.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
