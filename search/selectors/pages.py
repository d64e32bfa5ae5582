"""Searches in the pages of a corpus."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from django.conf import settings

from search.compile.bounds import bound_of
from search.compile.compiler import compile_in_title, compile_query
from search.compile.leaves import Lookup
from search.engines import get_engine, ordering
from search.engines.base import RankedPages, Reader
from search.engines.patterns import Matcher, MatchesEmptyError, PatternRefusedError
from search.errors import SearchError
from search.excerpts.marking import Marks
from search.excerpts.query_marks import marks_of
from search.query import (
    IgnoredPart,
    Node,
    ParsedQuery,
    Pattern,
    Reason,
    parse_query,
    print_query,
    without,
)
from search.query.tree import ExpandedLeaf
from search.results import Hit, SearchResults, Sort
from search.selectors import spelling, title_rows, titles, vocabulary, widening
from search.selectors.patterns import try_pages
from wiki.models import Corpus

PAGE_OF_RESULTS = 20
MOST_RESULTS = 100
# Nobody pages through more results than this, and engines have limits of their own.
DEEPEST = 9_000
# A pattern is tried on this many of the best hits of the rest of its query.
MOST_TRIED = 2_000
_TRIED_AT_ONCE = 20


@dataclass(slots=True)
class CorpusLookup:
    """The words and titles of a corpus that queries ask for, each looked up once."""

    corpus: Corpus
    # The moment at which a search is given up.
    until: float = inf
    _terms: dict[Node, list[str]] = field(default_factory=dict)

    def terms_like(self, leaf: ExpandedLeaf, limit: int) -> list[str]:
        if leaf not in self._terms:
            self._terms[leaf] = vocabulary.terms_like(self.corpus, leaf, limit, self.until)
        return self._terms[leaf]

    def names_of(self, title: str, limit: int) -> list[str]:
        return titles.names_of(self.corpus, title, limit)


class _EmptyLookup:
    """A lookup for queries that are read outside of a corpus."""

    def terms_like(self, leaf: ExpandedLeaf, limit: int) -> list[str]:
        return []

    def names_of(self, title: str, limit: int) -> list[str]:
        return []


def read_marks(text: str, corpus: Corpus | None = None) -> Marks:
    """Return what a query would mark in a text, without searching: for searches inside a page."""
    lookup: Lookup = CorpusLookup(corpus) if corpus else _EmptyLookup()
    return marks_of(parse_query(text).tree, lookup)


def search_pages(
    *,
    corpus: Corpus,
    text: str,
    offset: int = 0,
    limit: int = PAGE_OF_RESULTS,
    sort: Sort = Sort.RELEVANCE,
    with_flagged: bool = True,
    engine: str | None = None,
) -> SearchResults:
    """Return the pages that a query asks for, best first. Raises SearchError.

    Without `with_flagged`, pages and sections that lack references are not searched.
    """
    parsed = parse_query(text)
    if parsed.tree is None:
        exact = titles.find_exact_title(corpus=corpus, text=text, with_flagged=with_flagged)
        return SearchResults((), 0, None, parsed.ignored, exact=exact)
    return _results_of(
        _PageSearch(corpus, text, parsed, sort, with_flagged, engine), parsed, offset, limit
    )


def search_tree(
    *, corpus: Corpus, tree: Node, limit: int = PAGE_OF_RESULTS, with_flagged: bool = True
) -> SearchResults:
    """Return the best pages for a query that is parsed already. Raises SearchError."""
    parsed = ParsedQuery(tree, ())
    search = _PageSearch(corpus, print_query(tree), parsed, Sort.RELEVANCE, with_flagged, None)
    return _results_of(search, parsed, 0, limit)


def _results_of(search: _PageSearch, parsed: ParsedQuery, offset: int, limit: int) -> SearchResults:
    offset, limit = max(0, offset), min(max(1, limit), MOST_RESULTS)
    corpus, with_flagged = search.corpus, search.with_flagged
    found, untried = search.find(offset, limit)
    # The database after the engine: if they took turns, each would evict the other's memory.
    return SearchResults(
        hits=_hits(corpus, found, offset) if offset <= DEEPEST else (),
        total=found.total,
        searched=search.searched,
        ignored=tuple(dict.fromkeys((*parsed.ignored, *search.ignored))),
        did_you_mean="" if found.total else search.did_you_mean(),
        wider=None if found.total else search.wider(),
        exact=titles.find_exact_title(corpus=corpus, text=search.text, with_flagged=with_flagged),
        marks=marks_of(search.tree, search.lookup, search.matcher),
        untried=untried,
        bound=bound_of(search.tree, search.ignored),
    )


def best_pages_for(
    corpus: Corpus, tree: Node, limit: int, *, with_flagged: bool = True
) -> Sequence[int]:
    """Return the best pages for a query that we made ourselves. Raises SearchError."""
    parsed = ParsedQuery(tree, ())
    search = _PageSearch(corpus, "", parsed, Sort.RELEVANCE, with_flagged, None)
    found, _ = search.find(0, limit)
    return found.page_ids


def explain_hit(
    *, corpus: Corpus, text: str, page_id: int, with_flagged: bool = True, engine: str | None = None
) -> str:
    """Return how the engine computes the score of a hit."""
    parsed = parse_query(text)
    if parsed.tree is None:
        return ""
    search = _PageSearch(corpus, text, parsed, Sort.RELEVANCE, with_flagged, engine)
    return search.reader.explain(search.compiled.clause, page_id)


class _PageSearch:
    """One query, compiled for one engine."""

    def __init__(
        self,
        corpus: Corpus,
        text: str,
        parsed: ParsedQuery,
        sort: Sort,
        with_flagged: bool,
        engine: str | None,
        lookup: CorpusLookup | None = None,
    ) -> None:
        assert parsed.tree is not None
        self.corpus = corpus
        self.text = text
        self.tree = parsed.tree
        self.sort = sort
        self.with_flagged = with_flagged
        self.engine = engine
        self.reader: Reader = get_engine(engine).reader(corpus.public_id.hex)
        # Not before: the first search of a process loads its engine.
        self.lookup = lookup or CorpusLookup(
            corpus, time.monotonic() + settings.SEARCH_ANSWER_SECONDS
        )
        self.until = self.lookup.until
        self.compiled = compile_query(
            parsed.tree, text=text, lookup=self.lookup, with_flagged=with_flagged
        )
        self.ignored = list(self.compiled.ignored)
        self.matcher: Matcher | None = None

    def find(self, offset: int, limit: int) -> tuple[RankedPages, int]:
        """Return the best pages, and the number of pages on which the pattern was not tried."""
        pattern = self.compiled.pattern
        if pattern is not None:
            until = min(self.until, time.monotonic() + settings.SEARCH_PATTERN_SECONDS)
            self.matcher = self._matcher(pattern)
            if self.matcher is not None:
                return self._find_pattern(self.matcher, offset, limit, until)
            if pattern == self.tree:
                return RankedPages(0, [], []), 0
        return self._sorted(min(offset, DEEPEST), limit), 0

    def _sorted(self, offset: int, limit: int) -> RankedPages:
        if self.sort is Sort.TITLE:
            in_title = compile_in_title(
                self.tree, lookup=self.lookup, with_flagged=self.with_flagged
            )
            if in_title is not None:
                return ordering.titles_first(
                    self.reader, self.compiled, in_title, offset, limit, until=self.until
                )
        return ordering.best_pages(
            self.reader, self.compiled, offset=offset, limit=limit, until=self.until
        )

    # --- patterns --------------------------------------------------------------------------
    def _find_pattern(
        self, matcher: Matcher, offset: int, limit: int, until: float
    ) -> tuple[RankedPages, int]:
        candidates = self._sorted(0, MOST_TRIED)
        tried: dict[int, bool] = {}
        for start in range(0, len(candidates.page_ids), _TRIED_AT_ONCE):
            batch = candidates.page_ids[start : start + _TRIED_AT_ONCE]
            matches = try_pages(batch, matcher, until=until, with_flagged=self.with_flagged)
            tried |= matches
            if len(matches) < len(batch):
                break
        scores = zip(candidates.page_ids, candidates.scores, strict=True)
        kept = [(page_id, score) for page_id, score in scores if tried.get(page_id)]
        shown = kept[offset : offset + limit]
        found = RankedPages(
            len(kept), [page_id for page_id, _ in shown], [score for _, score in shown]
        )
        return found, candidates.total - len(tried)

    @property
    def searched(self) -> Node | None:
        """The query that was searched for, without a pattern that was refused."""
        pattern = self.compiled.pattern
        return self.tree if pattern is None or self.matcher else without(self.tree, pattern)

    def _matcher(self, pattern: Pattern) -> Matcher | None:
        try:
            if self.tree != pattern:
                return Matcher(pattern.expression, ignores_case=pattern.ignores_case)
            # It would have to be tried on every page.
            reason = Reason.PATTERN_ALONE
        except MatchesEmptyError:
            reason = Reason.PATTERN_MATCHES_EMPTY
        except PatternRefusedError:
            reason = Reason.PATTERN_REFUSED
        self.ignored.append(IgnoredPart(print_query(pattern), reason))
        return None

    # --- instead of a query that finds nothing ---------------------------------------------
    def did_you_mean(self) -> str:
        """Return the query with near words for unknown ones, if that finds something in time."""
        texts = spelling.near_queries(self.corpus, self.text, self.tree, self.until)
        found = self._first_that_finds((text, parse_query(text)) for text in texts)
        return found[0] if found else ""

    def wider(self) -> Node | None:
        """Return the query with any of its words, if that finds something in time."""
        trees = widening.wider_queries(self.corpus, self.tree, self.reader.count)
        found = self._first_that_finds((print_query(tree), ParsedQuery(tree, ())) for tree in trees)
        return found[1].tree if found else None

    def _first_that_finds(
        self, queries: Iterator[tuple[str, ParsedQuery]]
    ) -> tuple[str, ParsedQuery] | None:
        try:
            return next((query for query in queries if self._finds(*query)), None)
        except SearchError:
            # That nothing was found is an answer already.
            return None

    def _finds(self, text: str, parsed: ParsedQuery) -> bool:
        """Return whether another query has hits, in the time that is left for this one."""
        other = _PageSearch(
            *(self.corpus, text, parsed, Sort.RELEVANCE),
            *(self.with_flagged, self.engine, self.lookup),
        )
        found, _ = other.find(0, 1)
        return found.total > 0


def _hits(corpus: Corpus, found: RankedPages, offset: int) -> tuple[Hit, ...]:
    """Return the hits with their titles, without pages that were deleted since the indexing."""
    names = title_rows.titles_of(corpus.pk, found.page_ids)
    scores = zip(found.page_ids, found.scores, strict=True)
    return tuple(
        Hit(page_id, names[page_id], score, rank)
        for rank, (page_id, score) in enumerate(scores, start=offset + 1)
        if page_id in names
    )
