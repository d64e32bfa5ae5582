"""The lines of our own format as structs, by which they are written and read."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from releases.formats.base import FormatError
from releases.formats.line_reader import ClaimId, LineReader, Name, PageTitle, Text
from wiki.parsing.addresses import may_be_evidence

NO_ADDRESS = "A context holds something that is no address."


class PieceLine(Struct, gc=False):
    """A piece of evidence in a line."""

    page: PageTitle
    address: Name
    text: Annotated[str, Meta(max_length=100_000)]
    context: list[str]


class ActLine(Struct, gc=False):
    """An act of the verifier in a line."""

    kind: Name
    # Both: a number is written again as it was read.
    seconds: int | float
    body: dict[str, Any]


class PublicLine(Struct, gc=False, forbid_unknown_fields=True):
    """A line of the public variant."""

    id: ClaimId
    claim: Text
    verdict: Name
    evidence: list[list[PieceLine]]
    tags: dict[Name, Name]
    split: Name


class InternalLine(PublicLine, gc=False, forbid_unknown_fields=True):
    """A line of the internal variant."""

    acts: list[ActLine]
    provenance: dict[str, Any]


class PredictedPiece(Struct, gc=False):
    """A piece of evidence in a prediction."""

    page: PageTitle
    address: Name


class PredictionLine(Struct, gc=False, kw_only=True):
    """A prediction."""

    id: ClaimId | UnsetType = UNSET
    predicted_label: Name
    predicted_evidence: list[PredictedPiece]


_FAULTS = {
    "evidence[*]": "An evidence set is no list.",
    "evidence[*][*].context": "A context is no list.",
    "evidence[*][*].context[*]": NO_ADDRESS,
    "acts[*].seconds": "An act has no time.",
}
PUBLIC_LINES = LineReader[PublicLine](PublicLine, _FAULTS)
INTERNAL_LINES = LineReader[InternalLine](InternalLine, _FAULTS)
PREDICTIONS = LineReader[PredictionLine](PredictionLine)


def check_address(address: str) -> str:
    """Return an address that may be evidence; FormatError where it may not."""
    if not may_be_evidence(address):
        raise FormatError(f"“{address}” is no address of an element.")
    return address
