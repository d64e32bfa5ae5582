"""The JSON Schemas of our own lines, as every release has them beside its files.

The structs in `lines` read the same lines; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from wiki.parsing.addresses import CONTEXT_PATTERN, EVIDENCE_PATTERN

_TEXT = {"type": "string"}
_NAMES = {"type": "object", "additionalProperties": _TEXT}
# The columns of the claim browser have so many characters.
_LONGEST_NAME = 60
# Thirty years: nobody verifies a claim for longer.
_MOST_SECONDS = 10**9
_PIECE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["page", "address", "text", "context"],
    "properties": {
        "page": {"type": "string", "minLength": 1, "description": "the page's title"},
        "address": {
            "type": "string",
            "pattern": f"^{EVIDENCE_PATTERN}$",
            "description": "which element of the page",
        },
        "text": {"type": "string", "description": "the element as the verifier read it"},
        "context": {
            "type": "array",
            "items": {"type": "string", "pattern": f"^{CONTEXT_PATTERN}$"},
            "description": "addresses on the same page: title, sections, row and column headers",
        },
    },
}
_PUBLIC: dict[str, Any] = {
    "id": {"type": "integer", "minimum": 0, "description": "the claim's number, for good"},
    "claim": {"type": "string", "minLength": 1},
    "verdict": {"type": "string", "minLength": 1, "description": "a name of the protocol's"},
    "evidence": {
        "type": "array",
        "items": {"type": "array", "minItems": 1, "items": _PIECE},
        "description": "sets, each enough by itself",
    },
    "tags": {
        "type": "object",
        "propertyNames": {"maxLength": _LONGEST_NAME},
        "additionalProperties": {"type": "string", "maxLength": _LONGEST_NAME},
        "description": "what the verifier answered besides: the challenge",
    },
    "split": {"type": "string", "description": "the part of the release"},
}
_ACT: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "seconds", "body"],
    "properties": {
        "kind": _TEXT,
        "seconds": {"type": "number", "description": "since the verifier started"},
        "body": {"type": "object"},
    },
}
_PROVENANCE: dict[str, Any] = {
    "type": "object",
    "description": "where the claim comes from: see docs/release-format.md",
    "properties": {
        "author": {"type": ["string", "null"]},
        "verifier": _TEXT,
        "slot": _TEXT,
        "base": {"type": ["integer", "null"]},
        "base_slot": {
            "type": ["string", "null"],
            "description": "the type of the claim that this one changes; null if it is new",
        },
        "prescribed": _NAMES,
        "intended_verdict": _TEXT,
        "expected_tags": _NAMES,
        "highlight": {
            "type": ["object", "null"],
            "properties": {"source": _TEXT},
        },
        "written_at": _TEXT,
        "verified_at": _TEXT,
        "seconds": {
            "type": "object",
            "additionalProperties": {"type": "number", "minimum": 0, "maximum": _MOST_SECONDS},
        },
        "claim_version": {"type": "integer"},
        "verification_version": {"type": "integer"},
        "guidelines": {"type": "object"},
        "answer": _TEXT,
        "evidence_scope": {
            "type": "array",
            "items": {"enum": ["highlight", "sentences", "tables", "page", "other_pages"]},
            "description": "where the evidence is, seen from the highlight",
        },
        "simulated": {"type": "boolean"},
        "as_written": {"type": "object"},
    },
}


def _schema(title: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


PUBLIC_SCHEMA = _schema("A claim of a release, public variant", _PUBLIC)
INTERNAL_SCHEMA = _schema(
    "A claim of a release, internal variant",
    {**_PUBLIC, "acts": {"type": "array", "items": _ACT}, "provenance": _PROVENANCE},
)
