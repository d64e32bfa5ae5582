"""What the words and phrases of a query ask of whatever part of a page they are sought in."""

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

# A wildcard or a fuzzy word becomes at most so many.
MOST_TERMS = 50
# Of the commonest words a phrase takes as long as so many words do.
_EFFORT_OF_PHRASE = 20


class Lookup(Protocol):
    """What a query needs to know of its corpus."""

    def terms_like(self, leaf: ExpandedLeaf, limit: int) -> list[str]:
        """Words of the corpus that match, the nearest and commonest first."""

    def names_of(self, title: str, limit: int) -> list[str]:
        """The titles under which a page is linked to: its own and its redirects'."""


def terms_like(leaf: ExpandedLeaf, lookup: Lookup) -> tuple[list[str], bool]:
    """The words that a wildcard or a fuzzy word stands for, and whether there are more."""
    terms = lookup.terms_like(leaf, MOST_TERMS + 1)
    return terms[:MOST_TERMS], len(terms) > MOST_TERMS


class LeafClauses(Struct, frozen=True):
    """What a leaf asks of whatever part of a page it is sought in."""

    in_field: Callable[[str], Clause]
    # Of a single word, which is found in all its forms: as it was typed.
    word: str = ""

    def within(self, part: str, *, flagged: bool = False) -> Clause:
        name = part if self.word else fields.plain(part)
        return self.in_field(fields.flagged(name) if flagged else name)


@dataclass(slots=True)
class LeafReader:
    """Reads the leaves of one query, and notes what they cost."""

    lookup: Lookup
    # Whether any of them scores by how often it stands in a page.
    has_scores: bool = False
    # In words that are looked up.
    effort: int = 0
    ignored: list[IgnoredPart] = field(default_factory=list)

    def read(self, leaf: Leaf) -> LeafClauses:
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
