"""Shared code of benchmarks: figures with their limits, a table and a results file.

A benchmark is a module of this package with `TITLE` and `run() -> list[Figure]`. Machines are
noisy, so speed is best given as a ratio to a peer measured in the same run.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `must` and `aim` are lower bounds; upper ones where less is better."""

    name: str
    value: float
    unit: str = ""
    must: float | None = None
    aim: float | None = None
    less_is_better: bool = False
    # What a paper says of its own system, with its conditions where they differ.
    paper: str = ""

    def meets(self, bound: float | None) -> bool | None:
        if bound is None:
            return None
        return self.value <= bound if self.less_is_better else self.value >= bound

    @property
    def mark(self) -> str:
        if self.meets(self.must) is False:
            return "misses must"
        meets_must = "meets must" if self.must is not None else ""
        if self.meets(self.aim) is False:
            return meets_must or "misses aim"
        return "meets aim" if self.aim is not None else meets_must


def data_folder() -> Path | None:
    """Return the folder with real data, or None; benchmarks then use the demo."""
    folder = Path(os.environ.get("TOUCHSTONE_DATA", ROOT / ".." / "shared" / "data")).resolve()
    return folder if folder.is_dir() else None


def short(value: float) -> str:
    """Return a number as people read it: thousands grouped, at most four significant digits."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _bound(number: float | None) -> str:
    return "" if number is None else short(number)


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table, aligned so that it reads well in a terminal too.

    The last column, of the papers' figures, is there if any figure has one.
    """
    rows = [["figure", "value", "unit", "must", "aim", "", "paper"]]
    rows += [
        [f.name, short(f.value), f.unit, _bound(f.must), _bound(f.aim), f.mark, f.paper]
        for f in figures
    ]
    if not any(figure.paper for figure in figures):
        rows = [row[:-1] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)


def write_results(name: str, title: str, figures: Sequence[Figure]) -> Path:
    """Write benchmarks/results/<name>.json: the figures with commit, date and machine."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    path = RESULTS / f"{name}.json"
    record = {
        "benchmark": name,
        "title": title,
        "commit": commit,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "python": platform.python_version(),
        "figures": [asdict(figure) for figure in figures],
    }
    path.write_text(json.dumps(record, indent=2) + "\n")
    return path
