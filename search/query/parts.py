"""Queries made of the parts of another."""

from __future__ import annotations

from collections.abc import Set

from search import analysis
from search.query.tree import And, Leaf, Node, Or, Phrase, Within, Word, join


def without(tree: Node, left_out: Node) -> Node | None:
    """A query without one of the parts that all must match."""
    return join(And, (part for part in _parts(tree) if part != left_out))


def with_any_word(tree: Node, common: Set[str]) -> Node | None:
    """A query with any of its words and phrases, where all must match; None where it has not two.

    What consists of common words alone is left out, if there is anything else.
    """
    parts = _parts(tree)
    sought = [part for part in parts if isinstance(part, Leaf | Within | Or)]
    if len(sought) < 2:
        return None
    telling = [part for part in sought if not _is_common(part, common)]
    others = [part for part in parts if part not in sought]
    any_of = join(Or, telling or sought)
    assert any_of is not None
    return join(And, (any_of, *others))


def words_of(tree: Node) -> list[str]:
    """The tokens of the words and phrases that all must match."""
    return [token for part in _parts(tree) for token in _tokens(part)]


def _parts(tree: Node) -> tuple[Node, ...]:
    return tree.children if isinstance(tree, And) else (tree,)


def _tokens(part: Node) -> list[str]:
    return analysis.plain_tokens(part.text) if isinstance(part, Word | Phrase) else []


def _is_common(part: Node, common: Set[str]) -> bool:
    tokens = _tokens(part)
    return bool(tokens) and all(token in common for token in tokens)
