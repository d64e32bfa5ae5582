"""The parts of a release as a LaTeX table, without what is withheld."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as replaced

from campaigns.protocols import registry
from releases.dataset.rules.splits import RequestedPart
from releases.papers.splits_table import splits_table
from releases.papers.statistics import Statistics
from tests.releases.records import CELL, RECORD, SENTENCE, facts_of

PARTS = tuple(RequestedPart(name) for name in ("train", "dev", "test_1"))


def table_of(statistics: Statistics) -> list[str]:
    facts = facts_of(registry.get("feverous"))
    facts = replace(facts, choices=replaced(facts.choices, parts=PARTS))
    return [
        line.strip().removesuffix(r" \\")
        for line in splits_table(facts, statistics).splitlines()
        if "&" in line
    ]


def part(name: str, verdicts: dict[str, int]) -> Statistics:
    statistics = Statistics()
    for verdict, count in verdicts.items():
        for _ in range(count):
            sets = ((SENTENCE,), (CELL, SENTENCE)) if verdict == "refuted" else ((CELL,),)
            statistics.add(replaced(RECORD, split=name, verdict=verdict, sets=sets))
    return statistics


def test_claims_and_sets_are_counted_by_part_and_in_all() -> None:
    statistics = part("train", {"supported": 3, "refuted": 1})
    statistics.merge(part("dev", {"refuted": 2}))
    assert table_of(statistics) == [
        r"& train & dev & Total",
        r"Supported & 3 (75\%) & 0 (0\%) & 3 (50\%)",
        r"Refuted & 1 (25\%) & 2 (100\%) & 3 (50\%)",
        r"Total & 4 & 2 & 6",
        r"$E_{\mathrm{Sentences}}$ & 1 (20\%) & 2 (50\%) & 3 (33\%)",
        r"$E_{\mathrm{Cells}}$ & 3 (60\%) & 0 (0\%) & 3 (33\%)",
        r"$E_{\mathrm{Sentences+Cells}}$ & 1 (20\%) & 2 (50\%) & 3 (33\%)",
    ]


def test_a_part_without_labels_has_no_column() -> None:
    statistics = part("train", {"supported": 1})
    statistics.merge(part("test_1", {"refuted": 7}).without_labels())
    assert table_of(statistics)[0] == "& train & Total"
    assert "7" not in "".join(table_of(statistics))


def test_names_of_parts_are_printed_as_they_are() -> None:
    assert table_of(part("test_1", {"supported": 1}))[0] == r"& test\_1 & Total"
