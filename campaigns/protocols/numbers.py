"""The numbers of a protocol that a manager may change: their names, defaults and bounds.

A number's name is its path, such as `factors.mutation.values.negation.share`. Shares that must
add up to 1 have the same `group`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from campaigns.protocols.needs import Bounds, ProtocolError
from campaigns.protocols.protocol import Protocol

T = TypeVar("T")
Given = int | str | Fraction


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a protocol, as a form shows it."""

    path: str
    label: str
    about: str  # which of the protocol's parts it belongs to, in words
    default: int | Fraction
    least: int | Fraction
    most: int | Fraction
    group: str | None  # shares of one group add up to 1

    @property
    def is_share(self) -> bool:
        return isinstance(self.default, Fraction)


def numbers(protocol: Protocol) -> tuple[Number, ...]:
    """Every number of a protocol that a manager may change, in the protocol's order."""
    return tuple(_walk(protocol, "", None, ""))


def with_numbers(protocol: Protocol, changes: Mapping[str, Given]) -> Protocol:
    """The protocol with other numbers. All changes are made at once, then everything is checked."""
    known = {number.path: number for number in numbers(protocol)}
    if strangers := sorted(set(changes) - set(known)):
        raise ProtocolError(f"No such number: {', '.join(strangers)}.")
    read = {path: _read(known[path], given) for path, given in changes.items()}
    return _rebuilt(protocol, "", read)


def _walk(part: Any, path: str, group: str | None, about: str) -> Iterator[Number]:
    for one in fields(part):
        value, here = getattr(part, one.name), f"{path}{one.name}"
        bounds: Bounds | None = one.metadata.get("bounds")
        if bounds is not None and value is not None:
            whole = isinstance(value, int)
            yield Number(
                path=here,
                label=bounds.label,
                about=about,
                default=value,
                least=int(bounds.least) if whole else bounds.least,
                most=int(bounds.most) if whole else bounds.most,
                group=group if one.name == "share" else None,
            )
        elif is_dataclass(value):
            yield from _walk(value, f"{here}.", None, about)
        elif isinstance(value, tuple):
            for item in value:
                if is_dataclass(item):
                    # A share that stands alone is 1 and stays so.
                    yield from (
                        number
                        for number in _walk(
                            item, f"{here}.{_key(item)}.", here, _words(about, item)
                        )
                        if number.group != here or len(value) > 1
                    )


def _rebuilt(part: T, path: str, changes: Mapping[str, int | Fraction]) -> T:
    if not any(change.startswith(path) for change in changes):
        return part
    new: dict[str, Any] = {}
    for one in fields(part):  # type: ignore[arg-type]
        value, here = getattr(part, one.name), f"{path}{one.name}"
        if here in changes:
            new[one.name] = changes[here]
        elif is_dataclass(value):
            new[one.name] = _rebuilt(value, f"{here}.", changes)
        elif isinstance(value, tuple):
            new[one.name] = tuple(
                _rebuilt(item, f"{here}.{_key(item)}.", changes) if is_dataclass(item) else item
                for item in value
            )
    return replace(part, **new)  # type: ignore[type-var]


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
