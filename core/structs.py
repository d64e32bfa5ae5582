"""Data from outside, decoded into structs; what does not fit is refused by the name of its field.

Requests, logs and files are read with it; inside, code trusts the structs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, TypeVar

import msgspec
from msgspec import DecodeError, Struct, ValidationError

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(?P<path>.*)`\Z", re.DOTALL)
_NAMED = re.compile(r"\AObject (?P<what>missing required|contains unknown) field `(?P<name>.*?)`")


class DataFault(StrEnum):
    """The ways in which data does not fit a struct."""

    MALFORMED = "malformed"
    MISSING = "missing"
    UNKNOWN = "unknown"
    WRONG = "wrong"


class BadDataError(ValueError):
    """Data that does not fit its struct.

    `field` is the path of the field ("acts[0].at"), empty if it is the data as a whole; `detail`
    says for programmers what was expected.
    """

    def __init__(self, fault: DataFault, field: str, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
        self.field = field
        self.detail = detail

    @property
    def top_field(self) -> str:
        """Return the field of the outermost struct in which the fault lies."""
        return re.split(r"[.\[]", self.field, maxsplit=1)[0]


def decode_json(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """Return the body as the decoder's type, or raise BadDataError."""
    try:
        return decoder.decode(body)
    except ValidationError as error:
        raise _explained(error) from error
    # Bytes that are no UTF-8, and brackets nested deeper than anybody means.
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadDataError(DataFault.MALFORMED, "", str(error)) from error


def convert(value: object, into: type[T]) -> T:
    """Return plain data (mappings, lists, texts) as a type, or raise BadDataError."""
    try:
        return msgspec.convert(value, into)
    except ValidationError as error:
        raise _explained(error) from error


def convert_or_none(value: object, into: type[T]) -> T | None:
    """Return plain data as a type; none if it does not fit."""
    try:
        return msgspec.convert(value, into)
    except ValidationError:
        return None


def convert_leniently(value: object, into: type[S]) -> S:
    """Return a struct with those fields that fit and the defaults of the others.

    For data that must never keep a person from their work, such as a draft.
    """
    with suppress(ValidationError):
        return msgspec.convert(value, into)
    if not isinstance(value, Mapping):
        return into()
    fitting: dict[str, Any] = {}
    for field in msgspec.structs.fields(into):
        if field.encode_name not in value:
            continue
        given = value[field.encode_name]
        if isinstance(field.type, type) and issubclass(field.type, Struct):
            fitting[field.name] = convert_leniently(given, field.type)
            continue
        with suppress(ValidationError):
            fitting[field.name] = msgspec.convert(given, field.type)
    return into(**fitting)


def _explained(error: ValidationError) -> BadDataError:
    text = str(error)
    place = _PLACE.search(text)
    path = place.group("path") if place else ""
    named = _NAMED.match(text)
    if named is None:
        return BadDataError(DataFault.WRONG, path, text)
    fault = DataFault.MISSING if named.group("what").startswith("missing") else DataFault.UNKNOWN
    return BadDataError(fault, ".".join(filter(None, (path, named.group("name")))), text)
