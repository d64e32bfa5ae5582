"""The error of a protocol that cannot be run, and the checks that raise it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Conflict(StrEnum):
    """The ways in which numbers that a manager may give contradict one another."""

    ROWS = "rows"
    CLAIMS = "claims"
    SETS = "sets"
    DEPTH = "depth"
    NEVER_VERIFIED = "never_verified"
    ACCEPTABLE = "acceptable"


class ProtocolError(ValueError):
    """A protocol that cannot be run, with the reason in words.

    Where numbers contradict one another, `conflict` says how and `path` names the number to mend,
    within the concept that was checked. `numbers.with_numbers` puts the place of that concept,
    `within`, before it.
    """

    def __init__(self, message: str, *, conflict: Conflict | None = None, path: str = "") -> None:
        super().__init__(message)
        self.conflict = conflict
        self.path = path
        self.within = ""


def need(holds: bool, message: str, *, conflict: Conflict | None = None, path: str = "") -> None:
    """Raise ProtocolError with this message unless the condition holds."""
    if not holds:
        raise ProtocolError(message, conflict=conflict, path=path)


def need_name(name: str, what: str) -> None:
    """Require a name that can be used in code and in files."""
    need(
        bool(_NAME.fullmatch(name)),
        f"{what} “{name}”: a name is lower-case letters, digits and underscores.",
    )


def need_known(names: Iterable[str], known: Iterable[str], what: str) -> None:
    """Require that every name is among those that are known."""
    known = list(known)
    for name in names:
        need(name in known, f"{what} “{name}” is not known; there is: {', '.join(known) or '–'}.")


def need_distinct(names: Iterable[str], what: str) -> None:
    """Require that no name occurs twice."""
    names = list(names)
    twice = sorted({name for name in names if names.count(name) > 1})
    need(not twice, f"{what}: “{', '.join(twice)}” occurs twice.")


def need_whole(shares: Iterable[Fraction | None], what: str) -> None:
    """Require shares that are not negative and add up to 1."""
    given = [share for share in shares if share is not None]
    need(all(share >= 0 for share in given), f"{what}: a share is below 0.")
    total = sum(given, Fraction(0))
    need(total == 1, f"{what}: the shares add up to {total}, not to 1.")
