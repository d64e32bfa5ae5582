"""A query's tree into clauses for the engines, with the boosts of a ranking profile. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from msgspec import Struct

from search import analysis, fields, ranking
from search.clauses import (
    AnyTerm,
    Bool,
    Boost,
    Clause,
    Constant,
    Everything,
    Near,
    Sequence,
    StartsWith,
    Term,
)
from search.query import (
    And,
    Fuzzy,
    HasTable,
    Ignored,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Prefix,
    Reason,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
    print_query,
)
from search.query.tree import Expanded, Leaf
from search.query.words import arrangements

# A wildcard or a fuzzy word becomes at most so many.
MOST_TERMS = 50
# Names under which a page is linked to.
MOST_NAMES = 1_000
# Of the commonest words a phrase takes as long as so many words do, and so does the beginning of a
# title that all titles share.
_EFFORT_OF_PHRASE = 20
_EFFORT_OF_PREFIX = 100
# What was typed beyond this is no title.
_LONGEST_TITLE = 300


class Lookup(Protocol):
    """What a query needs to know of its corpus."""

    def terms_like(self, leaf: Expanded, limit: int) -> list[str]:
        """Words of the corpus that match, the nearest and commonest first."""

    def names_of(self, title: str, limit: int) -> list[str]:
        """The titles under which a page is linked to: its own and its redirects'."""


class Compiled(Struct, frozen=True):
    """A query as the engines are asked it."""

    clause: Clause
    # Whether hits differ in their scores by more than the pages' weights.
    has_scores: bool
    # What it may cost, for each page of the index, in words that are looked up.
    effort: int
    pattern: Pattern | None
    ignored: tuple[Ignored, ...]


class _Asked(Struct):
    """What of a page must match, what may, and what may not."""

    must: list[Clause] = []
    should: list[Clause] = []
    must_not: list[Clause] = []

    def as_clause(self) -> Clause:
        must = self.must or [Everything()]
        if len(must) == 1 and not self.should and not self.must_not:
            return must[0]
        return Bool(tuple(must), tuple(self.should), tuple(self.must_not))


def compile_query(
    tree: Node,
    *,
    text: str,
    lookup: Lookup,
    profile: ranking.Profile = ranking.CLASSIC,
    with_flagged: bool = True,
) -> Compiled:
    """The clauses of a query. `text` is what was typed, for the page of exactly that title."""
    compiler = _Compiler(lookup, profile, with_flagged)
    pattern: Pattern | None = None
    asked = _Asked()
    for node in _joined(tree):
        if isinstance(node, Pattern):
            # The parser lets one through.
            pattern = node
        else:
            compiler.ask(node, asked)
    if not compiler.has_scores:
        # One for all, so that pages are ordered by their weights.
        asked.must.append(Everything())
    if key := analysis.key_token(text[:_LONGEST_TITLE]):
        asked.should.append(Constant(Term("title_key", key), profile.whole_title))
    if not with_flagged:
        asked.must_not.append(Term("signs", fields.SIGN_FLAGGED))
    return Compiled(
        asked.as_clause(),
        compiler.has_scores,
        compiler.effort,
        pattern,
        tuple(compiler.ignored),
    )


def _joined(tree: Node) -> Iterable[Node]:
    """The nodes that all must match."""
    return tree.children if isinstance(tree, And) else (tree,)


def terms_like(leaf: Expanded, lookup: Lookup) -> tuple[list[str], bool]:
    """The words that a wildcard or a fuzzy word stands for, and whether there are more."""
    terms = lookup.terms_like(leaf, MOST_TERMS + 1)
    return terms[:MOST_TERMS], len(terms) > MOST_TERMS


def compile_in_title(tree: Node) -> Clause | None:
    """Pages whose title holds all words of the query; None where it has no words."""
    stems = [
        stem
        for node in _joined(tree)
        if isinstance(node, Word | Phrase)
        for stem in analysis.stems(node.text)
    ]
    return Bool(must=tuple(Term("title", stem) for stem in dict.fromkeys(stems))) if stems else None


class _Sought(Struct, frozen=True):
    """What a leaf asks of whatever part of a page it is sought in."""

    in_field: Callable[[str], Clause]
    # Of a single word, which is found in all its forms: as it was typed.
    word: str = ""

    def within(self, part: str, *, flagged: bool = False) -> Clause:
        field = part if self.word else fields.plain(part)
        return self.in_field(fields.flagged(field) if flagged else field)


