"""Title matches: the query with its free words sought in titles. Pure.

    lake OR mount          →  intitle:lake OR intitle:mount
    (lake hastable:) OR x  →  (intitle:lake hastable:) OR intitle:x

Operators and excluded words stay as they are; alone on a side of OR they say nothing about titles,
and that side is left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from search.query import And, Fuzzy, Node, Or, Phrase, Prefix, Wildcard, Within, Word


def read_in_title(tree: Node) -> Node | None:
    """Return the query for hits that match by title; None where it has no words for titles."""
    nodes = tree.children if isinstance(tree, And) else (tree,)
    # The other conditions hold for every hit.
    read = _without_none(map(_read, nodes))
    return And(read) if read else None


def _read(node: Node) -> Node | None:
    match node:
        case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy():
            return Within("title", node)
        case Within("title"):
            return node
        case And(children):
            read = list(map(_read, children))
            if any(read):
                return And(tuple(new or old for new, old in zip(read, children, strict=True)))
        case Or(children):
            if options := _without_none(map(_read, children)):
                return Or(options)
    return None


def _without_none(nodes: Iterable[Node | None]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if node is not None)
