"""Counting a release while it is written: the numbers of its manifest and datasheet.

Pure. Counts of each part are kept apart, can be put into JSON and added up again, so that a build
that was interrupted does not count again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from releases.dataset.rules.records import EvidencePieces, Record, evidence_kind, set_kind
from wiki.parsing.addresses import AddressKind, parse

# Half-open classes for what is measured, by their lower ends.
WORD_CLASSES = (0, 5, 10, 15, 20, 25, 30, 40, 50)
SIZE_CLASSES = (1, 2, 3, 4, 5, 6, 11, 26)
SECOND_CLASSES = (0, 30, 60, 120, 180, 300, 600, 1200)
POSITION_CLASSES = (0, 1, 3, 5, 10, 20, 50)
_COUNTED_AT_ONCE = 1000
# Counters that tell nothing of verdicts and evidence.
_LABEL_FREE = frozenset(
    {"claims", "words", "authors", "verifiers", "active_seconds", "days", "searches_left_out",
     "simulated"}
)  # fmt: skip


@dataclass(slots=True)
class Statistics:
    """Counters by name, each from a value to how often it occurs."""

    _counters: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _gathered: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))

    @property
    def counters(self) -> dict[str, Counter[str]]:
        if self._gathered:
            self._count()
        return self._counters

    def add(self, record: Record) -> None:
        """Count it. Values are gathered first and counted many at a time, which C does."""
        _gather(record, self._gathered)
        if record.provenance:
            _gather_provenance(record, self._gathered)
        if len(self._gathered["claims"]) >= _COUNTED_AT_ONCE:
            self._count()

    def _count(self) -> None:
        for name, values in self._gathered.items():
            counter = self._counters[name]
            for value, count in Counter(values).items():
                key = value if isinstance(value, str) else "/".join(map(str, value))
                counter[key] += count
        self._gathered.clear()

    def merge(self, other: Statistics) -> None:
        for name, counter in other.counters.items():
            self.counters[name].update(counter)

    def without_labels(self) -> Statistics:
        """Return what may be known of a part whose labels are withheld.

        Counts by verdict, evidence or challenge would give labels away, also as a difference.
        """
        made = Statistics()
        for name in _LABEL_FREE & self.counters.keys():
            made.counters[name] = self.counters[name]
        return made

    def __getitem__(self, name: str) -> Counter[str]:
        return self.counters.get(name, Counter())

    def as_json(self) -> dict[str, dict[str, int]]:
        return {name: dict(sorted(self.counters[name].items())) for name in sorted(self.counters)}

    @classmethod
    def from_json(cls, plain: Mapping[str, Mapping[str, int]]) -> Statistics:
        made = cls()
        for name, counter in plain.items():
            made.counters[name] = Counter(counter)
        return made


def _gather(record: Record, seen: dict[str, list[Any]]) -> None:
    verdict, sets = record.verdict, record.sets
    seen["claims"].append(record.split)
    seen["verdicts"].append((record.split, verdict))
    seen["words"].append((len(record.claim.split()),))
    seen["evidence_kinds"].append((evidence_kind(sets), verdict))
    seen["sets"].append((len(sets),))
    seen["pages"] += record.pages
    _gather_evidence(sets, seen)
    for pieces in sets:
        kind = set_kind(pieces)
        seen["set_kinds"].append((kind, verdict))
        seen["part_set_kinds"].append((record.split, kind))
        seen["set_sizes"].append((len(pieces),))
        for piece in pieces:
            seen["elements"].append(piece.kind)
            seen["positions"].append(str(parse(piece.address).position))
    challenge = record.tags.get("challenge", "")
    if challenge:
        seen["challenges"].append((challenge, verdict))
        expected = record.provenance.get("expected_tags", {}).get("challenge", "")
        if expected:
            seen["challenges_expected"].append((expected, challenge))


def _gather_evidence(sets: tuple[EvidencePieces, ...], seen: dict[str, list[Any]]) -> None:
    """Count what a claim needs over all its sets; an element in two sets is counted once."""
    elements = {(piece.page, piece.address) for pieces in sets for piece in pieces}
    addresses = [(page, parse(address)) for page, address in elements]
    sentences = sum(address.kind is AddressKind.SENTENCE for _, address in addresses)
    tables = {
        (page, str(address.block))
        for page, address in addresses
        if address.kind is not AddressKind.SENTENCE
    }
    seen["claim_sentences"].append((sentences,))
    seen["claim_cells"].append((len(elements) - sentences,))
    seen["claim_tables"].append((len(tables),))
    if len(sets) > 1:
        seen["claim_features"].append("alternative")
    if sentences > 1:
        seen["claim_features"].append("several_sentences")
    if len({page for page, _ in elements}) > 1:
        seen["claim_features"].append("several_pages")


def _gather_provenance(record: Record, seen: dict[str, list[Any]]) -> None:
    provenance = record.provenance
    for role in ("author", "verifier"):
        if person := provenance.get(role):
            seen[f"{role}s"].append(person)
    seconds = provenance.get("seconds", {}).get("active")
    if seconds is not None:
        seen["active_seconds"].append((round(seconds),))
    if slot := provenance.get("slot"):
        seen["slots"].append((slot, record.verdict))
    seen["prescribed"] += provenance.get("prescribed", {}).items()
    if left_out := provenance.get("searches_left_out"):
        seen["searches_left_out"] += ["searches"] * left_out
    if provenance.get("simulated"):
        seen["simulated"].append("claims")
    if highlight := provenance.get("highlight"):
        seen["sources"].append(highlight.get("source", ""))
    if at := provenance.get("verified_at"):
        seen["days"].append(at[:10])


def quantile(counter: Mapping[str, int], share: float) -> float:
    """Return the value below or at which this share of the occurrences lies; 0 of none."""
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
    """Return the number of occurrences in each class: "5–9", and "50 or more" for the last."""
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
    """Return a counter over "row/column" as a table."""
    table: dict[str, dict[str, int]] = {}
    for key, count in sorted(counter.items()):
        row, _, column = key.partition("/")
        table.setdefault(row, {})[column] = count
    return table


def totals(counter: Mapping[str, int]) -> dict[str, int]:
    """Return a counter over "row/column", summed by row."""
    return {row: sum(columns.values()) for row, columns in crossed(counter).items()}


def summary(statistics: Statistics) -> dict[str, Any]:
    """Return the counts of the manifest."""
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
        "sets_by_kind": totals(statistics["set_kinds"]),
        "elements": dict(sorted(statistics["elements"].items())),
        "pages": len(statistics["pages"]),
        "writers": len(statistics["authors"]),
        "verifiers": len(statistics["verifiers"]),
    }
