"""Whether the search engine can be used and has its indices, without searching."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError

from jobs.naming import quote_names
from search.engines import get_engine
from search.errors import SearchError
from wiki.selectors.pages import readable_corpora

SECONDS = 1.5
MOST_NAMED = 3


class SearchDownError(Exception):
    """The engine cannot be used; the message says why, without addresses or passwords."""


class IndexMissingError(Exception):
    """The engine is well, but so many sealed corpora have no index; the message names them."""

    def __init__(self, names: Sequence[str]) -> None:
        named = quote_names(names, most=MOST_NAMED)
        who = "it" if len(names) == 1 else "they"
        super().__init__(f"no index of {named}: {who} cannot be searched")
        self.count = len(names)


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
    try:
        missing = [c.name for c in sealed if engine.live_build(c.public_id.hex) is None]
    except DatabaseError:
        # Another probe's business.
        return
    except SearchError as error:
        raise SearchDownError(str(error)) from None
    if missing:
        raise IndexMissingError(missing)


def _check_folder(folder: Path) -> str:
    try:
        # Asking for permission would not notice a full or read-only disk.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"ok")
    except FileNotFoundError:
        raise SearchDownError("the index folder is missing") from None
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
