"""Print the coverage of the tests as one table and write pages with every line.

`make test` calls it after the last test.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from coverage import Coverage

from tests.coverage import FOLDER, PAGES, PROJECT_ROOT, measured_packages


@dataclass
class LineCount:
    """Lines of code, and how many of them ran."""

    lines: int = 0
    ran: int = 0

    def add(self, other: LineCount) -> None:
        self.lines += other.lines
        self.ran += other.ran

    def row(self, name: str) -> str:
        share = 100 * self.ran / self.lines if self.lines else 100.0
        return f"{name:<12} {self.lines:>8,} {self.lines - self.ran:>8,} {share:>8.1f}%"


def load_lines() -> Coverage:
    """Return coverage.py with the lines that ran in any process of the tests."""
    coverage = Coverage(
        data_file=None,
        source=[str(PROJECT_ROOT / name) for name in measured_packages()],
        omit=["*/migrations/*"],
        config_file=False,
    )
    coverage.exclude(r"if TYPE_CHECKING:")
    data = coverage.get_data()
    for path in FOLDER.glob("lines-*.json"):
        ran = json.loads(path.read_text())
        data.add_lines({str(PROJECT_ROOT / name): lines for name, lines in ran.items()})
    # Files that no test imports count too.
    for name in measured_packages():
        for path in (PROJECT_ROOT / name).rglob("*.py"):
            if "migrations" not in path.parts:
                data.touch_file(str(path))
    return coverage


def table(coverage: Coverage) -> Iterator[str]:
    """Yield the lines of the table: a package each, and all of them together."""
    packages: dict[str, LineCount] = defaultdict(LineCount)
    total = LineCount()
    for path in coverage.get_data().measured_files():
        _name, lines, _excluded, missing, _text = coverage.analysis2(path)
        count = LineCount(len(lines), len(lines) - len(missing))
        packages[path.removeprefix(f"{PROJECT_ROOT}/").partition("/")[0]].add(count)
        total.add(count)
    yield f"{'package':<12} {'lines':>8} {'missed':>8} {'covered':>10}"
    for name in sorted(packages):
        yield packages[name].row(name)
    yield total.row("in all")


def main() -> None:
    if not list(FOLDER.glob("lines-*.json")):
        sys.exit("No test has been measured: `make test` does.")
    coverage = load_lines()
    print("\nLines that the tests ran\n")
    print("\n".join(table(coverage)))
    coverage.html_report(directory=str(PAGES), title="Touchstone")
    print(f"\nEvery line: {(PAGES / 'index.html').relative_to(PROJECT_ROOT)}")


if __name__ == "__main__":
    main()
