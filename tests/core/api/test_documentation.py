"""The description of the API: whole, with examples that fit, and as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from core.api.documentation import documented_groups
from core.api.operations import ApiOperation
from tests.people import Cast


@pytest.fixture(scope="module")
def schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


def contents(schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield the JSON of every body and every answer that is no problem."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            sent = operation.get("requestBody", {}).get("content", {})
            given = [
                answer["content"]
                for status, answer in operation["responses"].items()
                if status.startswith("2")
            ]
            for content in (sent, *given):
                if "application/json" in content:
                    yield f"{method} {path}", content["application/json"]


def test_every_operation_is_described_with_examples_that_fit(schema: Any) -> None:
    assert schema["openapi"].startswith("3.1")
    wrong = []
    for name, content in contents(schema):
        whole = {**content["schema"], "components": schema["components"]}
        try:
            jsonschema.validate(content["example"], whole, jsonschema.Draft202012Validator)
        except jsonschema.ValidationError as error:
            wrong.append(f"{name}: {error.message}")
    assert wrong == []


def test_conditional_requests_and_ranges_are_described(schema: Any) -> None:
    for end, header, status in (
        ("pages/{title}", "If-None-Match", "304"),
        ("elements/{address}/{title}", "If-None-Match", "304"),
        ("files/{path}", "Range", "206"),
        ("archive", "Range", "206"),
    ):
        (found,) = [
            methods["get"]
            for path, methods in schema["paths"].items()
            if path.endswith(end) and "get" in methods and "{form}" not in path
        ]
        assert header in [one["name"] for one in found["parameters"] if one["in"] == "header"]
        assert status in found["responses"]
        assert min(found["responses"]) == "200"
    validate_schema(schema)  # type: ignore[no-untyped-call]


def test_every_address_of_the_api_is_in_the_description(schema: Any) -> None:
    described = sum(len(methods) for methods in schema["paths"].values())
    declared = [
        method
        for view in views_of(get_resolver("config.api_urls").url_patterns)
        for method in ("get", "post")
        if isinstance(getattr(getattr(view, method, None), "operation", None), ApiOperation)
    ]
    assert described == len(declared) > 80
    named = [one["operationId"] for methods in schema["paths"].values() for one in methods.values()]
    assert len(set(named)) == len(named)


def views_of(patterns: Any) -> Iterator[Any]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from views_of(pattern.url_patterns)
        elif hasattr(pattern.callback, "cls"):
            yield pattern.callback.cls


def test_page_shows_every_operation_and_needs_nothing_from_elsewhere(
    cast: Cast, log_in: Callable[[Any], Client], schema: Any
) -> None:
    response = log_in(cast.annotator).get("/api/v1/docs")
    assert response.status_code == 200
    page = response.content.decode()
    groups = documented_groups(schema)
    for group in groups:
        for operation in group.operations:
            assert f'id="{operation.id}"' in page
    assert sum(len(group.operations) for group in groups) > 80
    assert "https://" not in page
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
