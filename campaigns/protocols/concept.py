"""The base of everything that a protocol consists of, and the bounds of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from campaigns.protocols.needs import need


class Concept(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a protocol: a value that is checked when it is made and never changes."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest value that a manager may give a number, and its label."""

    label: str
    least: Fraction
    most: Fraction
    # On or off: 1 or 0.
    is_switch: bool = False


def number(label: str, least: int, most: int) -> Bounds:
    """Return the bounds of a whole number that a manager may change (`numbers.py` lists them)."""
    return Bounds(label, Fraction(least), Fraction(most))


def proportion(label: str, most: Fraction = Fraction(1)) -> Bounds:
    """Return the bounds of a share that a manager may change."""
    return Bounds(label, Fraction(0), most)


def switch(label: str) -> Bounds:
    """Return the bounds of something that a manager may turn on (1) or off (0)."""
    return replace(number(label, 0, 1), is_switch=True)


@cache
def bounds_in(kind: type[Concept]) -> Mapping[str, Bounds]:
    """Return the bounds of the numbers of a concept, by field."""
    return {
        info.name: extra
        for info in fields(kind)
        for extra in getattr(info.type, "__metadata__", ())
        if isinstance(extra, Bounds)
    }


def values_in(concept: Concept) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of a concept's fields."""
    for name in concept.__struct_fields__:
        yield name, getattr(concept, name)


def need_bounds(concept: Concept, path: str = "") -> None:
    """Raise ProtocolError unless every number in the concept is within its bounds."""
    bounds = bounds_in(type(concept))
    for name, value in values_in(concept):
        here = f"{path}{name}"
        if name in bounds and value is not None:
            least, most = bounds[name].least, bounds[name].most
            need(least <= value <= most, f"{here}: {value} is not from {least} to {most}.")
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Concept):
                need_bounds(inner, f"{here}.")
