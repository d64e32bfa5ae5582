"""The hits of a query, found by reading every page: slow, short and unlike the engines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import combinations

from search import analysis
from search.indexing.documents import IndexDocument
from search.query import (
    And,
    Fuzzy,
    HasTable,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Prefix,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
)
from search.query.tree import Leaf

PARTS = {"title": ("title", "redirects"), "lead": ("lead",)}


@dataclass(frozen=True)
class Words:
    """A corpus' words, as queries ask for them. Fuzzy words are found by their first letter."""

    words: tuple[str, ...]

    def terms_like(self, leaf: Prefix | Wildcard | Fuzzy, limit: int) -> list[str]:
        match leaf:
            case Prefix(text):
                pattern = f"{text}*"
            case Wildcard(pattern):
                pass
            case Fuzzy(text):
                pattern = f"{text[0]}*"
        return [word for word in self.words if fnmatchcase(word, pattern)][:limit]

    def names_of(self, title: str, limit: int) -> list[str]:
        return [title]


@dataclass(frozen=True)
class BruteForce:
    """Reads the tokens of a page."""

    words: Words
    with_flagged: bool = True

    def finds(self, tree: Node, page: IndexDocument) -> bool:
        is_flagged = "flagged" in _tokens(page, "signs")
        return self._matches(tree, page) and (self.with_flagged or not is_flagged)

    def finds_by_title(self, tree: Node, page: IndexDocument) -> bool:
        """Return whether the page matches the query with all its free words in the title."""
        return self._by_title(tree, page) is True

    def _by_title(self, node: Node, page: IndexDocument) -> bool | None:
        """Return the query for titles; None where it has no words for them."""
        match node:
            case And(children) | Or(children):
                found = [self._by_title(child, page) for child in children]
                if all(each is None for each in found):
                    return None
                if isinstance(node, Or):
                    return any(found)
                pairs = zip(found, children, strict=True)
                return all(self._matches(it, page) if by is None else by for by, it in pairs)
            case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy() | Within("title"):
                leaf = node.operand if isinstance(node, Within) else node
                return self._stands_in(leaf, page, ("title",))
        return None

    def _matches(self, node: Node, page: IndexDocument) -> bool:
        match node:
            case And(children):
                return all(self._matches(child, page) for child in children)
            case Or(children):
                return any(self._matches(child, page) for child in children)
            case Not(child):
                return not self._matches(child, page)
            case InCategory(name):
                return analysis.key_token(name) in _tokens(page, "categories")
            case LinksTo(title):
                return self._has(analysis.key_token(title), page, "links")
            case Pattern():
                # It is tried on what the rest finds.
                return True
            case HasTable():
                return self._has("table", page, "signs")
            case TitlePrefix(text):
                keys = _tokens(page, "title_key")
                return any(key.startswith(analysis.key_token(text)) for key in keys)
            case Within(part, operand):
                return self._stands_in(operand, page, PARTS.get(part) or self._with_flagged(part))
            case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy():
                return self._stands_in(node, page, self._with_flagged("text"))
        raise TypeError(node)

    def _has(self, token: str, page: IndexDocument, field: str) -> bool:
        tokens = _tokens(page, field)
        return token in tokens or (self.with_flagged and f"{token}_FLAGGED" in tokens)

    def _with_flagged(self, part: str) -> tuple[str, ...]:
        return (part, f"{part}_flagged") if self.with_flagged else (part,)

    def _stands_in(self, leaf: Leaf, page: IndexDocument, parts: Iterable[str]) -> bool:
        for part in parts:
            words, flag, _ = part.partition("_flagged")
            plain, stems = _tokens(page, f"{words}_plain{flag}"), _tokens(page, part)
            match leaf:
                case Word(text) if len(analysis.stems(text)) == 1:
                    is_there = analysis.stems(text)[0] in stems
                case Word(text):
                    is_there = _stand(analysis.plain_tokens(text), plain, 0)
                case Phrase(text, slop):
                    is_there = _stand(analysis.plain_tokens(text), plain, slop)
                case _:
                    is_there = not set(self.words.terms_like(leaf, 50)).isdisjoint(plain)
            if is_there:
                return True
        return False


def _tokens(page: IndexDocument, field: str) -> list[str]:
    return page.fields[field].split(" ")


def _stand(words: list[str], tokens: list[str], slop: int) -> bool:
    """Return whether the words occur in this order, with at most `slop` others between them."""
    for start in range(len(tokens)):
        window = range(start + 1, min(start + len(words) + slop, len(tokens)))
        for rest in combinations(window, len(words) - 1):
            if [tokens[place] for place in (start, *rest)] == words:
                return True
    return False
