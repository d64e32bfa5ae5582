"""Writes docs/benchmarks.md from the latest results: `python -m benchmarks._document`."""

from __future__ import annotations

import json

from benchmarks.harness import RESULTS, ROOT, Figure, table

HEAD = """\
# Benchmarks

The latest figures, each with the command that made them. They are written by
`python -m benchmarks._document` from `benchmarks/results/`, which `make bench` fills. "must" and
"aim" are our own bounds. Machines are noisy, so ratios within one run say more than seconds.
"""


def main() -> None:
    parts = [HEAD]
    for path in sorted(RESULTS.glob("*.json")):
        record = json.loads(path.read_text())
        figures = [Figure(**figure) for figure in record["figures"]]
        made = f"{record['date'][:10]}, commit {record['commit']}, {record['machine']}"
        parts.append(f"## {record['title']}\n\n`make bench ONLY={path.stem}` ({made})\n")
        parts.append(table(figures) + "\n")
    (ROOT / "docs" / "benchmarks.md").write_text("\n".join(parts))


if __name__ == "__main__":
    main()
