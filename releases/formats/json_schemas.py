"""JSON Schemas, generated from the structs that read and write the same data. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

_REFERENCE = "{name}"


def schema_of(kind: type[Struct]) -> dict[str, Any]:
    """Return the schema of a struct in one piece, as people read it: without references."""
    (reference,), parts = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    inlined: dict[str, Any] = _inlined(reference, parts)
    return inlined


def _inlined(value: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_inlined(inner, parts) for inner in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        # The name of a class says nothing to readers.
        others = {name: inner for name, inner in value.items() if name != "$ref"}
        part = {name: inner for name, inner in parts[value["$ref"]].items() if name != "title"}
        return _inlined({**part, **others}, parts)
    if [kind.get("type") for kind in value.get("anyOf", ())] == ["integer", "number"]:
        others = {name: inner for name, inner in value.items() if name != "anyOf"}
        return {**value["anyOf"][1], **others}
    return {name: _inlined(inner, parts) for name, inner in value.items()}
