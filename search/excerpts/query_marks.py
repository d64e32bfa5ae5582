"""The marks of a query: what to mark in the texts that it finds."""

from __future__ import annotations

from collections.abc import Iterator

from search import analysis
from search.compile.leaves import Lookup, terms_like
from search.engines.patterns import Matcher, PatternRefusedError
from search.excerpts.marking import Marks, PhraseMark
from search.query import And, Fuzzy, Node, Or, Pattern, Phrase, Prefix, Wildcard, Within, Word


def marks_of(tree: Node | None, lookup: Lookup, matcher: Matcher | None = None) -> Marks:
    """Return the marks of a query, without what it excludes.

    `matcher` is that of its pattern, if it was compiled already: that takes time.
    """
    stems: set[str] = set()
    plain: set[str] = set()
    phrases: list[PhraseMark] = []
    pattern: Matcher | None = None
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
                plain.update(terms_like(leaf, lookup)[0])
            case Pattern():
                pattern = matcher or _matcher(leaf)
    return Marks(frozenset(stems), frozenset(plain), tuple(dict.fromkeys(phrases)), pattern)


def _matcher(pattern: Pattern) -> Matcher | None:
    try:
        return Matcher(pattern.expression, ignores_case=pattern.ignores_case)
    except PatternRefusedError:
        # The search reports that.
        return None


def _leaves(node: Node | None) -> Iterator[Node]:
    if isinstance(node, And | Or):
        for child in node.children:
            yield from _leaves(child)
    elif isinstance(node, Within):
        yield node.operand
    elif node is not None:
        yield node
