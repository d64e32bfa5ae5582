"""The same order from both engines: by rounded score, then by page id; titles first if asked."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import neg

from msgspec import structs

from search.compile.clauses import Bool, Clause, Constant
from search.compile.compiler import CompiledQuery
from search.compile.conditions import options_of
from search.engines.base import RankedPages, Reader

# Fetched beyond what is asked for, since the last hit may tie with some that follow it; more where
# hits have no scores of their own. Asking again costs more than a long answer.
_MARGIN = 2
_MARGIN_WITHOUT_SCORES = 200
_WIDER = 8
# Of a score's bits, all but the last 11: 4,096 values from a number to its double, or 3.6 digits.
_HALF = 1 << 10
_KEPT = 0xFFFFFFFF - (2 * _HALF - 1)


def best_pages(
    reader: Reader, query: CompiledQuery, *, offset: int, limit: int, until: float | None = None
) -> RankedPages:
    """Return the pages from `offset` on in our order; where pages tie, fetch all that tie."""
    end = min(offset + limit, reader.window)
    margin = _MARGIN if query.has_scores else _MARGIN_WITHOUT_SCORES
    size = min(end + margin, reader.window)
    while True:
        found = reader.search(query.clause, size, effort=query.effort, until=until)
        keys = list(zip(map(neg, _rounded(found.scores)), found.page_ids, strict=True))
        most = min(found.total, reader.window)
        # Pages that were not fetched may belong before the last that is asked for.
        if size >= most or keys[end - 1][0] != keys[-1][0]:
            break
        size = min(size * _WIDER, most)
    keys.sort()
    best = keys[offset:end]
    return RankedPages(found.total, [key for _, key in best], [-score for score, _ in best])


def titles_first(
    reader: Reader,
    query: CompiledQuery,
    in_title: Clause,
    offset: int,
    limit: int,
    *,
    until: float | None = None,
) -> RankedPages:
    """Return first the pages that match by their title, then the others: two searches."""
    with_it = Bool(must=(query.clause, Constant(in_title)))
    without = Bool(must=(query.clause,), must_not=options_of(in_title))
    first, others = (
        structs.replace(query, clause=clause, effort=2 * query.effort)
        for clause in (with_it, without)
    )
    found = best_pages(reader, first, offset=offset, limit=limit, until=until)
    missing = limit - len(found.page_ids)
    after = max(0, offset - found.total)
    rest = best_pages(reader, others, offset=after, limit=max(1, missing), until=until)
    return RankedPages(
        found.total + rest.total,
        [*found.page_ids, *rest.page_ids[:missing]],
        [*found.scores, *rest.scores[:missing]],
    )


def _rounded(scores: Iterable[float]) -> list[float]:
    """Round single-precision scores to about four digits: beyond those the engines' sums differ."""
    bits = array("I", array("f", scores).tobytes())
    kept = array("I", [(score + _HALF) & _KEPT for score in bits])
    return array("f", kept.tobytes()).tolist()
