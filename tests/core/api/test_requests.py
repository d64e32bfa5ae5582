"""Bodies of requests."""

from __future__ import annotations

import msgspec
import pytest
from django.test import RequestFactory
from msgspec import Struct
from rest_framework.exceptions import UnsupportedMediaType

from core.api.requests import read_body
from core.structs import BadDataError


class Note(Struct, forbid_unknown_fields=True):
    """A body."""

    text: str


DECODER = msgspec.json.Decoder(Note)


def read(body: bytes, kind: str = "application/json") -> Note:
    return read_body(RequestFactory().post("/", body, content_type=kind), DECODER)


def test_body_is_read() -> None:
    assert read(rb'{"text": "a\\u0000b"}').text == r"a\u0000b"
    assert read(b'{"text": "x"}', "application/json; charset=utf-8").text == "x"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (rb'{"text": "a\u0000b"}', "malformed"),
        (rb'{"text": "\\\u0000"}', "malformed"),
        (b'{"text": "a\0b"}', "malformed"),
        (rb'{"text": "\ud800"}', "malformed"),
        (b'{"text": "\xff"}', "malformed"),
        (b"nonsense", "malformed"),
        (b'{"text": 1}', "wrong"),
        (b'{"text": "x", "more": 1}', "unknown"),
        (b"{}", "missing"),
    ],
)
def test_other_bodies_are_refused(body: bytes, fault: str) -> None:
    with pytest.raises(BadDataError) as refused:
        read(body)
    assert refused.value.fault == fault


def test_other_media_types_are_refused() -> None:
    with pytest.raises(UnsupportedMediaType):
        read(b"text=x", "application/x-www-form-urlencoded")
