"""How a total is to be taken where a query stands for more words than are searched for. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from search.query import And, IgnoredPart, Node, Not, Or, Reason, Within
from search.query.tree import ExpandedLeaf


class Bound(StrEnum):
    """What the total of a search says of all pages that match."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    # What was not searched for would have left pages out.
    ROUGH = "rough"


def bound_of(tree: Node, ignored: Iterable[IgnoredPart]) -> Bound:
    """How the total is to be taken, by what was said of the query."""
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
