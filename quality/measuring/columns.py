"""The rows of a campaign as reports read them: claims, verifications and their evidence.

Pure and compact. Names that occur in many rows are kept once, and elements of pages are numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from wiki.parsing.addresses import AddressKind, kind_of

# Codes of the elements of a set.
CodedSet = tuple[int, ...]
CELLS = frozenset({AddressKind.CELL, AddressKind.HEADER_CELL})


class SetKind(StrEnum):
    """The kinds of evidence, as the papers count them.

    Cells with their headers, captions and list items are tables.
    """

    SENTENCES = "sentences"
    TABLES = "tables"
    COMBINED = "combined"
    NONE = "none"


class MeasuredClaim(Struct, frozen=True, gc=False):
    """A claim of the dataset, as it is now."""

    pk: int
    text: str
    # The claim's type: a name of the protocol's.
    slot: str
    # What was dealt for it, by factor.
    prescribed: Mapping[str, str]
    # The verdict that the author intends; empty if nobody asked.
    intended: str
    expected_challenge: str
    # The kind of its highlight; empty for an imported claim.
    source: str
    # Claims of one group share a page: no probe may learn from one and be asked the other.
    group: int
    active_ms: int
    # With or without suggestions; empty where nothing was dealt.
    arm: str = ""
    # 0 for an imported claim.
    highlight: int = 0
    # Whether its writer could ask the verifier; empty where nothing was dealt.
    feedback: str = ""


class MeasuredVerification(Struct, frozen=True, gc=False):
    """A verification of a claim as it is now, in its latest version."""

    claim: int
    # The public id of a person.
    person: str
    version: int
    verdict: str
    challenge: str
    submitted_at: datetime
    active_ms: int
    # The places of the evidence, seen from the highlight.
    scope: tuple[str, ...]
    # By a manager who decided between others.
    is_adjudication: bool


class MachineVerification(Struct, frozen=True, gc=False):
    """A machine's verification of a claim as it is now."""

    claim: int
    # The public id of the machine.
    person: str
    version: int
    verdict: str
    is_unconfirmed: bool


class GoldAnswer(Struct, frozen=True, gc=False):
    """A person's verdict on a claim that has a gold answer."""

    person: str
    verdict: str
    gold: str
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class EvidenceElements:
    """Every element that is evidence, by its code: its page and its address."""

    pages: Sequence[int]
    addresses: Sequence[str]
    # By (page, number of the table): rows and columns.
    table_sizes: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def kind(self, code: int) -> AddressKind:
        return kind_of(self.addresses[code])

    def set_kind(self, codes: Sequence[int]) -> SetKind:
        """Return what a set is made of."""
        kinds = {self.kind(code) is AddressKind.SENTENCE for code in codes}
        if not kinds:
            return SetKind.NONE
        if len(kinds) == 2:
            return SetKind.COMBINED
        return SetKind.SENTENCES if True in kinds else SetKind.TABLES


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignData:
    """All that a report reads of a campaign."""

    # Of the protocol, in its order.
    verdicts: tuple[str, ...]
    claims: Sequence[MeasuredClaim]
    # Ordered by claim, then by time.
    verifications: Sequence[MeasuredVerification]
    # The sets of each version.
    evidence: Mapping[int, tuple[CodedSet, ...]]
    elements: EvidenceElements
    # By claim: the version that counts by the campaign's rule.
    counting: Mapping[int, int]
    gold: Sequence[GoldAnswer] = ()
    # Never among the verifications, which are people's.
    machines: Sequence[MachineVerification] = ()
    # How many adjudications in force name each cause.
    causes: Mapping[str, int] = field(default_factory=dict)
    skips: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    reports: Mapping[str, int] = field(default_factory=dict)
    reported_claims: int = 0
    # Pages, sentences, tables and lists of the corpus.
    corpus: Mapping[str, int] = field(default_factory=dict)

    def by_claim(self) -> Iterator[tuple[int, list[MeasuredVerification]]]:
        """Yield each claim with the verifications by annotators, in the order of time."""
        for claim, rows in groupby(self.verifications, key=lambda row: row.claim):
            given = [row for row in rows if not row.is_adjudication]
            if given:
                yield claim, given

    def sets_of(self, version: int) -> tuple[CodedSet, ...]:
        return self.evidence.get(version, ())

    def evidence_kind(self, version: int) -> SetKind:
        """Return what all sets of a version together are made of."""
        return self.elements.set_kind([code for codes in self.sets_of(version) for code in codes])
