"""Forms read into structs."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import RequestFactory
from msgspec import Struct

from core.http import read_form
from core.structs import BadDataError

KEY = "0189b1c2-7b2e-4c6f-9c1d-2f3a4b5c6d7e"


class ExampleForm(Struct):
    text: str = ""
    reasons: list[str] = []
    key: UUID | None = None


def test_fields_are_read_each_by_its_kind(rf: RequestFactory) -> None:
    sent = {"text": ["one", "two"], "reasons": ["short", "odd"], "key": KEY, "other": "x"}
    assert read_form(rf.post("/", sent), ExampleForm) == ExampleForm(
        "two", ["short", "odd"], UUID(KEY)
    )


def test_fields_that_were_not_sent_have_their_defaults(rf: RequestFactory) -> None:
    assert read_form(rf.post("/"), ExampleForm) == ExampleForm("", [], None)


def test_line_breaks_are_those_of_scripts(rf: RequestFactory) -> None:
    form = read_form(rf.post("/", {"text": "a\r\nb\nc"}), ExampleForm)
    assert form.text == "a\nb\nc"


def test_field_that_does_not_fit_is_named(rf: RequestFactory) -> None:
    with pytest.raises(BadDataError) as refused:
        read_form(rf.post("/", {"key": "no key"}), ExampleForm)
    assert refused.value.field == "key"
