"""The design of claims and the place of evidence: what goes with verdicts, and with each other.

Pure. What describes the evidence is known of verified claims only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from metrics.dependence import AssociationTable, association_table
from metrics.estimates import share
from quality.measuring.columns import CELLS, CampaignData
from quality.measuring.labelled_claims import LabelledClaim
from quality.measuring.results import ReportFigure, share_figure
from wiki.parsing.addresses import parse

# Evidence is late if it is after this sentence, row or item of its page.
LATE = 20
# Classes of tables by their rows: the first row count that is no longer in the class.
TABLE_CLASSES = (("up_to_10", 11), ("11_to_20", 21), ("over_20", 10**9))
# Factors that may go together. Kind and place of evidence, and claim type and mutation, always do.
PAIRS = (
    ("slot", "challenge"),
    ("slot", "evidence_kind"),
    ("mutation", "challenge"),
    ("mutation", "evidence_kind"),
    ("challenge", "evidence_kind"),
    ("evidence_place", "slot"),
    ("evidence_place", "mutation"),
    ("evidence_place", "challenge"),
)
# The values of each claim, by factor; a factor of which nothing is known of a claim has none.
FactorValues = Mapping[str, Sequence[Collection[str]]]


def factor_values(data: CampaignData, labelled: Sequence[LabelledClaim]) -> FactorValues:
    """Return what is known of each claim."""
    challenges = {row.version: row.challenge for row in data.verifications}
    versions = [one.version for one in labelled]
    return {
        "slot": [_known(one.claim.slot) for one in labelled],
        "source": [_known(one.claim.source) for one in labelled],
        "feedback": [_known(one.claim.feedback) for one in labelled],
        "mutation": [_known(one.claim.prescribed.get("mutation", "")) for one in labelled],
        "challenge": [_known(challenges.get(version or 0, "")) for version in versions],
        "evidence_kind": [
            () if version is None else (data.evidence_kind(version).value,) for version in versions
        ],
        "evidence_place": [
            () if version is None else _places(data, version) for version in versions
        ],
    }


def verdict_tables(
    values: FactorValues, labelled: Sequence[LabelledClaim]
) -> dict[str, AssociationTable]:
    """Return the tables of each factor with the verdict."""
    tables = {}
    for factor, of_claims in values.items():
        # A claim whose evidence is nowhere in particular counts; one without evidence does not.
        known = (
            [one.version is not None for one in labelled]
            if factor == "evidence_place"
            else [bool(mine) for mine in of_claims]
        )
        table = association_table(
            (mine, one.verdict)
            for mine, one, is_known in zip(of_claims, labelled, known, strict=True)
            if is_known
        )
        if len(table.p_values):
            tables[factor] = table
    return tables


def pair_tables(values: FactorValues) -> dict[str, AssociationTable]:
    """Return the tables of factors with each other."""
    tables = {}
    for first, second in PAIRS:
        table = association_table(
            (mine, next(iter(other)))
            for mine, other in zip(values[first], values[second], strict=True)
            if other
        )
        if len(table.p_values):
            tables[f"{first}/{second}"] = table
    return tables


def first_half_shares(
    data: CampaignData, labelled: Sequence[LabelledClaim]
) -> dict[str, ReportFigure]:
    """Return the share of cells in the first half of their table, by its number of rows."""
    counts = Counter[tuple[str, str]]()
    for row in labelled:
        if row.version is None:
            continue
        for code in {code for codes in data.sets_of(row.version) for code in codes}:
            half = _half(data, code)
            if half:
                table = parse(data.elements.addresses[code]).numbers[0]
                rows, _columns = data.elements.table_sizes[data.elements.pages[code], table]
                name = next(name for name, end in TABLE_CLASSES if rows < end)
                counts[name, half] += 1
    found = {}
    for name, _end in TABLE_CLASSES:
        first, second = counts[name, "first_half"], counts[name, "second_half"]
        if first + second:
            found[name] = share_figure(share(first, first + second))
    return found


def _known(value: str) -> tuple[str, ...]:
    return (value,) if value else ()


def _places(data: CampaignData, version: int) -> Collection[str]:
    """Return where the evidence is on its pages."""
    places = set()
    for code in {code for codes in data.sets_of(version) for code in codes}:
        address = parse(data.elements.addresses[code])
        # The first sentence of a page, its first table or its first list.
        if address.numbers[0] == 0:
            places.add("first")
        if address.position > LATE:
            places.add("late")
        half = _half(data, code)
        if half:
            places.add(half)
    return places


def _half(data: CampaignData, code: int) -> str:
    """Return the half of the table that a cell is in; empty for other elements."""
    address = parse(data.elements.addresses[code])
    if address.kind not in CELLS:
        return ""
    size = data.elements.table_sizes.get((data.elements.pages[code], address.numbers[0]))
    if size is None:
        return ""
    return "first_half" if 2 * address.numbers[1] < size[0] else "second_half"
