"""What a protocol needs to hold, the error that says what does not, and bounds for its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class ProtocolError(ValueError):
    """A protocol that cannot be run, with the reason in words."""


def need(holds: bool, message: str) -> None:
    if not holds:
        raise ProtocolError(message)


def need_name(name: str, what: str) -> None:
    need(
        bool(_NAME.fullmatch(name)),
        f"{what} “{name}”: a name is lower-case letters, digits and underscores.",
    )


def need_known(names: Iterable[str], known: Iterable[str], what: str) -> None:
    known = list(known)
    for name in names:
        need(name in known, f"{what} “{name}” is not known; there is: {', '.join(known) or '–'}.")


def need_distinct(names: Iterable[str], what: str) -> None:
    names = list(names)
    twice = sorted({name for name in names if names.count(name) > 1})
    need(not twice, f"{what}: “{', '.join(twice)}” stands twice.")


def need_whole(shares: Iterable[Fraction | None], what: str) -> None:
    given = [share for share in shares if share is not None]
    need(all(share >= 0 for share in given), f"{what}: a share is below 0.")
    total = sum(given, Fraction(0))
    need(total == 1, f"{what}: the shares add up to {total}, not to 1.")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which values a manager may set a number, and what it is called."""

    label: str
    least: Fraction
    most: Fraction


def count(label: str, least: int, most: int) -> dict[str, Bounds]:
    """Marks a field as a number that a manager may change (`numbers.py` lists them)."""
    return {"bounds": Bounds(label, Fraction(least), Fraction(most))}


def share(label: str) -> dict[str, Bounds]:
    return count(label, 0, 1)


def need_bounds(part: Any, path: str = "") -> None:
    """Every number within its bounds, in this part and in all parts of it."""
    for one in fields(part):
        value, here = getattr(part, one.name), f"{path}{one.name}"
        bounds: Bounds | None = one.metadata.get("bounds")
        if bounds is not None and value is not None:
            need(
                bounds.least <= value <= bounds.most,
                f"{here}: {value} is not from {bounds.least} to {bounds.most}.",
            )
        for inner in value if isinstance(value, tuple) else (value,):
            if is_dataclass(inner):
                need_bounds(inner, f"{here}.")
