"""A claim as a release knows it: what every format writes from, and every reader gives.

Pure. Verdicts and tags are the protocol's names; a format turns them into its own words. A release
has millions of these values, so they are structs: frozen like dataclasses, but made in C, and
written as JSON there, field by field in this order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from wiki.parsing.addresses import AddressKind, kind_of

_OF_TABLES = frozenset({AddressKind.CELL, AddressKind.HEADER_CELL, AddressKind.CAPTION})
# What a set may hold for systems that are cut off there to find it whole.
MOST_SENTENCES = 5
MOST_OTHERS = 25


class Evidence(Struct, frozen=True, gc=False):
    """An element of a page, with the addresses of its context on the same page."""

    page: str
    address: str
    context: tuple[str, ...] = ()
    text: str = ""

    @property
    def id(self) -> str:
        return f"{self.page}_{self.address}"

    @property
    def kind(self) -> AddressKind:
        return kind_of(self.address)


EvidenceSet = tuple[Evidence, ...]


class Act(Struct, frozen=True, gc=False):
    """Something that the verifier did, in seconds since they started."""

    kind: str
    seconds: float
    body: Mapping[str, Any] = field(default_factory=dict)


class Record(Struct, frozen=True, gc=False):
    """A claim with its verdict and evidence. `provenance` is for the internal variant only."""

    id: int
    claim: str
    verdict: str
    sets: tuple[EvidenceSet, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    split: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def pages(self) -> set[str]:
        return {piece.page for one in self.sets for piece in one}


def fits(one: EvidenceSet) -> bool:
    """Whether a system that is cut off can predict the whole set."""
    sentences = sum(piece.kind is AddressKind.SENTENCE for piece in one)
    return sentences <= MOST_SENTENCES and len(one) - sentences <= MOST_OTHERS


def smallest_fitting_set(record: Record) -> EvidenceSet | None:
    """The set with the fewest elements among those that fit; None where none does."""
    return min((one for one in record.sets if fits(one)), key=len, default=None)


def evidence_kind(sets: tuple[EvidenceSet, ...]) -> str:
    """What the evidence of a claim is made of: sentences, cells, items, several, or nothing."""
    kinds = {_kind_on_screen(piece.kind) for one in sets for piece in one}
    if not kinds:
        return "none"
    return kinds.pop() if len(kinds) == 1 else "several"


def _kind_on_screen(kind: AddressKind) -> str:
    if kind in _OF_TABLES:
        return "cells"
    return "items" if kind is AddressKind.ITEM else "sentences"
