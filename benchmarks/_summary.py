"""The one table at the head of docs/benchmarks.md: what matters most, beside a peer or a limit.

Every number is taken from the long tables, by the name of its figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HEADER = ("what", "ours", "peer or limit", "ratio", "met")


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """A figure as a long table states it."""

    name: str
    value: str
    unit: str
    must: str
    aim: str
    mark: str

    @property
    def number(self) -> float:
        return float(self.value.replace(",", ""))

    @property
    def limit(self) -> str:
        return self.must or self.aim

    @property
    def text(self) -> str:
        return _with_unit(self.value, self.unit)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the table: a figure of ours beside its limit or beside a peer's figure.

    Figures are named by their names or by what those begin with.
    """

    benchmark: str
    what: str
    ours: str
    # The limit is the least that is accepted; otherwise the most.
    at_least: bool = False
    peer: str = ""
    peer_figure: str = ""
    # The figure whose bound says whether this is met, where it is another.
    judged_by: str = ""


ROWS = (
    SummaryRow("parsing", "Tables whose grid is exact", "exact grids", True),
    SummaryRow("parsing", "Sentence boundaries, F1", "sentence boundaries, F1", True),
    SummaryRow(
        "parsing",
        "Wikitext parsed",
        "wikitext",
        peer="mwparserfromhell alone",
        peer_figure="mwparserfromhell alone",
        judged_by="speed against mwparserfromhell alone",
    ),
    SummaryRow(
        "parsing_html",
        "Elements of rendered HTML kept by a round trip",
        "elements kept by a round trip",
        True,
    ),
    SummaryRow("sampling", "10,000 highlights drawn from a million pages", "time to draw them"),
    SummaryRow(
        "search", "Search, three words, tantivy, p95", "tantivy, three words, 1 client: p95"
    ),
    SummaryRow(
        "search",
        "The same by 16 clients, median",
        "tantivy, three words, 16 clients: ids and scores, p50 to bare",
        peer="bare tantivy",
    ),
    SummaryRow(
        "search",
        "Search, three words, Elasticsearch, 16 clients, p95",
        "elasticsearch, three words, 16 clients: p95",
    ),
    SummaryRow(
        "search",
        "The same, median",
        "elasticsearch, three words, 16 clients: ids and scores, p50 to bare",
        peer="the bare client",
    ),
    SummaryRow(
        "search",
        "Slowest hostile query, tantivy",
        "tantivy: slowest hostile query",
    ),
    SummaryRow(
        "search",
        "Slowest hostile query, Elasticsearch",
        "elasticsearch: slowest hostile query",
    ),
    SummaryRow("search", "Completing a title, p95", "completion, 1 client: p95"),
    SummaryRow("claim_checks", "All checks of a claim, slowest request", "… slowest request"),
    SummaryRow(
        "judging",
        "Home, grading, adjudication: slowest, p95",
        "slowest of all pages, p95",
    ),
    SummaryRow(
        "desk",
        "Opening a page of 3,000 elements at the desk, median",
        "open it, cold, to its first painting, median",
    ),
    SummaryRow(
        "desk",
        "Key press to visible selection, median",
        "key press to visible selection of a cell, median",
    ),
    SummaryRow(
        "verifying",
        "Next claim, SQLite, p95",
        "SQLite: next claim, p95",
        peer="Label Studio",
        peer_figure="Label Studio: next task, p95",
        judged_by="next claim, p95: ours to Label Studio's",
    ),
    SummaryRow(
        "verifying",
        "Submitting a verification, SQLite, p95",
        "SQLite: submit, p95",
        peer="Label Studio",
        peer_figure="Label Studio: submit, p95",
        judged_by="submit, p95: ours to Label Studio's",
    ),
    SummaryRow(
        "verifying", "Any request of 100 people at once, p95", "100 at once: any request, p95"
    ),
    SummaryRow(
        "requests",
        "Processor time of saving at a desk, PostgreSQL",
        "PostgreSQL: log and draft, to the bare view",
        peer="a bare view",
    ),
    SummaryRow(
        "requests",
        "The same of submitting a verification",
        "PostgreSQL: submit, to the bare view",
        peer="a bare view",
    ),
    SummaryRow(
        "releasing",
        "Claims released",
        "written, claims a second",
        peer="Label Studio's export",
        peer_figure="Label Studio's export, tasks a second",
    ),
    SummaryRow("releasing", "Claims imported", "imported, claims a second", True),
    SummaryRow(
        "releasing", "Memory for releasing and importing 87,000 claims", "peak memory of all"
    ),
    SummaryRow(
        "starting",
        "Second start to the first page",
        "second start to the first page",
    ),
)


def figures_in(page: str) -> dict[str, StatedFigure]:
    """Return the figures of a long page by their names; of two with one name, the first."""
    found: dict[str, StatedFigure] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        # A seventh cell, of a paper's figure, is for readers of the long page.
        is_row = line.startswith("| ") and len(cells) in (6, 7) and cells[0] != "figure"
        if is_row:
            found.setdefault(cells[0], StatedFigure(*cells[:6]))
    return found


def _named(figures: Mapping[str, StatedFigure], name: str) -> StatedFigure:
    if name in figures:
        return figures[name]
    return next(figure for known, figure in figures.items() if known.startswith(name))


def _met(mark: str) -> str:
    return {"misses must": "no", "misses aim": "no (an aim)"}.get(mark, "yes" if mark else "")


def _with_unit(value: str, unit: str) -> str:
    return f"{value}{'' if unit == '%' else ' '}{unit}".strip()


def _cells(row: SummaryRow, figures: Mapping[str, StatedFigure]) -> tuple[str, ...]:
    ours = _named(figures, row.ours)
    if row.peer_figure:
        peer = _named(figures, row.peer_figure)
        beside, ratio = f"{peer.text} ({row.peer})", ours.number / peer.number
    else:
        bound = "at least" if row.at_least else "at most"
        limit = f"{bound} {_with_unit(ours.limit, ours.unit)}"
        beside = f"{row.peer}, {limit}" if row.peer else limit
        # A figure beside a peer is a ratio by itself.
        ratio = ours.number / (1 if row.peer else float(ours.limit.replace(",", "")))
    what = f"[{row.what}](benchmarks/{row.benchmark}.md)"
    judged = _named(figures, row.judged_by) if row.judged_by else ours
    return what, ours.text, beside, f"{ratio:.2f}", _met(judged.mark)


def summary_table(pages: Mapping[str, str]) -> str:
    """Return the table, from the long pages by the names of their benchmarks."""
    known = {name: figures_in(page) for name, page in pages.items()}
    rows = [HEADER, *(_cells(row, known[row.benchmark]) for row in ROWS)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
