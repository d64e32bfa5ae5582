"""Errors of lines are described in words that name the field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from releases.formats import FormatError
from releases.formats.line_reader import ClaimId, LineReader, Name
from releases.messages import refusal_text
from tests.releases.refusals import refused


class Piece(Struct, forbid_unknown_fields=True):
    page: Name
    numbers: list[int]


class Claim(Struct):
    id: ClaimId
    claim: Annotated[str, Meta(max_length=1_200)]
    kind: Literal["river", "lake"]
    pieces: list[Piece]
    tags: dict[Name, Name]


CLAIMS = LineReader[Claim](Claim, {"kind": "label_unknown", "pieces[*].numbers[1]": "no_set"})
LINE: dict[str, Any] = {
    "id": 7,
    "claim": "C.",
    "kind": "river",
    "pieces": [{"page": "Aare", "numbers": [1]}],
    "tags": {"a": "b"},
}


def test_what_fits_is_read() -> None:
    piece = Piece("Aare", [1])
    assert CLAIMS.read(LINE) == Claim(7, "C.", "river", [piece], {"a": "b"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "7"}, "“id” is missing or not a whole number."),
        ({"id": -1}, "“id” is out of range."),
        ({"id": 2**63}, "“id” is out of range."),
        ({"claim": 7}, "“claim” is missing or not text."),
        ({"claim": "x" * 1_201}, "“claim” is longer than 1,200 characters."),
        ({"kind": "sea"}, "The label 'sea' is not known."),
        ({"kind": ["river"]}, "The label ['river'] is not known."),
        ({"pieces": {}}, "“pieces” is not a list."),
        ({"pieces": [7]}, "“pieces” holds something that is not a JSON object."),
        ({"pieces": [{"page": "Aare"}]}, "“numbers” is missing."),
        ({"pieces": [{"page": 7, "numbers": []}]}, "“page” is missing or not text."),
        ({"pieces": [LINE["pieces"][0] | {"x": 1}]}, "“x” is not a key of this format."),
        (
            {"pieces": [{"page": "Aare", "numbers": ["1"]}]},
            "“numbers” holds something that is not a whole number.",
        ),
        ({"pieces": [{"page": "Aare", "numbers": [1, "2"]}]}, "There is no evidence set."),
        ({"tags": 7}, "“tags” is not a JSON object."),
        ({"tags": {"a": 7}}, "“tags” holds something that is not text."),
        ({"tags": {"a": "x" * 61}}, "“tags” holds more than 60 characters."),
        ({"tags": {"x" * 61: "a"}}, "“tags” holds more than 60 characters."),
    ],
)
def test_what_does_not_fit_is_described(change: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError) as caught:
        CLAIMS.read(LINE | change)
    assert refusal_text(caught.value.refusal) == words


@pytest.mark.parametrize("value", [7, None, [], "text"])
def test_a_line_is_an_object(value: Any) -> None:
    with refused(FormatError, "not a JSON object"):
        CLAIMS.read(value)


def test_a_field_that_is_missing_is_named() -> None:
    with refused(FormatError, "“kind” is missing"):
        CLAIMS.read({name: value for name, value in LINE.items() if name != "kind"})
