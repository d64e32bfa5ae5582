"""The golden files: write them with ``python -m tests.wiki.parsing.regenerate``."""

import json
from pathlib import Path
from typing import Any

from wiki.parsing import parse_wikitext
from wiki.parsing.__main__ import page_json

GOLDEN = Path(__file__).parent / "golden"


def sources() -> list[Path]:
    """Return the pages that have a golden file, in order."""
    return sorted(GOLDEN.glob("*.wiki"))


def parsed(source: Path) -> dict[str, Any]:
    """Return the parser's output for a page as plain JSON data."""
    page = page_json(parse_wikitext(source.stem, source.read_text(encoding="utf-8")))
    del page["page"]["extractor_version"]
    return page


def main() -> None:
    """Write one JSON file beside each page."""
    for source in sources():
        text = json.dumps(parsed(source), ensure_ascii=False, indent=1)
        source.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
