"""A claim as a release has it: every format writes from it, every reader returns it.

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
# The largest set that systems can predict whole: they are cut off there.
MOST_SENTENCES = 5
MOST_OTHERS = 25


class EvidencePiece(Struct, frozen=True, gc=False):
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


EvidencePieces = tuple[EvidencePiece, ...]


class Act(Struct, frozen=True, gc=False):
    """An act of the verifier, in seconds since they started."""

    kind: str
    seconds: float
    body: Mapping[str, Any] = field(default_factory=dict)


class Record(Struct, frozen=True, gc=False):
    """A claim with its verdict and evidence. `provenance` is for the internal variant only."""

    id: int
    claim: str
    verdict: str
    sets: tuple[EvidencePieces, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    split: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def pages(self) -> set[str]:
        return {piece.page for pieces in self.sets for piece in pieces}


def fits(pieces: EvidencePieces) -> bool:
    """Return whether a system can predict the whole set before it is cut off."""
    sentences = sum(piece.kind is AddressKind.SENTENCE for piece in pieces)
    return sentences <= MOST_SENTENCES and len(pieces) - sentences <= MOST_OTHERS


def smallest_fitting_set(record: Record) -> EvidencePieces | None:
    """Return the set with the fewest elements among those that fit; None where none does."""
    return min(filter(fits, record.sets), key=len, default=None)


def evidence_kind(sets: tuple[EvidencePieces, ...]) -> str:
    """Return what evidence is made of: "sentences", "cells", "items", "several" or "none"."""
    kinds = {_kind_on_screen(piece.kind) for pieces in sets for piece in pieces}
    if not kinds:
        return "none"
    return kinds.pop() if len(kinds) == 1 else "several"


def set_kind(pieces: EvidencePieces) -> str:
    """Return what a set is made of, as the papers count: "sentences", "tables" or "combined".

    Cells count with their headers, captions and list items.
    """
    sentences = sum(piece.kind is AddressKind.SENTENCE for piece in pieces)
    if sentences == len(pieces):
        return "sentences"
    return "combined" if sentences else "tables"


def _kind_on_screen(kind: AddressKind) -> str:
    if kind in _OF_TABLES:
        return "cells"
    return "items" if kind is AddressKind.ITEM else "sentences"
