"""The documentation of the API as a page: made from its schema, without scripts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from core.api.examples import MEDIA_JSON, JsonSchema
from core.api.problems import MEDIA_TYPE


@dataclass(frozen=True, slots=True)
class DocumentedField:
    """A parameter, or a field of a body."""

    name: str
    kind: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class DocumentedOperation:
    """An operation with what it takes and gives."""

    id: str
    method: str
    path: str
    summary: str
    parameters: list[DocumentedField]
    fields: list[DocumentedField]
    body: str
    status: str
    answer: str
    refusals: list[str]


@dataclass(frozen=True, slots=True)
class DocumentedGroup:
    """The operations about one subject."""

    name: str
    operations: list[DocumentedOperation]


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Show every operation with its parameters, its body, its answer and its problems."""
    return render(request, "core/api.html", {"groups": _groups()})


@cache
def _groups() -> list[DocumentedGroup]:
    # It does not change while the program runs, and takes long to make.
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return documented_groups(schema)


def documented_groups(schema: JsonSchema) -> list[DocumentedGroup]:
    """Return the operations of a schema by their subject, in the order of their paths."""
    components = schema.get("components", {}).get("schemas", {})
    groups: dict[str, list[DocumentedOperation]] = {}
    for path, methods in sorted(schema["paths"].items()):
        for method, found in methods.items():
            documented = _operation(path, method, found, components)
            groups.setdefault(found.get("tags", ["other"])[0], []).append(documented)
    return [DocumentedGroup(name, found) for name, found in sorted(groups.items())]


def _operation(
    path: str, method: str, found: JsonSchema, components: JsonSchema
) -> DocumentedOperation:
    sent = found.get("requestBody", {}).get("content", {})
    status, answered = next(
        (
            (status, answer.get("content", {}))
            for status, answer in found["responses"].items()
            if status.startswith("2")
        ),
        ("", {}),
    )
    return DocumentedOperation(
        id=found["operationId"],
        method=method.upper(),
        path=path,
        summary=found.get("summary", ""),
        parameters=[
            DocumentedField(one["name"], kind_of(one["schema"]), one.get("required", False))
            for one in found.get("parameters", ())
            if one["in"] != "header"
        ],
        fields=_fields(sent.get(MEDIA_JSON, {}).get("schema", {}), components),
        body=_shown(sent),
        status=status,
        answer=_shown(answered),
        refusals=[
            code
            for code, answer in found["responses"].items()
            if MEDIA_TYPE in answer.get("content", {})
        ],
    )


def _fields(schema: JsonSchema, components: JsonSchema) -> list[DocumentedField]:
    if "$ref" in schema:
        schema = components[schema["$ref"].rsplit("/", 1)[1]]
    required = schema.get("required", ())
    return [
        DocumentedField(name, kind_of(value), name in required)
        for name, value in schema.get("properties", {}).items()
    ]


def _shown(content: JsonSchema) -> str:
    """Return the example of a body or an answer; of files, their media type."""
    if MEDIA_JSON in content:
        return json.dumps(content[MEDIA_JSON].get("example"), indent=2, ensure_ascii=False)
    return ", ".join(content)


def kind_of(schema: JsonSchema) -> str:
    """Return the type of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(kind_of(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"[{kind_of(schema.get('items') or {})}]"
    return str(schema.get("format") or schema.get("type") or "any")
