"""The lines of our own format as structs, by which they are written and read.

The published JSON Schemas are generated from them. What a schema can say and msgspec need not
check again, because `claims` does with better words, stands in `extra_json_schema`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from releases.formats.base import FormatError
from releases.formats.json_schemas import schema_of
from releases.formats.line_reader import ClaimId, LineReader, Name, PageTitle, Text
from wiki.parsing.addresses import CONTEXT_PATTERN, EVIDENCE_PATTERN, may_be_evidence

NO_ADDRESS = "context_no_address"
# Thirty years: nobody verifies a claim for longer.
_MOST_SECONDS = 10**9
_NOT_EMPTY = {"minLength": 1}

_SECONDS = Meta(ge=0, le=_MOST_SECONDS)
_Seconds = Annotated[int, _SECONDS] | Annotated[float, _SECONDS]
_Scope = Literal["highlight", "sentences", "tables", "page", "other_pages"]
_ContextAddress = Annotated[str, Meta(extra_json_schema={"pattern": f"^{CONTEXT_PATTERN}$"})]


class PieceLine(Struct, gc=False, forbid_unknown_fields=True):
    """A piece of evidence."""

    page: Annotated[PageTitle, Meta(description="the page's title", extra_json_schema=_NOT_EMPTY)]
    address: Annotated[
        Name,
        Meta(
            description="which element of the page",
            extra_json_schema={"pattern": f"^{EVIDENCE_PATTERN}$"},
        ),
    ]
    text: Annotated[
        str, Meta(max_length=100_000, description="the element as the verifier read it")
    ]
    context: Annotated[
        list[_ContextAddress],
        Meta(description="addresses on the same page: title, sections, row and column headers"),
    ]


class ActLine(Struct, gc=False, forbid_unknown_fields=True):
    """An act of the verifier."""

    kind: Name
    # Both: a number is written again as it was read.
    seconds: Annotated[int | float, Meta(description="since the verifier started")]
    body: dict[str, Any]


class HighlightLine(Struct):
    """The part of a page that a claim was written from."""

    source: str | UnsetType = UNSET


class FiguresLine(Struct):
    """Figures of the numbers in a set, a column or a row; text, so that they are exact."""

    set: Annotated[int, Meta(ge=1, description="its place in `evidence`, from 1")]
    over: Literal["set", "column", "row"]
    count: Annotated[int, Meta(ge=2)]
    sum: str
    mean: Annotated[str, Meta(description="rounded to four decimals")]
    least: str
    largest: str
    page: str | UnsetType = UNSET
    table: str | UnsetType = UNSET
    label: str | UnsetType = UNSET


class ProvenanceLine(Struct):
    """The origin of the claim: see docs/release-format.md."""

    author: str | UnsetType | None = UNSET
    verifier: str | UnsetType = UNSET
    adjudicated: (
        Annotated[bool, Meta(description="whether a manager decided, as the verifier")] | UnsetType
    ) = UNSET
    slot: str | UnsetType = UNSET
    base: int | UnsetType | None = UNSET
    base_slot: (
        Annotated[
            str | None,
            Meta(description="the type of the claim that this one changes; null if it is new"),
        ]
        | UnsetType
    ) = UNSET
    prescribed: dict[str, str] | UnsetType = UNSET
    intended_verdict: str | UnsetType = UNSET
    expected_tags: dict[str, str] | UnsetType = UNSET
    highlight: HighlightLine | UnsetType | None = UNSET
    written_at: str | UnsetType = UNSET
    verified_at: str | UnsetType = UNSET
    seconds: dict[str, _Seconds] | UnsetType = UNSET
    claim_version: int | UnsetType = UNSET
    verification_version: int | UnsetType = UNSET
    guidelines: dict[str, Any] | UnsetType = UNSET
    answer: str | UnsetType = UNSET
    evidence_scope: (
        Annotated[list[_Scope], Meta(description="where the evidence is, seen from the highlight")]
        | UnsetType
    ) = UNSET
    figures: (
        Annotated[list[FiguresLine], Meta(description="count, sum, mean, least and largest")]
        | UnsetType
    ) = UNSET
    balancing_weight: (
        Annotated[float, Meta(ge=0, description="FeverSymmetric's α; null if none is known")]
        | UnsetType
        | None
    ) = UNSET
    simulated: bool | UnsetType = UNSET
    as_written: dict[str, Any] | UnsetType = UNSET


_PROVENANCE_SCHEMA = schema_of(ProvenanceLine)


class PublicLine(Struct, gc=False, forbid_unknown_fields=True):
    """A line of the public variant."""

    id: Annotated[ClaimId, Meta(description="the claim's number, for good")]
    claim: Annotated[Text, Meta(extra_json_schema=_NOT_EMPTY)]
    verdict: Annotated[
        Name, Meta(description="a name of the protocol's", extra_json_schema=_NOT_EMPTY)
    ]
    evidence: Annotated[
        list[Annotated[list[PieceLine], Meta(extra_json_schema={"minItems": 1})]],
        Meta(description="sets, each enough by itself"),
    ]
    tags: Annotated[
        dict[Name, Name], Meta(description="what the verifier answered besides: the challenge")
    ]
    split: Annotated[Name, Meta(description="the part of the release")]


class InternalLine(PublicLine, gc=False, forbid_unknown_fields=True):
    """A line of the internal variant."""

    acts: list[ActLine]
    # Kept as it is, with keys that we do not know: `PROVENANCE` checks those that we do.
    provenance: Annotated[dict[str, Any], Meta(extra_json_schema=_PROVENANCE_SCHEMA)]


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
    "evidence[*]": "set_no_list",
    "evidence[*][*].context": "context_no_list",
    "evidence[*][*].context[*]": NO_ADDRESS,
    "acts[*].seconds": "act_without_time",
}
PUBLIC_LINES = LineReader[PublicLine](PublicLine, _FAULTS)
INTERNAL_LINES = LineReader[InternalLine](InternalLine, _FAULTS)
PROVENANCE = LineReader[ProvenanceLine](ProvenanceLine)
PREDICTIONS = LineReader[PredictionLine](PredictionLine)


def check_address(address: str) -> str:
    """Return an address that may be evidence; FormatError where it may not."""
    if not may_be_evidence(address):
        raise FormatError("no_address", address=address)
    return address
