"""The numbers of a protocol that a manager may change: their names, defaults and bounds.

A number's name is its path, such as `factors.mutation.values.negation.share`. Shares that must
add up to 1 have the same `group`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from msgspec.structs import replace

from campaigns.protocols.concept import Concept, bounds_in, values_in
from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.protocol import Protocol

ConceptT = TypeVar("ConceptT", bound=Concept)
# A number as somebody gave it: "0.2", "1/5", 30.
Given = int | str | Fraction


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a protocol, as a form shows it."""

    path: str
    label: str
    about: str  # the parts of the protocol that it belongs to, in words
    default: int | Fraction
    least: int | Fraction
    most: int | Fraction
    group: str | None  # shares of one group add up to 1
    is_switch: bool = False

    @property
    def is_share(self) -> bool:
        return isinstance(self.default, Fraction)


def numbers(protocol: Protocol) -> tuple[Number, ...]:
    """Return every number that a manager may change, in the protocol's order."""
    return tuple(_walk(protocol, "", None, ""))


def with_numbers(protocol: Protocol, changes: Mapping[str, Given]) -> Protocol:
    """Return the protocol with other numbers, all changed at once and then checked."""
    known = {number.path: number for number in numbers(protocol)}
    if strangers := sorted(set(changes) - set(known)):
        raise ProtocolError(f"No such number: {', '.join(strangers)}.")
    read = {path: _read(known[path], given) for path, given in changes.items()}
    return _rebuilt(protocol, "", read)


def _walk(concept: Concept, path: str, group: str | None, about: str) -> Iterator[Number]:
    all_bounds = bounds_in(type(concept))
    for name, value in values_in(concept):
        here, bounds = f"{path}{name}", all_bounds.get(name)
        if bounds is not None and value is not None:
            whole = isinstance(value, int)
            yield Number(
                path=here,
                label=bounds.label,
                about=about,
                default=value,
                least=int(bounds.least) if whole else bounds.least,
                most=int(bounds.most) if whole else bounds.most,
                group=group if name == "share" else None,
                is_switch=bounds.is_switch,
            )
        elif isinstance(value, Concept):
            yield from _walk(value, f"{here}.", None, about)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Concept):
                    # The only share of a group is always 1.
                    yield from (
                        number
                        for number in _walk(
                            item, f"{here}.{_key(item)}.", here, _words(about, item)
                        )
                        if number.group != here or len(value) > 1
                    )


def _rebuilt(concept: ConceptT, path: str, changes: Mapping[str, int | Fraction]) -> ConceptT:
    if not any(change.startswith(path) for change in changes):
        return concept
    new: dict[str, Any] = {}
    for name, value in values_in(concept):
        here = f"{path}{name}"
        if here in changes:
            new[name] = changes[here]
        elif isinstance(value, Concept):
            new[name] = _rebuilt(value, f"{here}.", changes)
        elif isinstance(value, tuple):
            new[name] = tuple(
                _rebuilt(item, f"{here}.{_key(item)}.", changes)
                if isinstance(item, Concept)
                else item
                for item in value
            )
    try:
        return replace(concept, **new)
    except ProtocolError as error:
        if error.path:
            error.path, error.within = f"{path}{error.path}", path
        raise


def _key(item: Any) -> str:
    key: str = item.key
    return key


def _words(about: str, item: Any) -> str:
    label = getattr(item, "label", None) or _key(item).replace("_", " ")
    return f"{about} › {label}" if about else str(label)


def _read(number: Number, given: Given) -> int | Fraction:
    wrong = f"{number.path}: {given!r} is not "
    if isinstance(given, bool | float):
        raise ProtocolError(f"{wrong}exact; write a fraction such as 1/3 or a decimal in quotes.")
    try:
        value = Fraction(given)
    except (ValueError, ZeroDivisionError, TypeError):
        raise ProtocolError(f"{wrong}a number.") from None
    if not number.least <= value <= number.most:
        raise ProtocolError(f"{number.path}: {value} is not from {number.least} to {number.most}.")
    if number.is_share:
        return value
    if value.denominator != 1:
        raise ProtocolError(f"{wrong}a whole number.")
    return int(value)
