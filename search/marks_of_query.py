"""Which words of a query are to be marked in a text that it found."""

from __future__ import annotations

from collections.abc import Iterator

from search import analysis
from search.compiling import MOST_TERMS, Lookup
from search.marking import Marks, PhraseMark
from search.query import And, Fuzzy, Node, Or, Phrase, Prefix, Wildcard, Within, Word


def marks_of(tree: Node | None, lookup: Lookup) -> Marks:
    """The words that the query asks for; those that it excludes are no news."""
    stems: set[str] = set()
    plain: set[str] = set()
    phrases: list[PhraseMark] = []
    for leaf in _leaves(tree):
        match leaf:
            case Word(text):
                words, roots = analysis.analyse(text)
                if len(words) == 1:
                    stems.add(roots[0])
                else:
                    phrases.append(PhraseMark(tuple(words)))
            case Phrase(text, slop):
                words = analysis.plain_tokens(text)
                if len(words) == 1:
                    plain.add(words[0])
                else:
                    phrases.append(PhraseMark(tuple(words), slop))
            case Prefix() | Wildcard() | Fuzzy():
                plain.update(lookup.terms_like(leaf, MOST_TERMS))
    return Marks(frozenset(stems), frozenset(plain), tuple(dict.fromkeys(phrases)))


def _leaves(node: Node | None) -> Iterator[Node]:
    if isinstance(node, And | Or):
        for child in node.children:
            yield from _leaves(child)
    elif isinstance(node, Within):
        yield node.operand
    elif node is not None:
        yield node
