"""The same order from both engines: by rounded score, then by page id; titles first if asked."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import neg
from typing import NamedTuple

from msgspec import Struct, structs

from search.compile.clauses import Bool, Clause, Constant
from search.compile.compiler import Compiled
from search.compile.conditions import options_of
from search.engines.base import Reader

# Fetched beyond what is asked for, since the last hit may tie with some that follow it; more where
# hits have no scores of their own. Asking again costs more than a long answer.
_MARGIN = 2
_MARGIN_WITHOUT_SCORES = 200
_WIDER = 8
# Of a score's bits, all but the last 11: 4,096 values from a number to its double, or 3.6 digits.
_HALF = 1 << 10
_KEPT = 0xFFFFFFFF - (2 * _HALF - 1)


class EngineHit(NamedTuple):
    """A page that matches. A tuple, since dozens are made for each search."""

    page_id: int
    score: float


class EngineHits(Struct, frozen=True):
    """The best hits, and how many there are in all."""

    total: int
    hits: list[EngineHit]


def best_hits(
    reader: Reader, asked: Compiled, *, offset: int, limit: int, until: float | None = None
) -> EngineHits:
    """The hits from `offset` on, in our order; where hits tie, all that tie are looked at."""
    end = min(offset + limit, reader.window)
    margin = _MARGIN if asked.has_scores else _MARGIN_WITHOUT_SCORES
    size = min(end + margin, reader.window)
    while True:
        found = reader.search(asked.clause, size, effort=asked.effort, until=until)
        keys = list(zip(map(neg, _rounded(found.scores)), found.page_ids, strict=True))
        most = min(found.total, reader.window)
        # Hits that were not fetched may belong before the last that is asked for.
        if size >= most or keys[end - 1][0] != keys[-1][0]:
            break
        size = min(size * _WIDER, most)
    keys.sort()
    return EngineHits(found.total, [EngineHit(key, -score) for score, key in keys[offset:end]])


def titles_first(
    reader: Reader,
    asked: Compiled,
    in_title: Clause,
    offset: int,
    limit: int,
    *,
    until: float | None = None,
) -> EngineHits:
    """First the hits that match by their title, then the others: two questions."""
    with_it = Bool(must=(asked.clause, Constant(in_title)))
    without = Bool(must=(asked.clause,), must_not=options_of(in_title))
    first, others = (
        structs.replace(asked, clause=clause, effort=2 * asked.effort)
        for clause in (with_it, without)
    )
    found = best_hits(reader, first, offset=offset, limit=limit, until=until)
    missing = limit - len(found.hits)
    after = max(0, offset - found.total)
    rest = best_hits(reader, others, offset=after, limit=max(1, missing), until=until)
    return EngineHits(found.total + rest.total, [*found.hits, *rest.hits[:missing]])


def _rounded(scores: Iterable[float]) -> list[float]:
    """Round single-precision scores to about four digits: beyond those the engines' sums differ."""
    bits = array("I", array("f", scores).tobytes())
    kept = array("I", [(score + _HALF) & _KEPT for score in bits])
    return array("f", kept.tobytes()).tolist()
