"""Queries made of the parts of another."""

from __future__ import annotations

from collections.abc import Set

from search import analysis
from search.query.tree import And, Leaf, Node, Or, Phrase, Within, Word, join


def without(tree: Node, left_out: Node) -> Node | None:
    """Return a query without one of the parts that must all match."""
    return join(And, (part for part in _parts(tree) if part != left_out))


def with_any_word(tree: Node, common: Set[str]) -> Node | None:
    """Return a query with any of its words and phrases instead of all; None if it has only one.

    Parts of common words only are left out, if there are other parts.
    """
    parts = _parts(tree)
    words = [part for part in parts if isinstance(part, Leaf | Within | Or)]
    if len(words) < 2:
        return None
    rare = [part for part in words if not _is_common(part, common)]
    others = [part for part in parts if part not in words]
    any_of = join(Or, rare or words)
    assert any_of is not None
    return join(And, (any_of, *others))


def words_of(tree: Node) -> list[str]:
    """Return the tokens of the words and phrases that must all match."""
    return [token for part in _parts(tree) for token in _tokens(part)]


def _parts(tree: Node) -> tuple[Node, ...]:
    return tree.children if isinstance(tree, And) else (tree,)


def _tokens(part: Node) -> list[str]:
    return analysis.plain_tokens(part.text) if isinstance(part, Word | Phrase) else []


def _is_common(part: Node, common: Set[str]) -> bool:
    tokens = _tokens(part)
    return bool(tokens) and all(token in common for token in tokens)
