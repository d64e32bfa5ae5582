"""The report that describes the dataset, counted as the papers count. Pure.

Evidence is that of the verification that counts. A set is of sentences, of tables (cells with their
headers, captions and list items) or combined; what a claim needs is counted over all its sets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from metrics.estimates import share
from metrics.ngrams import tokens_of
from quality.measuring.columns import (
    CELLS,
    CampaignData,
    EvidenceElements,
    MeasuredClaim,
    MeasuredVerification,
)
from quality.measuring.results import DescriptionResult, LengthFigures, share_figure
from quality.measuring.sections import Ticker
from wiki.parsing.addresses import AddressKind, parse

# Half-open classes of positions, by their lower ends.
POSITIONS = (0, 1, 3, 5, 10, 20, 50)


def describe(data: CampaignData, *, tick: Ticker) -> DescriptionResult:
    """Return the description of the claims of a campaign and of the verifications that count."""
    tick("claims")
    rows = {row.version: row for row in data.verifications}
    counting = {claim: rows[version] for claim, version in data.counting.items()}
    challenges, intended, scopes = _crossed(data, counting)
    writing, verifying = _seconds(data)
    tick("evidence")
    evidence = _EvidenceCounts(data.elements)
    for row in counting.values():
        evidence.add(data.sets_of(row.version))
    number = len(counting)
    return DescriptionResult(
        claims=len(data.claims),
        verified_claims=number,
        claim_tokens=lengths([len(tokens_of(claim.text)) for claim in data.claims]),
        verdicts=dict.fromkeys(data.verdicts, 0)
        | Counter(row.verdict for row in counting.values()),
        evidence_sets=evidence.kinds.total(),
        sets_by_kind=dict(evidence.kinds),
        sentences_a_claim=_mean(evidence.elements["sentence"], number),
        cells_a_claim=_mean(evidence.elements["cell"], number),
        tables_a_claim=_mean(evidence.elements["table"], number),
        items_a_claim=_mean(evidence.elements["item"], number),
        captions_a_claim=_mean(evidence.elements["table_caption"], number),
        alternative_sets=share_figure(share(evidence.claims["alternative"], number)),
        several_sentences=share_figure(share(evidence.claims["several_sentences"], number)),
        several_pages=share_figure(share(evidence.claims["several_pages"], number)),
        whole_rows=share_figure(share(evidence.claims["whole_rows"], number)),
        whole_columns=share_figure(share(evidence.claims["whole_columns"], number)),
        challenges=challenges,
        intended_verdicts=intended,
        scopes=scopes,
        positions=evidence.classes_of_positions(),
        writing_seconds=writing,
        writing_by_feedback=_writing_by_feedback(data),
        verifying_seconds=verifying,
        skips={task: dict(reasons) for task, reasons in data.skips.items()},
        reports=dict(data.reports),
        reported_claims=data.reported_claims,
        corpus=dict(data.corpus),
    )


def lengths(values: Sequence[float]) -> LengthFigures:
    """Return mean, median and ninth decile; zeros of nothing."""
    if not values:
        return LengthFigures(0.0, 0.0, 0.0, 0)
    median, ninth = np.quantile(np.asarray(values, dtype=float), [0.5, 0.9])
    return LengthFigures(float(np.mean(values)), float(median), float(ninth), len(values))


Crossed = dict[str, dict[str, int]]


def _crossed(
    data: CampaignData, counting: Mapping[int, MeasuredVerification]
) -> tuple[Crossed, Crossed, Crossed]:
    """Return expected against actual challenges, intended against verified verdicts, scopes."""
    challenges: dict[str, Counter[str]] = defaultdict(Counter)
    intended: dict[str, Counter[str]] = defaultdict(Counter)
    scopes: dict[str, Counter[str]] = defaultdict(Counter)
    for claim in data.claims:
        row = counting.get(claim.pk)
        if row is None:
            continue
        if claim.expected_challenge and row.challenge:
            challenges[claim.expected_challenge][row.challenge] += 1
        wanted = claim.prescribed.get("verdict") or claim.intended
        if wanted:
            intended[wanted][row.verdict] += 1
        scope = claim.prescribed.get("scope", "")
        if scope and row.scope:
            actual = "several_pages" if "other_pages" in row.scope else "same_page"
            scopes[scope][actual] += 1
    return _plain(challenges), _plain(intended), _plain(scopes)


def _plain(crossed: Mapping[str, Counter[str]]) -> Crossed:
    return {row: dict(sorted(counts.items())) for row, counts in sorted(crossed.items())}


def _seconds(data: CampaignData) -> tuple[dict[str, LengthFigures], dict[str, LengthFigures]]:
    """Return the active time of writing by kind of highlight, of verifying by claim type."""
    writing, verifying = defaultdict(list), defaultdict(list)
    for claim in _attempts(data):
        writing[claim.source].append(claim.active_ms / 1000)
    slots = {claim.pk: claim.slot for claim in data.claims}
    for row in data.verifications:
        if not row.is_adjudication and row.claim in slots:
            verifying[slots[row.claim]].append(row.active_ms / 1000)
    return (
        {name: lengths(values) for name, values in sorted(writing.items())},
        {name: lengths(values) for name, values in sorted(verifying.items())},
    )


def _writing_by_feedback(data: CampaignData) -> dict[str, LengthFigures]:
    """Return the active time of writing with and without feedback from the verifier."""
    seconds = defaultdict(list)
    for claim in _attempts(data):
        if claim.feedback:
            seconds[claim.feedback].append(claim.active_ms / 1000)
    return {name: lengths(values) for name, values in sorted(seconds.items())}


def _attempts(data: CampaignData) -> Collection[MeasuredClaim]:
    """Return a claim of each highlight: its claims were written in one attempt, counted once."""
    found = {claim.highlight or -claim.pk: claim for claim in data.claims if claim.active_ms}
    return found.values()


class _EvidenceCounts:
    """The counts of sets, elements and properties over claims."""

    def __init__(self, elements: EvidenceElements) -> None:
        self._elements = elements
        self.kinds = Counter[str]()
        self.elements = Counter[str]()
        self.claims = Counter[str]()
        self.positions = Counter[int]()

    def add(self, sets: Sequence[Sequence[int]]) -> None:
        """Count the evidence of one claim; an element in two sets is counted once."""
        self.kinds.update(self._elements.set_kind(codes).value for codes in sets if codes)
        codes = sorted({code for each in sets for code in each})
        pages = {self._elements.pages[code] for code in codes}
        tables = set()
        sentences = 0
        for code in codes:
            address = parse(self._elements.addresses[code])
            name = "cell" if address.kind in CELLS else address.kind.value
            self.elements[name] += 1
            self.positions[address.position] += 1
            sentences += address.kind is AddressKind.SENTENCE
            if address.block.kind is not AddressKind.SENTENCE:
                tables.add((self._elements.pages[code], str(address.block)))
        self.elements["table"] += len(tables)
        self.claims["alternative"] += len(sets) > 1
        self.claims["several_sentences"] += sentences > 1
        self.claims["several_pages"] += len(pages) > 1
        self.claims.update(self._whole(codes))

    def _whole(self, codes: Collection[int]) -> set[str]:
        """Return whether the cells contain a whole row or a whole column of a table."""
        rows, columns = defaultdict(set), defaultdict(set)
        for code in codes:
            address = parse(self._elements.addresses[code])
            if address.kind in CELLS:
                table, row, column = address.numbers
                place = (self._elements.pages[code], table)
                rows[place, row].add(column)
                columns[place, column].add((row, address.kind))
        found = set()
        sizes = self._elements.table_sizes
        for (place, _row), seen in rows.items():
            if place in sizes and 1 < sizes[place][1] <= len(seen):
                found.add("whole_rows")
        for (place, _column), cells in columns.items():
            # The header of a column needs no selection.
            body = {row for row, kind in cells if kind is AddressKind.CELL}
            if place in sizes and 2 < sizes[place][0] <= len(body) + 1:
                found.add("whole_columns")
        return found

    def classes_of_positions(self) -> dict[str, int]:
        """Return how many elements are in each class of positions, by its lower end."""
        counts = Counter[int]()
        for position, count in self.positions.items():
            counts[max(low for low in POSITIONS if low <= position)] += count
        return {str(low): counts[low] for low in POSITIONS}


def _mean(total: int, number: int) -> float:
    return total / number if number else 0.0
