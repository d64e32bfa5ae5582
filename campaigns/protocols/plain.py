"""Protocols to and from plain JSON. Fractions are strings ("1/3"), so that they stay exact."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from campaigns.protocols.needs import ProtocolError

T = TypeVar("T")


def to_plain(value: object) -> Any:
    """Dicts, lists, strings, whole numbers and truth values only."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: to_plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [to_plain(one) for one in value]
    if isinstance(value, StrEnum | Fraction):
        return str(value)
    return value


def from_plain(kind: type[T], data: object) -> T:
    """The value again, checked as if it were made anew; whatever does not fit is refused."""
    made = _read(kind, data, kind.__name__)
    assert isinstance(made, kind)
    return made


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: object, path: str) -> object:
    if get_origin(kind) in (Union, types.UnionType):
        if data is None:
            return None
        (kind,) = (one for one in get_args(kind) if one is not type(None))
    if get_origin(kind) is tuple:
        if not isinstance(data, list):
            raise ProtocolError(f"{path}: a list is needed.")
        item = get_args(kind)[0]
        return tuple(_read(item, one, f"{path}[{i}]") for i, one in enumerate(data))
    if is_dataclass(kind) and isinstance(kind, type):
        return _read_dataclass(kind, data, path)
    if isinstance(kind, type) and issubclass(kind, StrEnum | Fraction):
        return _read_word(kind, data, path)
    # A truth value is a whole number to Python, but not to us.
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise ProtocolError(f"{path}: {data!r} is not {_WORDS[kind]}.")
    return data


_WORDS = {str: "a text", int: "a whole number", bool: "yes or no"}


def _read_word(kind: type, data: object, path: str) -> object:
    if not isinstance(data, str):
        raise ProtocolError(f"{path}: {data!r} is not a text.")
    try:
        return kind(data)
    except (ValueError, ZeroDivisionError):
        what = "a fraction" if kind is Fraction else f"one of: {', '.join(kind)}"  # type: ignore[arg-type]
        raise ProtocolError(f"{path}: “{data}” is not {what}.") from None


def _read_dataclass(kind: type, data: object, path: str) -> object:
    if not isinstance(data, dict):
        raise ProtocolError(f"{path}: an object is needed.")
    known = {one.name: one for one in fields(kind)}
    if strangers := sorted(set(data) - set(known)):
        raise ProtocolError(f"{path}: not known: {', '.join(strangers)}.")
    missing = [
        name
        for name, one in known.items()
        if name not in data and one.default is MISSING and one.default_factory is MISSING
    ]
    if missing:
        raise ProtocolError(f"{path}: missing: {', '.join(missing)}.")
    hints = _hints(kind)
    return kind(**{name: _read(hints[name], data[name], f"{path}.{name}") for name in data})
