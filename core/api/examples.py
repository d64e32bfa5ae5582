"""Examples in the schema of the API, made from the schemas of bodies and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

JsonSchema = Mapping[str, Any]
Components = Mapping[str, JsonSchema]
MEDIA_JSON = "application/json"
DEEPEST = 6
# Words for fields that would otherwise be an empty text.
WORDS = {
    "page": "Aare",
    "title": "Aare",
    "address": "sentence_1",
    "verdict": "supported",
    "name": "Rivers",
    "text": "The Aare is a river of Switzerland.",
    "claim": "The Aare is a river of Switzerland.",
    "username": "anna",
    "email": "anna@example.org",
    "reason": "other",
    "confirmation": "3f1c…",
    "key": "type_1",
    "parameter": "PROLIFIC_PID",
    "events": "release.built",
    "fault": "timeout",
}
FORMATS = {
    "uuid": "0b4cb4a3-6b0e-4c55-a3a8-0f5df5cb5d8e",
    "date-time": "2026-03-14T09:26:00Z",
}


def add_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add an example to every JSON body and answer (a hook of drf-spectacular)."""
    components = result.get("components", {}).get("schemas", {})
    for path in result.get("paths", {}).values():
        for operation in path.values():
            contents = [operation.get("requestBody", {}).get("content", {})]
            contents += [
                answer.get("content", {})
                for status, answer in operation.get("responses", {}).items()
                if status.startswith("2")
            ]
            for content in contents:
                found = content.get(MEDIA_JSON)
                if found is not None and "schema" in found:
                    found["example"] = example_of(found["schema"], components)
    return result


def example_of(schema: JsonSchema, components: Components, name: str = "") -> Any:
    """Return a value that fits a schema; `name` is that of the field."""
    return _example(schema, components, name, 0)


def _example(schema: JsonSchema, components: Components, name: str, depth: int) -> Any:
    if "$ref" in schema:
        return _example(components[schema["$ref"].rsplit("/", 1)[1]], components, name, depth)
    for key in ("const", "enum"):
        if key in schema:
            return schema[key] if key == "const" else schema[key][0]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            options = [one for one in schema[key] if one.get("type") != "null"]
            return _example(options[0], components, name, depth)
    match schema.get("type"):
        case "object":
            return _object(schema, components, name, depth)
        case "array":
            return _array(schema, components, name, depth)
        case "string":
            return FORMATS.get(schema.get("format", "")) or _text(schema, name)
        case "integer" | "number":
            return schema.get("minimum", schema.get("default", 1))
        case "boolean":
            return schema.get("default", True)
    return None


def _object(schema: JsonSchema, components: Components, name: str, depth: int) -> Any:
    if "properties" in schema:
        required = schema.get("required", ())
        return {
            key: _example(value, components, key, depth + 1)
            for key, value in schema["properties"].items()
            # What is optional is left out deep inside.
            if key in required or depth < 2
        }
    values = schema.get("additionalProperties")
    if not isinstance(values, Mapping) or not schema.get("minProperties"):
        return {}
    return {"a_name": _example(values, components, name, depth + 1)}


def _array(schema: JsonSchema, components: Components, name: str, depth: int) -> Any:
    if "prefixItems" in schema:
        return [_example(one, components, name, depth + 1) for one in schema["prefixItems"]]
    items = schema.get("items")
    if not isinstance(items, Mapping) or (depth > DEEPEST and not schema.get("minItems")):
        return []
    return [_example(items, components, name, depth + 1)]


def _text(schema: JsonSchema, name: str) -> str:
    word = str(schema.get("default") or WORDS.get(name, ""))
    if len(word) < schema.get("minLength", 0):
        word = "…"
    return word[: schema.get("maxLength", 200)]
