"""Whether the search engine can be used, without searching."""

from __future__ import annotations

import tempfile
from pathlib import Path

from django.conf import settings

SECONDS = 1.5


class SearchDownError(Exception):
    """The engine cannot be used; the message says why, without addresses or passwords."""


def check_search() -> str:
    """A few words on the engine, which is well; otherwise SearchDownError."""
    if settings.SEARCH_ENGINE == "elasticsearch":
        return _check_elasticsearch()
    return _check_folder(Path(settings.SEARCH_FOLDER))


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
