"""The published schemas of our own lines, and the structs that read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from releases.formats.own.lines import InternalLine, PublicLine
from releases.formats.own.schemas import INTERNAL_SCHEMA, PUBLIC_SCHEMA


def shape(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Any:
    """Return the types and the required fields of a schema, without limits and descriptions."""
    if "$ref" in schema:
        return shape(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema:
        assert [one["type"] for one in schema["anyOf"]] == ["integer", "number"]
        return "number"
    if "items" in schema:
        return [shape(schema["items"], parts)]
    if "properties" in schema:
        assert set(schema["required"]) == set(schema["properties"])
        return {name: shape(one, parts) for name, one in schema["properties"].items()}
    return schema["type"]


@pytest.mark.parametrize(
    ("line", "published"), [(PublicLine, PUBLIC_SCHEMA), (InternalLine, INTERNAL_SCHEMA)]
)
def test_structs_and_published_schemas_have_the_same_fields(
    line: type[Struct], published: dict[str, Any]
) -> None:
    (reference,), parts = msgspec.json.schema_components([line])
    expected = dict(published["properties"])
    # Its fields are all optional, and read as they are.
    if "provenance" in expected:
        expected["provenance"] = {"type": expected["provenance"]["type"]}
    assert shape(reference, parts) == shape({**published, "properties": expected}, {})


@pytest.mark.parametrize(
    ("line", "published"), [(PublicLine, PUBLIC_SCHEMA), (InternalLine, INTERNAL_SCHEMA)]
)
def test_structs_and_published_schemas_refuse_unknown_fields(
    line: type[Struct], published: dict[str, Any]
) -> None:
    assert line.__struct_config__.forbid_unknown_fields
    assert published["additionalProperties"] is False
