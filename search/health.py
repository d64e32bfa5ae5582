"""The health of search: whether the engine works and has its indices, without searching."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import DatabaseError

from core.name_lists import quote_names
from search.engines import get_engine
from search.engines.base import Engine
from search.errors import SearchError
from search.selectors.indexing import does_any_wait, sealed_page_count
from wiki.models import Corpus
from wiki.selectors.pages import readable_corpora

MOST_NAMED = 3


class SearchDownError(Exception):
    """The engine cannot be used; the message says why, without addresses or passwords."""


class IndexMissingError(Exception):
    """The engine works, but sealed corpora have no index, or one that lacks pages.

    The message names them and says how to repair it.
    """

    def __init__(self, missing: Sequence[str], lacking: Sequence[str] = ()) -> None:
        reasons = []
        if missing:
            subject = "it" if len(missing) == 1 else "they"
            names = quote_names(missing, most=MOST_NAMED)
            reasons.append(
                f"no index of {names}: {subject} cannot be searched until one is built, on the"
                " corpus’ page or by search_rebuild"
            )
        if lacking:
            names = quote_names(lacking, most=MOST_NAMED)
            reasons.append(
                f"pages are missing in the index of {names}, which the corpus’ page or"
                " search_check repairs"
            )
        super().__init__("; ".join(reasons))
        self.count = len(missing) + len(lacking)


def check_search() -> str:
    """Return a few words on an engine that works. Raises SearchDownError or IndexMissingError."""
    try:
        summary = get_engine().check()
        _check_indices()
    except SearchError as error:
        raise SearchDownError(str(error)) from None
    return summary


def index_bytes() -> int:
    """Return the size of all search indices. Raises SearchDownError."""
    try:
        return get_engine().size()
    except SearchError as error:
        raise SearchDownError(str(error)) from None


def _check_indices() -> None:
    # Only sealed corpora: others are indexed as their pages come in.
    sealed = readable_corpora(None).filter(sealed_at__isnull=False).order_by("name")
    engine = get_engine()
    missing, lacking = [], []
    try:
        for corpus in sealed:
            if engine.live_build(corpus.public_id.hex) is None:
                missing.append(corpus.name)
            elif _lacks_pages(corpus, engine):
                lacking.append(corpus.name)
    except DatabaseError:
        # Another probe reports that.
        return
    if missing or lacking:
        raise IndexMissingError(missing, lacking)


def _lacks_pages(corpus: Corpus, engine: Engine) -> bool:
    """Return whether pages are missing from the index and no update is to be expected."""
    count = engine.reader(corpus.public_id.hex).count()
    return count < sealed_page_count(corpus.public_id) and not does_any_wait(corpus)
