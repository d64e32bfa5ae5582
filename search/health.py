"""Whether the search engine can be used and has its indices, without searching."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError

from core.naming import quote_names
from search.engines import get_engine
from search.engines.base import Engine
from search.errors import SearchError
from search.selectors.indexing import does_any_wait, sealed_page_count
from wiki.models import Corpus
from wiki.selectors.pages import readable_corpora

SECONDS = 1.5
MOST_NAMED = 3


class SearchDownError(Exception):
    """The engine cannot be used; the message says why, without addresses or passwords."""


class IndexMissingError(Exception):
    """The engine is well, but so many sealed corpora have no index, or one that lacks pages.

    The message names them, and what mends it.
    """

    def __init__(self, missing: Sequence[str], lacking: Sequence[str] = ()) -> None:
        told = []
        if missing:
            who = "it" if len(missing) == 1 else "they"
            named = quote_names(missing, most=MOST_NAMED)
            told.append(
                f"no index of {named}: {who} cannot be searched until one is built, on the"
                " corpus’ page or by search_rebuild"
            )
        if lacking:
            named = quote_names(lacking, most=MOST_NAMED)
            told.append(
                f"pages are missing in the index of {named}, which the corpus’ page or"
                " search_check repairs"
            )
        super().__init__("; ".join(told))
        self.count = len(missing) + len(lacking)


def check_search() -> str:
    """A few words on the engine, which is well; otherwise SearchDownError or IndexMissingError."""
    if settings.SEARCH_ENGINE == "elasticsearch":
        well = _check_elasticsearch()
    else:
        well = _check_folder(Path(settings.SEARCH_FOLDER))
    _check_indices()
    return well


def _check_indices() -> None:
    # Only sealed ones: of others the index comes with their pages.
    sealed = readable_corpora().filter(sealed_at__isnull=False).order_by("name")
    engine = get_engine()
    missing, lacking = [], []
    try:
        for corpus in sealed:
            if engine.live_build(corpus.public_id.hex) is None:
                missing.append(corpus.name)
            elif _lacks_pages(corpus, engine):
                lacking.append(corpus.name)
    except DatabaseError:
        # Another probe's business.
        return
    except SearchError as error:
        raise SearchDownError(str(error)) from None
    if missing or lacking:
        raise IndexMissingError(missing, lacking)


def _lacks_pages(corpus: Corpus, engine: Engine) -> bool:
    """Whether there are pages that are not in the index, and no update is to be expected."""
    count = engine.reader(corpus.public_id.hex).count()
    return count < sealed_page_count(corpus.public_id) and not does_any_wait(corpus)


def _check_folder(folder: Path) -> str:
    try:
        # The first index makes the folder: while that is missing, no corpus has one.
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        # Asking for permission would not notice a full or read-only disk.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"ok")
    except OSError as error:
        raise SearchDownError(f"the index folder cannot be written: {error.strerror}") from None
    return "embedded index"


def _check_elasticsearch() -> str:
    # Imported here: embedded, the client would cost half a second of every start.
    from elasticsearch import ApiError, Elasticsearch, TransportError

    client = Elasticsearch(
        settings.ELASTICSEARCH_URL, request_timeout=SECONDS, max_retries=0, retry_on_timeout=False
    )
    try:
        status = client.cluster.health()["status"]
    except ApiError as error:
        raise SearchDownError(f"Elasticsearch answers {error.status_code}") from None
    except TransportError as error:
        raise SearchDownError(f"Elasticsearch: {type(error).__name__}") from None
    finally:
        client.close()
    if status == "red":
        raise SearchDownError("Elasticsearch is red: some shards are missing")
    return f"Elasticsearch is {status}"
