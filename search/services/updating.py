"""Bringing an index up to date."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from jobs.runs import ProgressReport, StepContext
from search.engines import get_engine
from search.indexing.builds import is_outdated
from search.indexing.locking import hold_index
from search.services.outbox import (
    UpdateTotals,
    drain_outbox,
    no_report,
    no_step,
)
from search.services.rebuilding import rebuild_index, utc_now
from wiki.models import Corpus


def index_pages(
    *,
    corpus: Corpus,
    checkpoint: dict[str, Any] | None = None,
    step: StepContext = no_step,
    report: ProgressReport = no_report,
    clock: Callable[[], datetime] = utc_now,
) -> UpdateTotals:
    """Index the pages that wait for the site's engine.

    If there is no index, or only an outdated one, it is built from all pages.
    """
    engine = get_engine()
    build = engine.live_build(corpus.public_id.hex)
    if build is None or is_outdated(build):
        totals = rebuild_index(
            corpus=corpus,
            checkpoint=checkpoint,
            step=step,
            report=report,
            clock=clock,
        )
        return UpdateTotals(totals.pages, totals.pages)
    with hold_index(corpus):
        return drain_outbox(corpus=corpus, engine=engine, step=step, report=report)
