"""The compiler: a query's tree into clauses for the engines, with a profile's boosts. Pure.

Excluded parts are compiled into conditions, without scores.
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

# Names by which a page is linked to.
MOST_NAMES = 1_000
# A prefix that all titles share takes as long as this many words.
_EFFORT_OF_PREFIX = 100
# Longer text is not a title.
_LONGEST_TITLE = 300


class CompiledQuery(Struct, frozen=True):
    """A query as the engines are builder."""

    clause: Clause
    # Whether hits differ in their scores by more than the pages' weights.
    has_scores: bool
    # The cost for each page of the index, at most, in lookups of words.
    effort: int
    pattern: Pattern | None
    ignored: tuple[IgnoredPart, ...]


class _ClauseBuilder(Struct):
    """The clauses that must match, that may, and that must not."""

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
    """Compile a query. `text` is the query as typed, for the page with exactly that title."""
    leaves = LeafReader(lookup)
    compiler = _Compiler(leaves, profile, with_flagged)
    pattern: Pattern | None = None
    builder = _ClauseBuilder()
    for node in _joined(tree):
        if isinstance(node, Pattern):
            # The parser accepts at most one.
            pattern = node
        else:
            compiler.ask(node, builder)
    if not leaves.has_scores:
        # The same score for all, so that pages are ordered by their weights.
        builder.must.append(Everything())
    if key := analysis.key_token(text[:_LONGEST_TITLE]):
        builder.should.append(Constant(Term("title_key", key), profile.whole_title))
    if not with_flagged:
        builder.must_not.append(Term("signs", fields.SIGN_FLAGGED))
    return CompiledQuery(
        builder.as_clause(), leaves.has_scores, leaves.effort, pattern, tuple(leaves.ignored)
    )


def _joined(tree: Node) -> Iterable[Node]:
    """Return the nodes that must all match."""
    return tree.children if isinstance(tree, And) else (tree,)


def compile_in_title(tree: Node, *, lookup: Lookup, with_flagged: bool = True) -> Clause | None:
    """Compile which hits match by their own title; None where no word is sought in titles."""
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
    # The parts that count as a title.
    title_parts: tuple[str, ...] = ("title", "redirects")

    def ask(self, node: Node, builder: _ClauseBuilder) -> None:
        """Add the clauses of a node."""
        match node:
            case Word() | Phrase() | Prefix() | Wildcard() | Fuzzy():
                self._ask_anywhere(node, builder)
            case Within(part, operand):
                builder.must.append(self._within(part, operand))
            case And(children):
                for child in children:
                    self.ask(child, builder)
            case Or(children):
                builder.must.append(Bool(should=tuple(map(self._clause, children))))
            case Not():
                clause, is_wanted = self.condition(node)
                if is_wanted:
                    builder.must.append(Constant(clause))
                else:
                    builder.must_not += options_of(clause)
            case _:
                builder.must.append(Constant(self._filter(node)))

    def _clause(self, node: Node) -> Clause:
        builder = _ClauseBuilder()
        self.ask(node, builder)
        return builder.as_clause()

    def condition(self, node: Node) -> Condition:
        """Return a node as a condition, without a score."""
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
        # A pattern inside a group, which the parser does not accept.
        return Everything()

    def _with_flagged(self, tokens: Iterable[str]) -> tuple[str, ...]:
        """Return the tokens, with those of flagged sections where these are searched."""
        found = tuple(tokens)
        return (*found, *map(fields.only_flagged, found)) if self.with_flagged else found

    # --- words and phrases -----------------------------------------------------------------
    def _ask_anywhere(self, leaf: Leaf, builder: _ClauseBuilder) -> None:
        """Add a leaf that must match in the text, and may match in the parts that count more."""
        found = self.leaves.read(leaf)
        builder.must.append(either(self._in("text", found)))
        for part, boost in self.profile.parts.items():
            builder.should.append(Boost(found.within(part), boost))
        if found.word:
            exact = Term(fields.plain("text"), found.word)
            builder.should.append(Boost(exact, self.profile.exact_form))

    def _within(self, part: str, leaf: Leaf) -> Clause:
        found = self.leaves.read(leaf)
        clauses = self._in(part, found)
        if part == "title":
            title, redirects = clauses
            own = Boost(title, self.profile.parts["title"])
            clauses = own, Constant(redirects, self.profile.redirect_as_title)
        return either(clauses)

    def _in(self, part: str, leaf: LeafClauses) -> tuple[Clause, ...]:
        """Return the clauses of which any must match, for a leaf in a part of the page."""
        if part == "title":
            return tuple(map(leaf.within, self.title_parts))
        clause = leaf.within(part)
        if self.with_flagged and part in fields.FLAGGED_PARTS:
            return clause, leaf.within(part, flagged=True)
        return (clause,)
