"""Gold as lines of JSON: the structs of a line, for import and export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from annotation.rules.verifying.judgements import Judgement

_Name = Annotated[str, Meta(max_length=200)]
_Text = Annotated[str, Meta(max_length=4_000)]
_Address = Annotated[str, Meta(max_length=100)]


class ModelClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim that a manager wrote as a model. `base`: slot and place of the claim it changes."""

    slot: _Name
    text: _Text
    verdict: _Name = ""
    tags: Annotated[Mapping[_Name, _Name], Meta(max_length=50)] = {}
    base: tuple[_Name, int] | None = None
    values: Annotated[Mapping[_Name, _Name], Meta(max_length=50)] = {}


class _GoldLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    use: Literal["practice", "phase", "silent"]
    phase: _Name = ""
    try_number: Annotated[int, Meta(ge=1, le=9)] = 1
    difficulty: Literal["easy", "special"] = "easy"
    why: Annotated[str, Meta(max_length=2_000)] = ""
    clause: _Name = ""


class ClaimGoldLine(_GoldLine, frozen=True, kw_only=True, tag_field="task", tag="verify"):
    """A claim to verify, with the right answer."""

    claim: _Text
    answer: Judgement


class HighlightGoldLine(_GoldLine, frozen=True, kw_only=True, tag_field="task", tag="write"):
    """A highlight to write from, with prescriptions and model claims."""

    page: Annotated[str, Meta(max_length=1_000)]
    source: _Name
    addresses: Annotated[Sequence[_Address], Meta(min_length=1, max_length=100)]
    prescribed: Annotated[
        Mapping[_Name, Annotated[Mapping[_Name, _Name], Meta(max_length=50)]],
        Meta(max_length=50),
    ]
    claims: Annotated[Sequence[ModelClaim], Meta(max_length=50)]


GoldLine = ClaimGoldLine | HighlightGoldLine
GOLD_LINE = msgspec.json.Decoder(GoldLine)
