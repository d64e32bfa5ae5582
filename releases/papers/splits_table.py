"""A LaTeX table of the parts of a release, as papers on datasets show them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from core.latex import escape, latex_table
from releases.papers.facts import ReleaseFacts
from releases.papers.statistics import Statistics, crossed

_SET_KINDS = {
    "sentences": r"$E_{\mathrm{Sentences}}$",
    "tables": r"$E_{\mathrm{Cells}}$",
    "combined": r"$E_{\mathrm{Sentences+Cells}}$",
}


def splits_table(facts: ReleaseFacts, statistics: Statistics) -> str:
    """Return the claims by verdict and the evidence sets by kind, by part and in all.

    A part whose labels are withheld has no column: nothing is known of it but its size.
    """
    verdicts = {choice.name: escape(choice.label) for choice in facts.protocol.verdicts.choices}
    by_verdict = crossed(statistics["verdicts"])
    by_kind = crossed(statistics["part_set_kinds"])
    parts = [part.name for part in facts.choices.parts if part.name in by_verdict]
    sums = {part: sum(by_verdict[part].values()) for part in parts}
    rows = [
        *_rows(verdicts, by_verdict, parts),
        ("Total", *(f"{sums[part]:,}" for part in parts), f"{sum(sums.values()):,}"),
        *_rows(_SET_KINDS, by_kind, parts),
    ]
    title = f"{facts.campaign}, release {facts.version}: claims and evidence sets of each part"
    head = ("", *map(escape, parts), "Total")
    return latex_table(title, "l" + "r" * (len(parts) + 1), head, rows)


def _rows(
    labels: Mapping[str, str], counts: Mapping[str, Mapping[str, int]], parts: Iterable[str]
) -> Iterable[tuple[str, ...]]:
    columns = [Counter(counts.get(part, {})) for part in parts]
    columns.append(sum(columns, Counter()))
    for name, label in labels.items():
        if any(column[name] for column in columns):
            yield label, *(_share(column[name], column.total()) for column in columns)


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.0f}\\%)" if total else "--"
