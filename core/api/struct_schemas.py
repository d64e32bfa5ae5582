"""The schema of the API, as far as it is made from structs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct

REFERENCE = "#/components/schemas/{name}"
_described: list[Any] = []


def one_of(values: Iterable[str]) -> Meta:
    """Return what makes a text one of a closed set: `Annotated[str, one_of(JobState.values)]`."""
    allowed = list(values)
    pattern = "^(?:" + "|".join(re.escape(value) for value in allowed) + ")$"
    return Meta(pattern=pattern, extra_json_schema={"enum": allowed})


def reference_to(kind: Any) -> dict[str, Any]:
    """Return the schema of a type; structs are described among the components."""
    if kind not in _described:
        _described.append(kind)
    (schema,), _components = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def parameters_of(kind: type[Struct]) -> list[OpenApiParameter]:
    """Return the parameters of an address that a struct declares."""
    found = []
    for field in msgspec.structs.fields(kind):
        (schema,), _components = msgspec.json.schema_components(
            [field.type], ref_template=REFERENCE
        )
        if "$ref" in schema:
            # Parameters are closed sets at most: they are written out in place.
            schema = dict(_components[schema["$ref"].rsplit("/", 1)[1]])
            schema.pop("title", None)
        described = OpenApiParameter(
            field.encode_name,
            type=schema,
            location=OpenApiParameter.QUERY,
            required=field.required,
        )
        found.append(described)
    return found


def add_components(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add the described structs to the schema (a hook of drf-spectacular)."""
    _schemas, components = msgspec.json.schema_components(_described, ref_template=REFERENCE)
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in sorted(components.items()):
        schemas[name] = schema
    return result
