"""Clauses that part pages and give no score, standing as little in one another as can be. Pure.

Elasticsearch refuses clauses that stand too deep in one another. Where no score is wanted, each AND
and each OR is one clause and a minus is none: "not this, or not that" is "not both".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from search.compile.clauses import Bool, Clause


class Condition(NamedTuple):
    """Pages that match a clause, or all others."""

    clause: Clause
    is_wanted: bool = True

    def negated(self) -> Condition:
        return Condition(self.clause, not self.is_wanted)


def all_of(conditions: Iterable[Condition]) -> Condition:
    wanted, others = _parted(conditions)
    if wanted:
        return Condition(_both(wanted, others))
    return Condition(either(_options(others)), is_wanted=False)


def any_of(conditions: Iterable[Condition]) -> Condition:
    wanted, others = _parted(conditions)
    if others:
        # All but those that match all of the others and none of the wanted.
        return Condition(_both(others, wanted), is_wanted=False)
    return Condition(either(_options(wanted)))


def either(options: tuple[Clause, ...]) -> Clause:
    """What any of the clauses matches."""
    return options[0] if len(options) == 1 else Bool(should=options)


def options_of(clause: Clause) -> tuple[Clause, ...]:
    """The clauses of which any must match, where it is made of such; else the clause."""
    if isinstance(clause, Bool) and not clause.must and not clause.must_not:
        return clause.should
    return (clause,)


def _parted(conditions: Iterable[Condition]) -> tuple[list[Clause], list[Clause]]:
    """The clauses of those that are wanted, and of those that are not."""
    wanted: list[Clause] = []
    others: list[Clause] = []
    for clause, is_wanted in conditions:
        (wanted if is_wanted else others).append(clause)
    return wanted, others


def _options(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(option for clause in clauses for option in options_of(clause))


def _both(wanted: Iterable[Clause], excluded: Iterable[Clause]) -> Clause:
    """Whatever matches all of the wanted, at least one, and none of the excluded."""
    must: list[Clause] = []
    must_not = list(_options(excluded))
    for clause in wanted:
        if isinstance(clause, Bool) and not clause.should:
            must += clause.must
            must_not += clause.must_not
        else:
            must.append(clause)
    if len(must) == 1 and not must_not:
        return must[0]
    return Bool(must=tuple(must), must_not=tuple(must_not))
