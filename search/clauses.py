"""What both engines are asked: a small tree of clauses over fields of tokens.

Each engine translates these few kinds; everything that a query means was decided before.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Everything:
    """Every page, scored zero."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No page."""


@dataclass(frozen=True, slots=True)
class Term:
    """Pages with this token in the field, by BM25."""

    field: str
    token: str


@dataclass(frozen=True, slots=True)
class AnyTerm:
    """Pages with any of these tokens in the field, all scored alike."""

    field: str
    tokens: tuple[str, ...]
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Sequence:
    """Pages with these tokens side by side, by BM25."""

    field: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Near:
    """Pages with these tokens in this order and at most `slop` others between, scored alike."""

    field: str
    tokens: tuple[str, ...]
    slop: int
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class StartsWith:
    """Pages with a token that starts like this, scored zero."""

    field: str
    prefix: str


@dataclass(frozen=True, slots=True)
class Boost:
    """The clause, its score multiplied."""

    clause: Clause
    factor: float


@dataclass(frozen=True, slots=True)
class Constant:
    """The clause, every page of it scored alike."""

    clause: Clause
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Bool:
    """All of `must`, none of `must_not`; of `should` one at least where `must` is empty."""

    must: tuple[Clause, ...] = ()
    should: tuple[Clause, ...] = ()
    must_not: tuple[Clause, ...] = ()


Clause = (
    Everything | Nothing | Term | AnyTerm | Sequence | Near | StartsWith | Boost | Constant | Bool
)
