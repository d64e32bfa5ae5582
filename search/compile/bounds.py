"""The bounds of a total, where a query matches more words than are searched for. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from search.query import And, IgnoredPart, Node, Not, Or, Reason, Within
from search.query.tree import ExpandedLeaf


class Bound(StrEnum):
    """The meaning of a total: the number of all pages that match, or a bound of it."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    # The words that were not searched for would have excluded pages.
    ROUGH = "rough"


def bound_of(tree: Node, ignored: Iterable[IgnoredPart]) -> Bound:
    """Return how exact the total is, by the parts of the query that were ignored."""
    if not any(part.reason is Reason.TOO_MANY_LIKE_IT for part in ignored):
        return Bound.EXACT
    return Bound.ROUGH if _excludes_by_likeness(tree) else Bound.AT_LEAST


def _excludes_by_likeness(node: Node, *, is_excluded: bool = False) -> bool:
    match node:
        case Not(child):
            return _excludes_by_likeness(child, is_excluded=True)
        case And(children) | Or(children):
            return any(_excludes_by_likeness(it, is_excluded=is_excluded) for it in children)
        case Within(_, operand):
            return is_excluded and isinstance(operand, ExpandedLeaf)
    return is_excluded and isinstance(node, ExpandedLeaf)
