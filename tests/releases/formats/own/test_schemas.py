"""The published schemas of our own lines, generated from the structs that read them."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from releases.formats.own.lines import InternalLine, ProvenanceLine, PublicLine
from releases.formats.own.schemas import INTERNAL_SCHEMA, PUBLIC_SCHEMA

PIECE = {"page": "Aare", "address": "sentence_1", "text": "It flows.", "context": ["title"]}
LINE = {
    "id": 7,
    "claim": "It flows.",
    "verdict": "supported",
    "evidence": [[PIECE]],
    "tags": {"challenge": "other"},
    "split": "train",
}
INTERNAL = LINE | {
    "acts": [{"kind": "started", "seconds": 0, "body": {}}],
    "provenance": {"author": None, "seconds": {"active": 1.5}, "something": "else"},
}


def test_schemas_have_the_fields_of_their_structs() -> None:
    for schema, struct in ((PUBLIC_SCHEMA, PublicLine), (INTERNAL_SCHEMA, InternalLine)):
        assert tuple(schema["properties"]) == struct.__struct_fields__
        assert tuple(schema["required"]) == struct.__struct_fields__
        assert schema["additionalProperties"] is False
    provenance = INTERNAL_SCHEMA["properties"]["provenance"]
    assert tuple(provenance["properties"]) == ProvenanceLine.__struct_fields__


def test_schemas_are_in_one_piece() -> None:
    assert "$ref" not in str(INTERNAL_SCHEMA)
    assert PUBLIC_SCHEMA["title"] == "A claim of a release, public variant"


def test_lines_of_ours_fit() -> None:
    assert jsonschema_rs.is_valid(PUBLIC_SCHEMA, LINE)
    assert jsonschema_rs.is_valid(INTERNAL_SCHEMA, INTERNAL)


@pytest.mark.parametrize(
    "change",
    [
        {"id": -1},
        {"claim": ""},
        {"verdict": 7},
        {"evidence": [[]]},
        {"evidence": [[PIECE | {"address": "section_1"}]]},
        {"evidence": [[PIECE | {"context": ["sentence_1"]}]]},
        {"evidence": [[PIECE | {"more": 1}]]},
        {"tags": {"challenge": "x" * 61}},
        {"acts": [{"kind": "started", "seconds": "0", "body": {}}]},
        {"provenance": {"seconds": {"active": -1}}},
        {"provenance": {"author": 7}},
        {"more": 1},
    ],
)
def test_other_lines_do_not(change: dict[str, Any]) -> None:
    assert not jsonschema_rs.is_valid(INTERNAL_SCHEMA, INTERNAL | change)
