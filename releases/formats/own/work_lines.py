"""The lines of all work on a campaign, as structs: verifications, writing, programs.

They stand beside the internal claims. The published JSON Schemas are generated from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from releases.formats.own.lines import ActLine
from releases.formats.own.schemas import line_schema

INTERNAL = "internal"
VERIFICATIONS, WRITING, PROGRAMS = "verifications", "writing", "programs"

_InRelease = Annotated[
    int | None, Meta(description="the claim's number in this release; null if it is not in it")
]
_ClaimKey = Annotated[str, Meta(description="the claim, the same in both files")]
_Person = Annotated[str, Meta(description="a salted hash, as in the lines of claims")]
_Moment = Annotated[str, Meta(description="in UTC")]
_Seconds = Annotated[dict[str, float], Meta(description="active, loading and idle")]


class PlacedLine(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An element of a page."""

    page: str
    address: str


class JudgedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of a verification; all but the last are superseded."""

    number: int
    claim: Annotated[str, Meta(description="the text that was verified")]
    verdict: str
    answer: str
    tags: dict[str, str]
    evidence: list[list[PlacedLine]]
    submitted_at: _Moment
    seconds: _Seconds


class SuggestionLine(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Counts of a machine's suggestions: shown, opened, and their elements that were used."""

    provider: Annotated[str, Meta(description="the machine's name and version")]
    shown: int
    opened: int
    used: int


class VerificationLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A verification with all its versions and its log."""

    id: _InRelease
    claim: _ClaimKey
    purpose: Annotated[str, Meta(description="verify, expert, adjudication or machine")]
    slot: Annotated[str, Meta(description="ordinary or duplicate; empty outside the queue")]
    verifier: _Person
    annotator_kind: Annotated[
        Literal["person", "machine"], Meta(description="a machine's verification is never used")
    ]
    unconfirmed: Annotated[
        bool, Meta(description="by a machine that did not confirm it before it was submitted")
    ]
    simulated: bool
    void: Annotated[bool, Meta(description="about an older text of the claim, or set aside")]
    used: Annotated[bool, Meta(description="whether the release has its verdict and evidence")]
    arm: Annotated[
        str, Meta(description="assisted or unassisted; empty if it was never in the queue")
    ]
    suggestions: list[SuggestionLine]
    versions: list[JudgedLine]
    acts: list[ActLine]


class WordedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of a claim."""

    number: int
    text: str
    verdict: str
    tags: dict[str, str]
    written_at: _Moment


class WrittenClaimLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim that was written from a highlight."""

    id: _InRelease
    claim: _ClaimKey
    slot: str
    place: int
    prescribed: dict[str, str]
    versions: list[WordedLine]


class MaterialLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a page that people wrote from."""

    page: str
    revision: int
    source: str
    addresses: list[str]


class WritingLine(Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt to write from a highlight, with its log."""

    highlight: MaterialLine
    writer: _Person
    simulated: bool
    outcome: Annotated[
        Literal["submitted", "skipped", "open"], Meta(description="open: neither, until then")
    ]
    started_at: _Moment
    ended_at: _Moment | None
    seconds: _Seconds
    warnings_shown: Annotated[
        list[dict[str, Any]], Meta(description="what the checks warned of at the desk")
    ]
    warnings_overridden: Annotated[
        list[dict[str, Any]], Meta(description="the warnings that stood when it was submitted")
    ]
    feedback: Annotated[
        Literal["shown", "withheld", ""],
        Meta(description="whether the writer could ask the verifier; empty if nobody could"),
    ]
    feedback_asked: Annotated[
        list[dict[str, Any]], Meta(description="the texts about which the verifier was asked")
    ]
    feedback_shown: Annotated[list[dict[str, Any]], Meta(description="its answers")]
    claims: list[WrittenClaimLine]
    acts: list[ActLine]


class ProgramLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A table program that a person confirmed or corrected for a claim of the release."""

    id: Annotated[int, Meta(description="the claim's number in this release")]
    claim: _ClaimKey
    text: Annotated[str, Meta(description="the text of the claim that it is about")]
    page: str
    revision: int
    table: Annotated[str, Meta(description="the table's address on its page")]
    program: Annotated[str, Meta(description="in the notation of the verifier")]
    english: str
    cells: Annotated[list[str], Meta(description="the addresses of the cells that it touches")]
    result: bool
    verdict: Annotated[str, Meta(description="the verdict that the result speaks for")]
    state: Annotated[
        Literal["confirmed", "corrected"],
        Meta(description="confirmed: the verifier's first program; corrected: another one"),
    ]
    suggested: Annotated[str, Meta(description="the verifier's program; empty if it had none")]
    model: Annotated[int | None, Meta(description="the version of the verifier's model")]
    reader: _Person
    read_at: _Moment


WORK_SCHEMAS = {
    VERIFICATIONS: line_schema("A verification of a campaign", VerificationLine),
    WRITING: line_schema("An attempt to write from a highlight", WritingLine),
    PROGRAMS: line_schema("A table program that a person confirmed or corrected", ProgramLine),
}


def work_of(path: str) -> str | None:
    """Return which work a file of a release holds, by its path; None where it holds none."""
    folder, _, file = path.partition("/")
    name = file.partition(".jsonl")[0]
    return name if folder == INTERNAL and ".jsonl" in file and name in WORK_SCHEMAS else None
