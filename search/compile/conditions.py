"""Conditions: clauses without scores, nested as little as possible. Pure.

Elasticsearch refuses clauses that are nested too deeply. Where no score is needed, each AND and
each OR is one clause and a minus is none: "not this, or not that" is "not both".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from search.compile.clauses import Bool, Clause


class Condition(NamedTuple):
    """The pages that match a clause, or all others."""

    clause: Clause
    is_wanted: bool = True

    def negated(self) -> Condition:
        return Condition(self.clause, not self.is_wanted)


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Return the condition that all of these hold."""
    wanted, others = _split(conditions)
    if wanted:
        return Condition(_both(wanted, others))
    return Condition(either(_options(others)), is_wanted=False)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Return the condition that any of these holds."""
    wanted, others = _split(conditions)
    if others:
        # All pages but those that match all of the others and none of the wanted.
        return Condition(_both(others, wanted), is_wanted=False)
    return Condition(either(_options(wanted)))


def either(options: tuple[Clause, ...]) -> Clause:
    """Return a clause that matches what any of these matches."""
    return options[0] if len(options) == 1 else Bool(should=options)


def options_of(clause: Clause) -> tuple[Clause, ...]:
    """Return the clauses of which any must match, or the clause itself."""
    if isinstance(clause, Bool) and not clause.must and not clause.must_not:
        return clause.should
    return (clause,)


def _split(conditions: Iterable[Condition]) -> tuple[list[Clause], list[Clause]]:
    """Return the clauses that must match, and those that must not."""
    wanted: list[Clause] = []
    others: list[Clause] = []
    for clause, is_wanted in conditions:
        (wanted if is_wanted else others).append(clause)
    return wanted, others


def _options(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(option for clause in clauses for option in options_of(clause))


def _both(wanted: Iterable[Clause], excluded: Iterable[Clause]) -> Clause:
    """Return a clause for pages that match all of the wanted and none of the excluded."""
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
