"""The JSON Schemas of our own lines, as every release has them beside its files."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from releases.formats.json_schemas import schema_of
from releases.formats.own.lines import InternalLine, PublicLine


def line_schema(title: str, line: type[Struct]) -> dict[str, Any]:
    """Return the schema of the lines of a file, with a title."""
    described = schema_of(line)
    described.pop("description", None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **described,
    }


PUBLIC_SCHEMA = line_schema("A claim of a release, public variant", PublicLine)
INTERNAL_SCHEMA = line_schema("A claim of a release, internal variant", InternalLine)
