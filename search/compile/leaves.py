"""The words and phrases of a query, as clauses for any part of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from msgspec import Struct

from search import analysis
from search.compile.clauses import AnyTerm, Clause, Near, Sequence, Term
from search.indexing import fields
from search.query import IgnoredPart, Phrase, Reason, Word, print_query
from search.query.tree import ExpandedLeaf, Leaf
from search.query.words import arrangements

# A wildcard or a fuzzy word becomes at most this many words.
MOST_TERMS = 50
# A phrase of the commonest words takes as long as this many words.
_EFFORT_OF_PHRASE = 20


class Lookup(Protocol):
    """The questions that compiling a query asks about its corpus."""

    def terms_like(self, leaf: ExpandedLeaf, limit: int) -> list[str]:
        """Return the words of the corpus that match, the nearest and commonest first."""

    def names_of(self, title: str, limit: int) -> list[str]:
        """Return the titles by which a page is linked to: its own and its redirects'."""


def terms_like(leaf: ExpandedLeaf, lookup: Lookup) -> tuple[list[str], bool]:
    """Return the words that a wildcard or a fuzzy word matches, and whether there are more."""
    terms = lookup.terms_like(leaf, MOST_TERMS + 1)
    return terms[:MOST_TERMS], len(terms) > MOST_TERMS


class LeafClauses(Struct, frozen=True):
    """A leaf as a clause for any part of a page."""

    in_field: Callable[[str], Clause]
    # A single word as it was typed; it is found in all its forms.
    word: str = ""

    def within(self, part: str, *, flagged: bool = False) -> Clause:
        """Return the clause for a part of the page, or of its flagged sections."""
        name = part if self.word else fields.plain(part)
        return self.in_field(fields.flagged(name) if flagged else name)


@dataclass(slots=True)
class LeafReader:
    """A reader for the leaves of one query, which adds up what they cost."""

    lookup: Lookup
    # Whether any of them has a score that depends on the page.
    has_scores: bool = False
    # In lookups of words.
    effort: int = 0
    ignored: list[IgnoredPart] = field(default_factory=list)

    def read(self, leaf: Leaf) -> LeafClauses:
        """Return the clauses of a leaf."""
        match leaf:
            case Word(text):
                words, stems = analysis.analyse(text)
                if len(stems) == 1:
                    self.has_scores = True
                    self.effort += 1
                    return LeafClauses(partial(Term, token=stems[0]), words[0])
                return self._side_by_side(words)
            case Phrase(text, slop):
                words = analysis.plain_tokens(text)
                if slop and len(words) > 1:
                    self.effort += _EFFORT_OF_PHRASE * arrangements(leaf)
                    return LeafClauses(partial(Near, tokens=tuple(words), slop=slop))
                return self._side_by_side(words)
        terms, has_more = terms_like(leaf, self.lookup)
        if not terms:
            self._ignore(leaf, Reason.NOTHING_LIKE_IT)
        if has_more:
            self._ignore(leaf, Reason.TOO_MANY_LIKE_IT)
        self.effort += len(terms)
        return LeafClauses(partial(AnyTerm, tokens=tuple(terms)))

    def _side_by_side(self, words: list[str]) -> LeafClauses:
        self.has_scores = True
        if len(words) == 1:
            self.effort += 1
            return LeafClauses(partial(Term, token=words[0]))
        self.effort += _EFFORT_OF_PHRASE
        return LeafClauses(partial(Sequence, tokens=tuple(words)))

    def _ignore(self, leaf: Leaf, reason: Reason) -> None:
        ignored = IgnoredPart(print_query(leaf), reason)
        if ignored not in self.ignored:
            self.ignored.append(ignored)
