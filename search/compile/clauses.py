"""Clauses: the small language that both engines are asked in, over fields of tokens.

Each engine translates these few kinds; the meaning of a query was decided before.
"""

from __future__ import annotations

from msgspec import Struct


class Everything(Struct, frozen=True):
    """Every page, with the score one."""


class Term(Struct, frozen=True):
    """Pages with this token in the field, by BM25."""

    field: str
    token: str


class AnyTerm(Struct, frozen=True):
    """Pages with any of these tokens in the field, with the score one. Without tokens, no page."""

    field: str
    tokens: tuple[str, ...]


class Sequence(Struct, frozen=True):
    """Pages with these tokens side by side, by BM25."""

    field: str
    tokens: tuple[str, ...]


class Near(Struct, frozen=True):
    """Pages with these tokens in this order and at most `slop` others between; score one."""

    field: str
    tokens: tuple[str, ...]
    slop: int


class StartsWith(Struct, frozen=True):
    """Pages with a token that starts like this, with the score one."""

    field: str
    prefix: str


class Boost(Struct, frozen=True):
    """The clause, with its score multiplied."""

    clause: Clause
    factor: float


class Constant(Struct, frozen=True):
    """The clause, with the same score for each page."""

    clause: Clause
    score: float = 0.0


class Bool(Struct, frozen=True):
    """All of `must`, none of `must_not`, and at least one of `should` where `must` is empty."""

    must: tuple[Clause, ...] = ()
    should: tuple[Clause, ...] = ()
    must_not: tuple[Clause, ...] = ()


Clause = Everything | Term | AnyTerm | Sequence | Near | StartsWith | Boost | Constant | Bool
