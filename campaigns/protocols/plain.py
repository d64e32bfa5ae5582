"""Protocols to and from plain JSON. Fractions are strings ("1/3"), so that they stay exact."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from campaigns.protocols.concept import Concept
from campaigns.protocols.needs import ProtocolError

ConceptT = TypeVar("ConceptT", bound=Concept)

# How msgspec says where an error is.
_PLACE = re.compile(r"(?P<message>.*) - at `\$(?P<path>.*)`", re.DOTALL)


def to_plain(concept: Concept) -> Any:
    """Return a concept as dicts, lists, strings, whole numbers and truth values."""
    return msgspec.json.decode(msgspec.json.encode(concept, enc_hook=_encode))


def from_plain(kind: type[ConceptT], data: object) -> ConceptT:
    """Return the concept that the data describes, checked as if it were made in code.

    Raise ProtocolError, with the path of the field, if the data does not fit.
    """
    try:
        return msgspec.convert(data, kind, dec_hook=_decode)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, ProtocolError):
            raise error.__cause__ from None
        found = _PLACE.fullmatch(str(error))
        path, message = (found["path"], found["message"]) if found else ("", str(error))
        raise ProtocolError(f"{kind.__name__}{path}: {message}.") from None


def _encode(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError


def _decode(kind: type, data: object) -> Fraction:
    if kind is not Fraction:
        raise NotImplementedError
    try:
        if isinstance(data, str):
            return Fraction(data)
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f'Expected a fraction such as "1/3", got {data!r}')
