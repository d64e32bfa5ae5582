"""Counting a release while it is written: all that its manifest and datasheet say in numbers.

Pure. Counts of each part are kept apart, can be put into JSON and added up again, so that a build
that was interrupted does not count anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from releases.records import Record, evidence_kind, kind_of

# Half-open classes for what is measured, by their lower ends.
WORD_CLASSES = (0, 5, 10, 15, 20, 25, 30, 40, 50)
SECOND_CLASSES = (0, 30, 60, 120, 180, 300, 600, 1200)
POSITION_CLASSES = (0, 1, 3, 5, 10, 20, 50)


@dataclass(slots=True)
class Statistics:
    """Counters by name, each from a value to how often it occurs."""

    counters: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, record: Record) -> None:
        count = self.counters
        words = len(record.claim.split())
        provenance = record.provenance
        challenge = record.tags.get("challenge", "")
        count["claims"][record.split] += 1
        count["verdicts"][f"{record.split}/{record.verdict}"] += 1
        count["words"][str(words)] += 1
        count["evidence_kinds"][f"{evidence_kind(record.sets)}/{record.verdict}"] += 1
        count["sets"][str(len(record.sets))] += 1
        if challenge:
            count["challenges"][f"{challenge}/{record.verdict}"] += 1
            expected = provenance.get("expected_tags", {}).get("challenge", "")
            if expected:
                count["challenges_expected"][f"{expected}/{challenge}"] += 1
        for one in record.sets:
            count["set_sizes"][str(len(one))] += 1
            for piece in one:
                count["elements"][piece.kind] += 1
                count["positions"][_position(piece.address)] += 1
        for page in record.pages:
            count["pages"][page] += 1
        self._add_provenance(record)

    def _add_provenance(self, record: Record) -> None:
        count, provenance = self.counters, record.provenance
        if not provenance:
            return
        for role in ("author", "verifier"):
            if provenance.get(role):
                count[f"{role}s"][provenance[role]] += 1
        seconds = provenance.get("seconds", {}).get("active")
        if seconds is not None:
            count["active_seconds"][str(round(seconds))] += 1
        if provenance.get("slot"):
            count["slots"][f"{provenance['slot']}/{record.verdict}"] += 1
        for factor, value in provenance.get("prescribed", {}).items():
            count["prescribed"][f"{factor}/{value}"] += 1
        if provenance.get("simulated"):
            count["simulated"]["claims"] += 1
        if provenance.get("highlight"):
            count["sources"][provenance["highlight"].get("source", "")] += 1
        at = provenance.get("verified_at", "")
        if at:
            count["days"][at[:10]] += 1

    def merge(self, other: Statistics) -> None:
        for name, counter in other.counters.items():
            self.counters[name].update(counter)

    def __getitem__(self, name: str) -> Counter[str]:
        return self.counters.get(name, Counter())

    def as_json(self) -> dict[str, dict[str, int]]:
        return {name: dict(sorted(self.counters[name].items())) for name in sorted(self.counters)}

    @classmethod
    def of_json(cls, plain: Mapping[str, Mapping[str, int]]) -> Statistics:
        made = cls()
        for name, counter in plain.items():
            made.counters[name] = Counter(counter)
        return made


def quantile(counter: Mapping[str, int], share: float) -> float:
    """The value below or at which this share of the occurrences lies; 0 of none."""
    total = sum(counter.values())
    seen = 0
    for value in sorted(counter, key=float):
        seen += counter[value]
        if seen >= share * total:
            return float(value)
    return 0.0


def mean(counter: Mapping[str, int]) -> float:
    total = sum(counter.values())
    return sum(float(value) * count for value, count in counter.items()) / total if total else 0.0


def by_class(counter: Mapping[str, int], ends: Iterable[int]) -> list[tuple[str, int]]:
    """How many occurrences lie in each class: "5–9", and "50 or more" for the last."""
    lower = list(ends)
    counts = [0] * len(lower)
    for value, count in counter.items():
        number = max(i for i, end in enumerate(lower) if float(value) >= end)
        counts[number] += count
    names = [
        str(first) if after == first + 1 else f"{first}–{after - 1}"
        for first, after in pairwise(lower)
    ]
    return list(zip([*names, f"{lower[-1]} or more"], counts, strict=True))


def crossed(counter: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """A counter over "row/column" as a table."""
    table: dict[str, dict[str, int]] = {}
    for key, count in sorted(counter.items()):
        row, _, column = key.partition("/")
        table.setdefault(row, {})[column] = count
    return table


def totals(counter: Mapping[str, int]) -> dict[str, int]:
    """A counter over "row/column", summed by row."""
    return {row: sum(columns.values()) for row, columns in crossed(counter).items()}


def _position(address: str) -> str:
    """How far down an element stands: a sentence's number, a cell's row, an item's number."""
    kind = kind_of(address)
    numbers = address.removeprefix(f"{kind}_").split("_")
    return numbers[1] if kind in {"cell", "header_cell", "item"} else numbers[0]


def summary(statistics: Statistics) -> dict[str, Any]:
    """What the manifest says in counts."""
    return {
        "claims": sum(statistics["claims"].values()),
        "by_part": dict(sorted(statistics["claims"].items())),
        "by_verdict": totals(
            Counter(
                {
                    f"{verdict}/{part}": count
                    for part, verdicts in crossed(statistics["verdicts"]).items()
                    for verdict, count in verdicts.items()
                }
            )
        ),
        "by_part_and_verdict": crossed(statistics["verdicts"]),
        "by_challenge": totals(statistics["challenges"]),
        "by_evidence_kind": totals(statistics["evidence_kinds"]),
        "elements": dict(sorted(statistics["elements"].items())),
        "pages": len(statistics["pages"]),
        "writers": len(statistics["authors"]),
        "verifiers": len(statistics["verifiers"]),
    }
