"""A query's tree into clauses for the engines, with the boosts of a ranking profile. Pure.

What no page may match is compiled into conditions, without scores.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from search import analysis
from search.compile import ranking
from search.compile.clauses import (
    AnyTerm,
    Bool,
    Boost,
    Clause,
    Constant,
    Everything,
    StartsWith,
    Term,
)
from search.compile.conditions import Condition, all_of, any_of, either, options_of
from search.compile.leaves import LeafClauses, LeafReader, Lookup
from search.compile.title_matches import read_in_title
from search.indexing import fields
from search.query import (
    And,
    Fuzzy,
    HasTable,
    IgnoredPart,
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

# Names under which a page is linked to.
MOST_NAMES = 1_000
# The beginning of a title that all titles share takes as long as so many words do.
_EFFORT_OF_PREFIX = 100
# What was typed beyond this is no title.
_LONGEST_TITLE = 300


class CompiledQuery(Struct, frozen=True):
    """A query as the engines are asked it."""

    clause: Clause
    # Whether hits differ in their scores by more than the pages' weights.
    has_scores: bool
    # What it may cost, for each page of the index, in words that are looked up.
    effort: int
    pattern: Pattern | None
    ignored: tuple[IgnoredPart, ...]


class _ClauseBuilder(Struct):
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
    profile: ranking.RankingProfile = ranking.CLASSIC,
    with_flagged: bool = True,
) -> CompiledQuery:
    """The clauses of a query. `text` is what was typed, for the page of exactly that title."""
    leaves = LeafReader(lookup)
    compiler = _Compiler(leaves, profile, with_flagged)
    pattern: Pattern | None = None
    asked = _ClauseBuilder()
    for node in _joined(tree):
        if isinstance(node, Pattern):
            # The parser lets one through.
            pattern = node
        else:
            compiler.ask(node, asked)
    if not leaves.has_scores:
        # One for all, so that pages are ordered by their weights.
        asked.must.append(Everything())
    if key := analysis.key_token(text[:_LONGEST_TITLE]):
        asked.should.append(Constant(Term("title_key", key), profile.whole_title))
    if not with_flagged:
        asked.must_not.append(Term("signs", fields.SIGN_FLAGGED))
    return CompiledQuery(
        asked.as_clause(), leaves.has_scores, leaves.effort, pattern, tuple(leaves.ignored)
    )


def _joined(tree: Node) -> Iterable[Node]:
    """The nodes that all must match."""
    return tree.children if isinstance(tree, And) else (tree,)


def compile_in_title(tree: Node, *, lookup: Lookup, with_flagged: bool = True) -> Clause | None:
    """Which hits match by their own title; None where the query has no words to seek there."""
    read = read_in_title(tree)
    if read is None:
        return None
    compiler = _Compiler(LeafReader(lookup), ranking.CLASSIC, with_flagged, title_parts=("title",))
    return compiler.condition(read).clause


@dataclass(slots=True)
class _Compiler:
    leaves: LeafReader
    profile: ranking.RankingProfile
    with_flagged: bool
    # What counts as a title.
    title_parts: tuple[str, ...] = ("title", "redirects")

    def ask(self, node: Node, asked: _ClauseBuilder) -> None:
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
            case Not():
                clause, is_wanted = self.condition(node)
                if is_wanted:
                    asked.must.append(Constant(clause))
                else:
                    asked.must_not += options_of(clause)
            case _:
                asked.must.append(Constant(self._filter(node)))

    def _clause(self, node: Node) -> Clause:
        asked = _ClauseBuilder()
        self.ask(node, asked)
        return asked.as_clause()

    def condition(self, node: Node) -> Condition:
        """What a node asks for, without a score."""
        match node:
            case Not(child):
                return self.condition(child).negated()
            case And(children):
                return all_of(map(self.condition, children))
            case Or(children):
                return any_of(map(self.condition, children))
        before = self.leaves.has_scores
        match node:
            case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy():
                clause = either(self._in("text", self.leaves.read(node)))
            case Within(part, operand):
                clause = either(self._in(part, self.leaves.read(operand)))
            case _:
                clause = self._filter(node)
        self.leaves.has_scores = before
        return Condition(clause)

    def _filter(self, node: Node) -> Clause:
        self.leaves.effort += 1
        match node:
            case InCategory(name):
                return Term("categories", analysis.key_token(name))
            case LinksTo(title):
                names = self.leaves.lookup.names_of(title, MOST_NAMES)
                keys = dict.fromkeys(map(analysis.key_token, (title, *names)))
                self.leaves.effort += len(keys)
                return AnyTerm("links", self._with_flagged(keys))
            case TitlePrefix(text):
                self.leaves.effort += _EFFORT_OF_PREFIX
                return StartsWith("title_key", analysis.key_prefix(text))
            case HasTable():
                return AnyTerm("signs", self._with_flagged([fields.SIGN_TABLE]))
        # A pattern inside a group: the parser lets none through.
        return Everything()

    def _with_flagged(self, tokens: Iterable[str]) -> tuple[str, ...]:
        """Tokens of single things, of those in flagged sections too where they are wanted."""
        found = tuple(tokens)
        return (*found, *map(fields.only_flagged, found)) if self.with_flagged else found

    # --- words and phrases -----------------------------------------------------------------
    def _ask_anywhere(self, leaf: Leaf, asked: _ClauseBuilder) -> None:
        """The text must match; in the parts that count more, it may."""
        sought = self.leaves.read(leaf)
        asked.must.append(either(self._in("text", sought)))
        for part, boost in self.profile.parts.items():
            asked.should.append(Boost(sought.within(part), boost))
        if sought.word:
            exact = Term(fields.plain("text"), sought.word)
            asked.should.append(Boost(exact, self.profile.exact_form))

    def _within(self, part: str, leaf: Leaf) -> Clause:
        sought = self.leaves.read(leaf)
        clauses = self._in(part, sought)
        if part == "title":
            title, redirects = clauses
            own = Boost(title, self.profile.parts["title"])
            clauses = own, Constant(redirects, self.profile.redirect_as_title)
        return either(clauses)

    def _in(self, part: str, sought: LeafClauses) -> tuple[Clause, ...]:
        """In a part of the page, in flagged sections too where they are wanted: in any of these."""
        if part == "title":
            return tuple(map(sought.within, self.title_parts))
        clause = sought.within(part)
        if self.with_flagged and part in fields.FLAGGED_PARTS:
            return clause, sought.within(part, flagged=True)
        return (clause,)
