"""Other words in a query: all else stays as it was typed."""

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
    """The tokens that may be misspelt, in their order.

    Not those behind a minus, since what finds nothing excludes nothing, and not the words of which
    the typed letters are only a part or nearly right: prefixes, wildcards, fuzzy words, patterns.
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
    """The query with better words for some of its tokens; empty where no text would say that."""
    corrected = _corrected(tree, better)
    meant = [better.get(token, token) for token in correctable_tokens(tree)]
    if list(correctable_tokens(corrected)) != meant:
        # Beside their neighbours they would be read otherwise.
        return ""
    typed = _replaced(text[:LONGEST_QUERY], better)
    # Where a word must be corrected in one place and stay in another: in the plainest spelling.
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
    """The text with its tokens replaced, each with a capital where it had one."""
    parts: list[str] = []
    end = 0
    for token in analysis.tokens(text):
        if word := better.get(token.plain):
            parts += text[end : token.start], _like(text[token.start], word)
            end = token.end
    return "".join((*parts, text[end:]))


def _like(first: str, word: str) -> str:
    return word.capitalize() if first.isupper() else word
