"""Bulk requests to Elasticsearch, from a small pool of threads and with retries.

The next pages are prepared while the cluster works; if its queue is full, we wait.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from elasticsearch import Elasticsearch

from search.engines.elastic_errors import BUSY, plain_errors
from search.errors import EngineAwayError, SearchError
from search.indexing.documents import IndexDocument

BULK_SECONDS = 60.0
BULK_BYTES = 4 * 2**20
BULKS_AT_ONCE = 2
LONGEST_PAUSE = 8.0

logger = logging.getLogger(__name__)


class ElasticWriter:
    """A writer that sends pages in bulks."""

    def __init__(self, client: Elasticsearch, index: str) -> None:
        self._client = client
        self._index = index
        self._lines: list[str] = []
        self._size = 0
        self._pool = ThreadPoolExecutor(BULKS_AT_ONCE, thread_name_prefix="bulk")
        self._sent: deque[Future[None]] = deque()

    def add(self, documents: Iterable[IndexDocument]) -> None:
        for document in documents:
            self._put(
                json.dumps({"index": {"_id": str(document.page_id)}}),
                json.dumps(source_of(document), ensure_ascii=False),
            )

    def delete(self, page_ids: Iterable[int]) -> None:
        for page_id in page_ids:
            self._put(json.dumps({"delete": {"_id": str(page_id)}}))

    def _put(self, *lines: str) -> None:
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._size >= BULK_BYTES:
            self._send()

    def _send(self) -> None:
        if not self._lines:
            return
        # Not more at once than the cluster takes: the oldest must be done before another is sent.
        while len(self._sent) >= BULKS_AT_ONCE:
            self._sent.popleft().result()
        self._sent.append(self._pool.submit(send_bulk, self._client, self._index, self._lines))
        self._lines, self._size = [], 0

    def commit(self) -> None:
        self._send()
        while self._sent:
            self._sent.popleft().result()
        with plain_errors():
            # Writing a large segment can take longer than any search may.
            patient = self._client.options(request_timeout=BULK_SECONDS)
            patient.indices.refresh(index=self._index)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def source_of(document: IndexDocument) -> dict[str, Any]:
    """Return a page as Elasticsearch takes it."""
    return {
        "page_id": document.page_id,
        "stamp": document.stamp,
        "weight": document.weight,
        **document.fields,
    }


def send_bulk(client: Elasticsearch, index: str, lines: list[str]) -> None:
    """Send a bulk until all of it is stored, with growing pauses while the cluster is busy."""
    started_at = time.monotonic()
    pause = 0.25
    patient = client.options(request_timeout=BULK_SECONDS, max_retries=0)
    while True:
        try:
            with plain_errors():
                answer = patient.bulk(index=index, operations=lines)  # type: ignore[arg-type]
            lines = _refused(lines, answer)
            if not lines:
                return
            problem = "it is busy"
        except EngineAwayError as error:
            problem = str(error)
            if time.monotonic() - started_at > settings.ELASTICSEARCH_PATIENCE_SECONDS:
                raise
        if time.monotonic() - started_at > settings.ELASTICSEARCH_PATIENCE_SECONDS:
            raise EngineAwayError(_("The search engine is too busy to take pages."))
        logger.info("Waiting for the search engine: %s", problem)
        # Not at the same moment: several workers may be waiting.
        time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
        pause = min(pause * 2, LONGEST_PAUSE)


def _refused(lines: list[str], answer: Any) -> list[str]:
    """Return the operations to send again. Raises SearchError for one that can never succeed."""
    if not answer["errors"]:
        return []
    again: list[str] = []
    position = 0
    for item in answer["items"]:
        kind, outcome = next(iter(item.items()))
        length = 1 if kind == "delete" else 2
        status = outcome["status"]
        if status in BUSY:
            again += lines[position : position + length]
        elif status >= 400 and not (kind == "delete" and status == 404):
            raise SearchError(
                _("The search engine refused a page (it answers %(status)s).") % {"status": status}
            )
        position += length
    return again
