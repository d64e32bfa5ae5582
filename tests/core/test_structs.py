"""Data from outside is read into structs, and what does not fit names its field."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from core.structs import (
    BadDataError,
    DataFault,
    convert,
    convert_leniently,
    convert_or_none,
    decode_json,
)


class Stop(Struct, frozen=True):
    name: str = ""


class Journey(Struct, frozen=True, forbid_unknown_fields=True):
    days: int
    stops: list[Stop] = []
    first: Stop = Stop()
    fares: dict[Annotated[str, Meta(max_length=3)], int] = {}


JOURNEY = msgspec.json.Decoder(Journey)


def test_what_fits_becomes_a_struct() -> None:
    read = decode_json(JOURNEY, b'{"days": 2, "stops": [{"name": "Bern"}]}')
    assert read == Journey(days=2, stops=[Stop("Bern")])


@pytest.mark.parametrize(
    ("body", "fault", "field", "top"),
    [
        (b"", DataFault.MALFORMED, "", ""),
        (b"{'days': 2}", DataFault.MALFORMED, "", ""),
        (b'{"days": 2, "stops": [{"name": "\xff"}]}', DataFault.MALFORMED, "", ""),
        (b'{"days": 2, "stops": [{"name": "\\ud800"}]}', DataFault.MALFORMED, "", ""),
        (b"[]", DataFault.WRONG, "", ""),
        (b"{}", DataFault.MISSING, "days", "days"),
        (b'{"days": "two"}', DataFault.WRONG, "days", "days"),
        (b'{"days": 2, "nights": 1}', DataFault.UNKNOWN, "nights", "nights"),
        (b'{"days": 2, "stops": [{}, {"name": 7}]}', DataFault.WRONG, "stops[1].name", "stops"),
        (b'{"days": 2, "fares": {"francs": 7}}', DataFault.WRONG, "fares", "fares"),
    ],
)
def test_what_does_not_fit_names_its_field(
    body: bytes, fault: DataFault, field: str, top: str
) -> None:
    with pytest.raises(BadDataError) as refused:
        decode_json(JOURNEY, body)
    error = refused.value
    assert (error.fault, error.field, error.top_field) == (fault, field, top)


def test_brackets_without_end_are_malformed() -> None:
    with pytest.raises(BadDataError) as refused:
        decode_json(msgspec.json.Decoder(), b"[" * 100_000)
    assert refused.value.fault is DataFault.MALFORMED


def test_plain_data_is_converted_or_refused() -> None:
    assert convert({"days": 1}, Journey) == Journey(days=1)
    with pytest.raises(BadDataError):
        convert({"days": True}, Journey)
    assert convert_or_none({"name": "Bern"}, Stop) == Stop("Bern")
    assert convert_or_none("Bern", Stop) is None


class Draft(Struct, frozen=True):
    text: str = ""
    count: int = 0
    stop: Stop = Stop()


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"text": "a", "count": 2, "more": 1}, Draft("a", 2)),
        ({"text": 7, "count": 2}, Draft("", 2)),
        ({"text": "a", "count": "x", "stop": {"name": 7}}, Draft("a")),
        ({"text": 7, "stop": {"name": "Bern"}}, Draft(stop=Stop("Bern"))),
        (["text"], Draft()),
        (None, Draft()),
    ],
)
def test_a_lenient_reader_keeps_what_fits(value: object, read: Draft) -> None:
    assert convert_leniently(value, Draft) == read
