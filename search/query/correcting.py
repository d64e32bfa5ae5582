"""Corrected queries: other words, and everything else as it was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from search import analysis
from search.query.parsing import LONGEST_QUERY, parse_query
from search.query.printing import print_query
from search.query.tree import (
    And,
    InCategory,
    LinksTo,
    Node,
    Or,
    ParsedQuery,
    Phrase,
    Reason,
    Within,
    Word,
)


def correctable_tokens(node: Node) -> Iterator[str]:
    """Yield the tokens that may be misspelt, in their order.

    Not excluded ones, since a word that finds nothing excludes nothing, and no prefixes, wildcards,
    fuzzy words and patterns, which are only a part of a word or nearly right.
    """
    match node:
        case Word(text) | Phrase(text) | InCategory(text) | LinksTo(text):
            yield from analysis.plain_tokens(text)
        case Within(_, operand):
            yield from correctable_tokens(operand)
        case And(children) | Or(children):
            for child in children:
                yield from correctable_tokens(child)


def correct_query(text: str, tree: Node, better: Mapping[str, str]) -> str:
    """Return the query with better words for some tokens; empty where it cannot be written."""
    corrected = _corrected(tree, better)
    meant = [better.get(token, token) for token in correctable_tokens(tree)]
    if list(correctable_tokens(corrected)) != meant:
        # Next to their neighbours they would be read differently.
        return ""
    typed = _replaced(text[:LONGEST_QUERY], better)
    # If a word must be corrected in one place and kept in another, the plainest spelling is used.
    for spelling in (typed, print_query(corrected)):
        parsed = parse_query(spelling)
        if parsed.tree == corrected and not _has_unmarked_pattern(parsed):
            return spelling
    return ""


def _has_unmarked_pattern(parsed: ParsedQuery) -> bool:
    """Return whether `insource:` stands before words, and so would be ignored again."""
    return any(part.reason is Reason.PATTERN_UNMARKED for part in parsed.ignored)


def _corrected(node: Node, better: Mapping[str, str]) -> Node:
    match node:
        case Word(text) | Phrase(text):
            return structs.replace(node, text=_replaced(text, better))
        case InCategory(name):
            return InCategory(_replaced(name, better))
        case LinksTo(title):
            return LinksTo(_replaced(title, better))
        case Within(_, operand):
            return structs.replace(node, operand=_corrected(operand, better))
        case And(children) | Or(children):
            return structs.replace(node, children=tuple(_corrected(c, better) for c in children))
    return node


def _replaced(text: str, better: Mapping[str, str]) -> str:
    """Return the text with its tokens replaced, each with a capital where it had one."""
    parts: list[str] = []
    end = 0
    for token in analysis.tokens(text):
        if word := better.get(token.plain):
            parts += text[end : token.start], _like(text[token.start], word)
            end = token.end
    return "".join((*parts, text[end:]))


def _like(first: str, word: str) -> str:
    return word.capitalize() if first.isupper() else word