@dataclass(slots=True)
class _Compiler:
    lookup: Lookup
    profile: ranking.Profile
    with_flagged: bool
    # Not inside of a minus: what no page may match needs no score.
    is_scored: bool = True
    has_scores: bool = False
    effort: int = 0
    ignored: list[Ignored] = field(default_factory=list)

    def ask(self, node: Node, asked: _Asked) -> None:
        """Add what a node asks for."""
        match node:
            case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy():
                self._ask_anywhere(node, asked)
            case Within(part, operand):
                asked.must.append(self._within(part, operand))
            case And(children):
                for child in children:
                    self.ask(child, asked)
            case Or(children):
                asked.must.append(Bool(should=tuple(map(self._clause, children))))
            case Not(child):
                before = self.has_scores, self.is_scored
                self.is_scored = False
                asked.must_not.append(self._clause(child))
                self.has_scores, self.is_scored = before
            case _:
                asked.must.append(self._filter(node))

    def _clause(self, node: Node) -> Clause:
        asked = _Asked()
        self.ask(node, asked)
        return asked.as_clause()

    def _filter(self, node: Node) -> Clause:
        self.effort += 1
        match node:
            case InCategory(name):
                return Constant(Term("categories", analysis.key_token(name)))
            case LinksTo(title):
                names = self.lookup.names_of(title, MOST_NAMES)
                keys = dict.fromkeys(map(analysis.key_token, (title, *names)))
                self.effort += len(keys)
                return Constant(AnyTerm("links", tuple(keys)))
            case TitlePrefix(text):
                self.effort += _EFFORT_OF_PREFIX
                return Constant(StartsWith("title_key", analysis.key_prefix(text)))
            case HasTable():
                return Constant(Term("signs", fields.SIGN_TABLE))
        # A pattern inside a group: the parser lets none through.
        return Everything()

    # --- words and phrases -----------------------------------------------------------------
    def _ask_anywhere(self, leaf: Leaf, asked: _Asked) -> None:
        """The text must match; in the parts that count more, it may."""
        sought = self._sought(leaf)
        asked.must.append(self._in("text", sought))
        if not self.is_scored:
            return
        for part, boost in self.profile.parts.items():
            asked.should.append(Boost(sought.within(part), boost))
        if sought.word:
            exact = Term(fields.plain("text"), sought.word)
            asked.should.append(Boost(exact, self.profile.exact_form))

    def _within(self, part: str, leaf: Leaf) -> Clause:
        clause = self._in(part, self._sought(leaf))
        return Boost(clause, self.profile.parts[part]) if part == "title" else clause

    def _in(self, part: str, sought: _Sought) -> Clause:
        """In a part of the page, in flagged sections too where they are wanted."""
        clause = sought.within(part)
        if self.with_flagged and part in fields.FLAGGED_PARTS:
            return Bool(should=(clause, sought.within(part, flagged=True)))
        return clause

    def _sought(self, leaf: Leaf) -> _Sought:
        match leaf:
            case Word(text):
                words, stems = analysis.analyse(text)
                if len(stems) == 1:
                    self.has_scores = True
                    self.effort += 1
                    return _Sought(partial(Term, token=stems[0]), words[0])
                return self._side_by_side(words)
            case Phrase(text, slop):
                words = analysis.plain_tokens(text)
                if slop and len(words) > 1:
                    self.effort += _EFFORT_OF_PHRASE * arrangements(leaf)
                    return _Sought(partial(Near, tokens=tuple(words), slop=slop))
                return self._side_by_side(words)
        terms, has_more = terms_like(leaf, self.lookup)
        if not terms:
            self._ignore(leaf, Reason.NOTHING_LIKE_IT)
        if has_more:
            self._ignore(leaf, Reason.TOO_MANY_LIKE_IT)
        self.effort += len(terms)
        return _Sought(partial(AnyTerm, tokens=tuple(terms)))

    def _side_by_side(self, words: list[str]) -> _Sought:
        self.has_scores = True
        if len(words) == 1:
            self.effort += 1
            return _Sought(partial(Term, token=words[0]))
        self.effort += _EFFORT_OF_PHRASE
        return _Sought(partial(Sequence, tokens=tuple(words)))

    def _ignore(self, leaf: Leaf, reason: Reason) -> None:
        ignored = Ignored(print_query(leaf), reason)
        if ignored not in self.ignored:
            self.ignored.append(ignored)
