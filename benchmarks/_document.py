"""Writes docs/benchmarks.md from the latest results: `python -m benchmarks._document`.

A section whose benchmark was not run here stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from benchmarks.harness import RESULTS, ROOT, Figure, table

HEAD = """\
# Benchmarks

The latest figures, each with the command that made them. They are written by
`python -m benchmarks._document` from `benchmarks/results/`, which `make bench` fills. "must" and
"aim" are our own bounds. Machines are noisy, so ratios within one run say more than seconds.
"""
_SECTION = re.compile(r"^## .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"`make bench ONLY=(\w+)`")


def sections_of(document: str) -> dict[str, str]:
    """The sections of an earlier document by the name of their benchmark."""
    found: dict[str, str] = {}
    for section in _SECTION.findall(document):
        if name := _NAME.search(section):
            found[name.group(1)] = section.rstrip() + "\n"
    return found


def document_of(sections: Mapping[str, str]) -> str:
    return "\n".join([HEAD, *(sections[name] for name in sorted(sections))])


def _measured() -> dict[str, str]:
    sections: dict[str, str] = {}
    for path in RESULTS.glob("*.json"):
        record = json.loads(path.read_text())
        figures = [Figure(**figure) for figure in record["figures"]]
        made = f"{record['date'][:10]}, commit {record['commit']}, {record['machine']}"
        head = f"## {record['title']}\n\n`make bench ONLY={path.stem}` ({made})\n"
        sections[path.stem] = f"{head}\n{table(figures)}\n"
    return sections


def main() -> None:
    place = ROOT / "docs" / "benchmarks.md"
    earlier = sections_of(place.read_text()) if place.exists() else {}
    place.write_text(document_of({**earlier, **_measured()}))


if __name__ == "__main__":
    main()
