"""The same order from both engines: by rounded score, then by page id."""

from __future__ import annotations

from search.clauses import Clause
from search.engines.base import EngineHit, EngineHits, Reader
from search.ranking import rounded

# Fetched beyond what is asked for, since the last hit may tie with some that follow it.
_MARGIN = 10
_WIDER = 8


def best_hits(reader: Reader, clause: Clause, *, offset: int, limit: int) -> EngineHits:
    """The hits from `offset` on, in our order; where hits tie, all that tie are looked at."""
    end = min(offset + limit, reader.window)
    size = min(end + _MARGIN, reader.window)
    found = reader.search(clause, size)
    while _may_tie_beyond(found, end) and size < min(found.total, reader.window):
        size = min(size * _WIDER, found.total, reader.window)
        found = reader.search(clause, size)
    keys = sorted((-rounded(score), page_id) for page_id, score in found.hits)
    return EngineHits(found.total, [EngineHit(key, -score) for score, key in keys[offset:end]])


def _may_tie_beyond(found: EngineHits, end: int) -> bool:
    """Whether hits that were not fetched may belong before the last that is asked for."""
    if len(found.hits) <= end - 1 or found.total <= len(found.hits):
        return False
    return rounded(found.hits[end - 1].score) == rounded(found.hits[-1].score)
