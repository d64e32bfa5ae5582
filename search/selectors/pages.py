"""Searching the pages of a corpus."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf

from search.compile.bounds import bound_of
from search.compile.compiler import Compiled, compile_in_title, compile_query
from search.compile.leaves import Lookup
from search.engines import get_engine, ordering
from search.engines.base import Reader
from search.engines.ordering import EngineHit, EngineHits
from search.engines.patterns import Matcher, MatchesEmptyError, PatternRefusedError
from search.errors import SearchError
from search.excerpts.marking import Marks
from search.excerpts.query_marks import marks_of
from search.query import (
    Ignored,
    Node,
    ParsedQuery,
    Pattern,
    Reason,
    parse_query,
    print_query,
    without,
)
from search.query.tree import Expanded
from search.results import Hit, SearchResults, Sort
from search.selectors import spelling, title_rows, titles, vocabulary, widening
from search.selectors.patterns import try_pages
from wiki.models import Corpus

PAGE_OF_RESULTS = 20
MOST_RESULTS = 100
# Nobody turns so many pages; engines have their limits too.
DEEPEST = 9_000
# A search that takes longer is cut off, so that with its excerpts it is answered within a second.
ANSWER_SECONDS = 0.7
# A pattern is tried on the best hits of the rest of its query, for so long.
MOST_TRIED = 2_000
PATTERN_SECONDS = 0.7
_TRIED_AT_ONCE = 20


@dataclass(slots=True)
class CorpusLookup:
    """What queries ask of a corpus, each question once."""

    corpus: Corpus
    # When it is no longer worth it.
    until: float = inf
    _terms: dict[Node, list[str]] = field(default_factory=dict)

    def terms_like(self, leaf: Expanded, limit: int) -> list[str]:
        if leaf not in self._terms:
            self._terms[leaf] = vocabulary.terms_like(self.corpus, leaf, limit, self.until)
        return self._terms[leaf]

    def names_of(self, title: str, limit: int) -> list[str]:
        return titles.names_of(self.corpus, title, limit)


class _NoLookup:
    """For reading a query outside of a corpus."""

    def terms_like(self, leaf: Expanded, limit: int) -> list[str]:
        return []

    def names_of(self, title: str, limit: int) -> list[str]:
        return []


def read_marks(text: str, corpus: Corpus | None = None) -> Marks:
    """What a query would mark in a text, without searching: for the search inside a page."""
    lookup: Lookup = CorpusLookup(corpus) if corpus else _NoLookup()
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
    """The pages that a query asks for, best first. Raises SearchError where it cannot be done.

    Without `with_flagged`, pages and sections that lack references are as if they were not there.
    """
    offset, limit = max(0, offset), min(max(1, limit), MOST_RESULTS)
    parsed = parse_query(text)
    if parsed.tree is None:
        exact = titles.find_exact_title(corpus=corpus, text=text, with_flagged=with_flagged)
        return SearchResults((), 0, "", parsed.ignored, exact=exact)
    asking = _Asking(corpus, text, parsed, sort, with_flagged, engine)
    found, untried = asking.find(offset, limit)
    did_you_mean = "" if found.total else asking.did_you_mean()
    # The database after the engine: asked in turns, each would find its memory swept by the other.
    return SearchResults(
        hits=_hits(corpus, found.hits, offset) if offset <= DEEPEST else (),
        total=found.total,
        understood=print_query(asking.searched),
        ignored=tuple(dict.fromkeys((*parsed.ignored, *asking.ignored))),
        did_you_mean=did_you_mean,
        wider="" if found.total or did_you_mean else asking.wider(),
        exact=titles.find_exact_title(corpus=corpus, text=text, with_flagged=with_flagged),
        marks=marks_of(parsed.tree, asking.lookup, asking.matcher),
        untried=untried,
        bound=bound_of(parsed.tree, asking.ignored),
    )


def explain_hit(
    *, corpus: Corpus, text: str, page_id: int, with_flagged: bool = True, engine: str | None = None
) -> str:
    """How the engine arrives at the score of a hit."""
    parsed = parse_query(text)
    if parsed.tree is None:
        return ""
    asking = _Asking(corpus, text, parsed, Sort.RELEVANCE, with_flagged, engine)
    return asking.reader.explain(asking.compiled.clause, page_id)


class _Asking:
    """One question to one engine."""

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
        self.lookup = lookup or CorpusLookup(corpus, time.monotonic() + ANSWER_SECONDS)
        self.until = self.lookup.until
        self.compiled = self._compile(parsed.tree, text)
        self.ignored = list(self.compiled.ignored)
        self.matcher: Matcher | None = None

    def _compile(self, tree: Node, text: str) -> Compiled:
        return compile_query(tree, text=text, lookup=self.lookup, with_flagged=self.with_flagged)

    def find(self, offset: int, limit: int) -> tuple[EngineHits, int]:
        """The hits, and on how many pages more its pattern was not tried."""
        pattern = self.compiled.pattern
        if pattern is not None:
            until = min(self.until, time.monotonic() + PATTERN_SECONDS)
            self.matcher = self._matcher(pattern)
            if self.matcher is not None:
                kept, untried = self._find_pattern(self.matcher, until)
                return EngineHits(len(kept), kept[offset : offset + limit]), untried
            if pattern == self.tree:
                return EngineHits(0, []), 0
        return self._sorted(min(offset, DEEPEST), limit), 0

    def _sorted(self, offset: int, limit: int) -> EngineHits:
        if self.sort is Sort.TITLE:
            in_title = compile_in_title(
                self.tree, lookup=self.lookup, with_flagged=self.with_flagged
            )
            if in_title is not None:
                return ordering.titles_first(
                    self.reader, self.compiled, in_title, offset, limit, until=self.until
                )
        return self._hits(self.compiled, offset, limit)

    def _hits(self, asked: Compiled, offset: int, limit: int) -> EngineHits:
        return ordering.best_hits(self.reader, asked, offset=offset, limit=limit, until=self.until)

    # --- patterns --------------------------------------------------------------------------
    def _find_pattern(self, matcher: Matcher, until: float) -> tuple[list[EngineHit], int]:
        candidates = self._sorted(0, MOST_TRIED)
        tried = 0
        kept: list[EngineHit] = []
        for start in range(0, len(candidates.hits), _TRIED_AT_ONCE):
            batch = candidates.hits[start : start + _TRIED_AT_ONCE]
            ids = [hit.page_id for hit in batch]
            matches = try_pages(ids, matcher, until=until, with_flagged=self.with_flagged)
            kept += [hit for hit in batch if matches.get(hit.page_id)]
            tried += len(matches)
            if len(matches) < len(batch):
                break
        return kept, candidates.total - tried

    @property
    def searched(self) -> Node | None:
        """What was searched for: the query, without a pattern that was refused."""
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
        self.ignored.append(Ignored(print_query(pattern), reason))
        return None

    # --- instead of a query that finds nothing ---------------------------------------------
    def did_you_mean(self) -> str:
        """A query with near words for the unknown ones; empty where none finds anything in time."""
        return self._first_that_finds(
            spelling.near_queries(self.corpus, self.text, self.tree, self.until)
        )

    def wider(self) -> str:
        """The query with any of its words; empty where that finds nothing in time."""
        return self._first_that_finds(
            widening.wider_queries(self.corpus, self.tree, self.reader.count)
        )

    def _first_that_finds(self, queries: Iterator[str]) -> str:
        try:
            return next(filter(self._finds, queries), "")
        except SearchError:
            # That nothing was found is an answer already.
            return ""

    def _finds(self, text: str) -> bool:
        """Whether another query has hits, in what is left of this one's time."""
        parsed, sort = parse_query(text), Sort.RELEVANCE
        instead = _Asking(
            self.corpus, text, parsed, sort, self.with_flagged, self.engine, self.lookup
        )
        found, _ = instead.find(0, 1)
        return found.total > 0


def _hits(corpus: Corpus, found: Iterable[EngineHit], offset: int) -> tuple[Hit, ...]:
    """The hits with their titles. A page that is gone since it was indexed is left out."""
    hits = list(found)
    names = title_rows.titles_of(corpus.pk, [hit.page_id for hit in hits])
    return tuple(
        Hit(hit.page_id, names[hit.page_id], hit.score, rank)
        for rank, hit in enumerate(hits, start=offset + 1)
        if hit.page_id in names
    )
