"""Elasticsearch: versioned indices behind an alias.

    <prefix>-<key>              the alias: what readers search
    <prefix>-<key>-<build>      an index

It only stores and finds tokens; the analysis is ours. Pages are sent in bulk from a small pool,
so that the next are prepared while the cluster works; a full queue there makes us wait here.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from math import ceil
from operator import itemgetter
from typing import Any

from elasticsearch import (
    ApiError,
    ConnectionTimeout,
    Elasticsearch,
    NotFoundError,
    TransportError,
)

from search import clauses, fields
from search.clauses import Clause
from search.deadlines import seconds_until
from search.documents import IndexDocument
from search.engines.base import Entry, Found, Reader
from search.errors import (
    EngineAwayError,
    NoIndexError,
    QueryRefusedError,
    SearchError,
    TooSlowError,
)

SECONDS = 10.0
BULK_SECONDS = 60.0
BULK_BYTES = 4 * 2**20
BULKS_AT_ONCE = 2
# A cluster that is away or full is asked again for about so long before we give up.
PATIENCE_SECONDS = 45.0
LONGEST_PAUSE = 8.0
_BUSY = frozenset({408, 429, 502, 503, 504})
_INDEX_OPTIONS = {
    fields.Holding.PLACES: "positions",
    fields.Holding.COUNTS: "freqs",
    fields.Holding.PRESENCE: "docs",
}
_SORTED_BY = itemgetter("sort")
_TIMED_OUT = "search_timeout_exception"
_CLOSED = "index_closed_exception"
# The engine looks at its clock five times a second; one that does not is not waited for.
_GRACE_SECONDS = 0.3
# Ten phrases take as much. If less is not answered, the engine is at fault and not the query.
_DEMANDING = 200
_SCORED = (fields.Holding.PLACES, fields.Holding.COUNTS)

logger = logging.getLogger(__name__)


def _mappings() -> dict[str, Any]:
    properties: dict[str, Any] = {
        "page_id": {"type": "long"},
        "stamp": {"type": "long", "index": False},
        "weight": {"type": "double", "index": False},
    }
    for name, holding in fields.FIELDS.items():
        properties[name] = {
            "type": "text",
            "analyzer": "whitespace",
            "index_options": _INDEX_OPTIONS[holding],
            "norms": holding in _SCORED,
        }
    # The text is in the database; here it would be stored a second time.
    return {"dynamic": "strict", "_source": {"enabled": False}, "properties": properties}


@contextmanager
def _plain_errors(effort: int = 0, *, is_search: bool = False) -> Iterator[None]:
    try:
        yield
    except NotFoundError as error:
        raise NoIndexError("This corpus has no search index yet.") from error
    except ApiError as error:
        # Without partial results, what takes longer than its timeout ends like this.
        if _TIMED_OUT in str(error.body):
            raise TooSlowError from error
        if error.status_code in _BUSY:
            raise EngineAwayError(
                f"The search engine is not ready (it answers {error.status_code})."
            ) from error
        if is_search and error.status_code == 400 and _CLOSED not in str(error.body):
            # Of no use to who asked, but to us: we promise that no query comes to this.
            logger.error("The search engine refused a query: %s", error)
            raise QueryRefusedError from error
        raise SearchError(f"The search engine refused (it answers {error.status_code}).") from error
    except TransportError as error:
        if isinstance(error, ConnectionTimeout) and effort >= _DEMANDING:
            raise TooSlowError from error
        raise EngineAwayError(
            f"The search engine cannot be reached ({type(error).__name__})."
        ) from error


class ElasticEngine:
    name = "elasticsearch"

    def __init__(self, url: str, *, prefix: str, shards: int, replicas: int) -> None:
        try:
            self._client = Elasticsearch(
                url,
                request_timeout=SECONDS,
                max_retries=1,
                retry_on_timeout=False,
                # Not after 504: what takes too long takes too long again.
                retry_on_status=(429, 502, 503),
            )
        except ValueError:
            # The message would repeat the address, with a password.
            raise SearchError(
                "TOUCHSTONE_ELASTICSEARCH_URL is not set, or is no address such as"
                " http://elasticsearch:9200."
            ) from None
        self._prefix = prefix
        self._shards = shards
        self._replicas = replicas

    def _alias(self, key: str) -> str:
        return f"{self._prefix}-{key}"

    def _index(self, key: str, build: str) -> str:
        return f"{self._alias(key)}-{build}"

    def live_build(self, key: str) -> str | None:
        with _plain_errors():
            try:
                behind = list(self._client.indices.get_alias(name=self._alias(key)))
            except NotFoundError:
                return None
        return max(behind).removeprefix(self._alias(key) + "-") if behind else None

    def builds(self, key: str) -> list[str]:
        with _plain_errors():
            known = self._client.indices.get(index=self._alias(key) + "-*", features="aliases")
        return sorted(name.removeprefix(self._alias(key) + "-") for name in known)

    def create_build(self, key: str, build: str) -> None:
        with _plain_errors():
            index = self._index(key, build)
            if not self._client.indices.exists(index=index):
                self._client.indices.create(
                    index=index,
                    mappings=_mappings(),
                    settings={
                        "number_of_shards": self._shards,
                        # Copies are made once, when all is in.
                        "number_of_replicas": 0,
                        "refresh_interval": "-1",
                    },
                    timeout="30s",
                )

    def publish_build(self, key: str, build: str) -> None:
        index, alias = self._index(key, build), self._alias(key)
        with _plain_errors():
            self._client.indices.put_settings(
                index=index,
                settings={"number_of_replicas": self._replicas, "refresh_interval": "1s"},
            )
            patient = self._client.options(request_timeout=BULK_SECONDS)
            patient.indices.refresh(index=index)
            self._client.indices.update_aliases(
                actions=[
                    {"remove": {"index": f"{alias}-*", "alias": alias, "must_exist": False}},
                    {"add": {"index": index, "alias": alias}},
                ]
            )

    def drop_build(self, key: str, build: str) -> None:
        with _plain_errors():
            self._client.indices.delete(index=self._index(key, build), ignore_unavailable=True)

    def reader(self, key: str, build: str | None = None) -> Reader:
        name = self._alias(key) if build is None else self._index(key, build)
        return ElasticReader(self._client, name)

    @contextmanager
    def writer(self, key: str, build: str) -> Iterator[ElasticWriter]:
        writer = ElasticWriter(self._client, self._index(key, build))
        try:
            yield writer
        finally:
            writer.close()

    def report(self, key: str) -> dict[str, str]:
        build = self.live_build(key)
        if build is None:
            return {"state": "no index"}
        index = self._index(key, build)
        with _plain_errors():
            health = self._client.cluster.health(index=index)
            stats = self._client.indices.stats(index=index, metric="docs,store")["_all"]
        return {
            "build": build,
            "state": health["status"],
            "pages": f"{stats['primaries']['docs']['count']:,}",
            "shards": f"{health['active_primary_shards']}, {health['active_shards']} with replicas",
            "size": f"{stats['total']['store']['size_in_bytes'] / 2**20:.1f} MB",
        }


class ElasticWriter:
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
                json.dumps(_source(document), ensure_ascii=False),
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
        # Not more at once than the cluster takes: the oldest must be in before another is sent.
        while len(self._sent) >= BULKS_AT_ONCE:
            self._sent.popleft().result()
        self._sent.append(self._pool.submit(_send_bulk, self._client, self._index, self._lines))
        self._lines, self._size = [], 0

    def commit(self) -> None:
        self._send()
        while self._sent:
            self._sent.popleft().result()
        with _plain_errors():
            # Writing a large segment can take longer than any search may.
            patient = self._client.options(request_timeout=BULK_SECONDS)
            patient.indices.refresh(index=self._index)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _source(document: IndexDocument) -> dict[str, Any]:
    return {
        "page_id": document.page_id,
        "stamp": document.stamp,
        "weight": document.weight,
        **document.fields,
    }


def _send_bulk(client: Elasticsearch, index: str, lines: list[str]) -> None:
    """Send a bulk until all of it is in, with growing pauses while the cluster is away or full."""
    started_at = time.monotonic()
    pause = 0.25
    patient = client.options(request_timeout=BULK_SECONDS, max_retries=0)
    while True:
        try:
            with _plain_errors():
                answer = patient.bulk(index=index, operations=lines)  # type: ignore[arg-type]
            lines = _refused(lines, answer)
            if not lines:
                return
            problem = "it is busy"
        except EngineAwayError as error:
            problem = str(error)
            if time.monotonic() - started_at > PATIENCE_SECONDS:
                raise
        if time.monotonic() - started_at > PATIENCE_SECONDS:
            raise EngineAwayError("The search engine is too busy to take pages.")
        logger.info("Waiting for the search engine: %s", problem)
        # Not all at once: several workers may be waiting.
        time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
        pause = min(pause * 2, LONGEST_PAUSE)


def _refused(lines: list[str], answer: Any) -> list[str]:
    """The operations that must be sent again; raises for one that can never succeed."""
    if not answer["errors"]:
        return []
    again: list[str] = []
    position = 0
    for item in answer["items"]:
        kind, outcome = next(iter(item.items()))
        length = 1 if kind == "delete" else 2
        status = outcome["status"]
        if status in _BUSY:
            again += lines[position : position + length]
        elif status >= 400 and not (kind == "delete" and status == 404):
            raise SearchError(f"The search engine refused a page (it answers {status}).")
        position += length
    return again


class ElasticReader:
    # The engine's own limit; within it, equal scores come in the order of page ids.
    window = 10_000

    def __init__(self, client: Elasticsearch, index: str) -> None:
        self._client = client
        self._index = index

    def _search(self, client: Elasticsearch, *, effort: int = 0, **asked: Any) -> Any:
        with _plain_errors(effort, is_search=True):
            return client.search(
                index=self._index,
                search_type="dfs_query_then_fetch",
                source=False,
                # Half an answer, where a shard is away, would pass for a whole one.
                allow_partial_search_results=False,
                **asked,
            )

    def search(
        self, clause: Clause, limit: int, *, effort: int = 0, until: float | None = None
    ) -> Found:
        client, timeout = self._client, None
        if until is not None:
            seconds = seconds_until(until)
            client, timeout = _impatient(client, ceil(10 * seconds)), f"{seconds * 1000:.0f}ms"
        found = self._search(
            client,
            effort=effort,
            timeout=timeout,
            query=_weighted(_query(clause)),
            size=min(limit, self.window),
            track_total_hits=True,
            sort=[{"_score": "desc"}, {"page_id": "asc"}],
            # What hits are sorted by is all we need: no stored field is read, and little is sent.
            stored_fields="_none_",
            filter_path="hits.total.value,hits.hits.sort",
        )["hits"]
        sorted_by = list(map(_SORTED_BY, found.get("hits", ())))
        return Found(
            found["total"]["value"],
            [page_id for _, page_id in sorted_by],
            [score for score, _ in sorted_by],
        )

    def count(self) -> int:
        with _plain_errors():
            count: int = self._client.count(index=self._index)["count"]
        return count

    def stamps(self, page_ids: Iterable[int]) -> dict[int, int]:
        stamps: dict[int, int] = {}
        wanted = [str(page_id) for page_id in page_ids]
        for start in range(0, len(wanted), self.window):
            query = {"ids": {"values": wanted[start : start + self.window]}}
            found = self._entries(query, self.window)
            stamps.update((entry.page_id, entry.stamp) for entry in found)
        return stamps

    def entries(self, after: int, limit: int) -> list[Entry]:
        return self._entries({"range": {"page_id": {"gt": after}}}, min(limit, self.window))

    def _entries(self, query: dict[str, Any], limit: int) -> list[Entry]:
        found = self._search(
            self._client,
            query={"constant_score": {"filter": query}},
            size=limit,
            sort=[{"page_id": "asc"}],
            track_total_hits=False,
            docvalue_fields=["stamp"],
        )
        return [
            Entry(int(hit["_id"]), int(hit["fields"]["stamp"][0])) for hit in found["hits"]["hits"]
        ]

    def score(self, clause: Clause, page_id: int) -> float:
        page = {"ids": {"values": [str(page_id)]}}
        query = _weighted({"bool": {"must": _query(clause), "filter": page}})
        found = self._search(self._client, query=query, size=1)["hits"]["hits"]
        return float(found[0]["_score"]) if found else 0.0

    def explain(self, clause: Clause, page_id: int) -> str:
        with _plain_errors():
            query = _weighted(_query(clause))
            answer = self._client.explain(index=self._index, id=str(page_id), query=query)
        return json.dumps(answer.get("explanation", "no match"), indent=2)


@lru_cache(maxsize=100)
def _impatient(client: Elasticsearch, tenths: int) -> Elasticsearch:
    """The client, waiting so many tenths of a second. Kept, since making one takes a while."""
    return client.options(request_timeout=tenths / 10 + _GRACE_SECONDS)


# --- clauses into Elasticsearch's queries --------------------------------------------------
def _weighted(query: dict[str, Any]) -> dict[str, Any]:
    """What is found, its score multiplied by the page's weight."""
    weight = {"field": "weight", "missing": 1.0}
    return {"function_score": {"query": query, "field_value_factor": weight}}


def _query(clause: Clause) -> dict[str, Any]:
    match clause:
        case clauses.Everything():
            return {"match_all": {}}
        case clauses.AnyTerm(tokens=()):
            return {"match_none": {}}
        case clauses.Term(field, token):
            return {"term": {field: {"value": token}}}
        case clauses.AnyTerm(field, tokens):
            return _constant({"terms": {field: list(tokens)}})
        case clauses.Sequence(field, tokens):
            return {"match_phrase": {field: {"query": " ".join(tokens)}}}
        case clauses.Near(field, tokens, slop):
            words = [{"span_term": {field: token}} for token in tokens]
            near = {"span_near": {"clauses": words, "slop": slop, "in_order": True}}
            return _constant(near)
        case clauses.StartsWith(field, prefix):
            return _constant({"prefix": {field: {"value": prefix}}})
        case clauses.Boost(inner, factor):
            # "must", not "filter": the score of what is inside is what is multiplied.
            return {"bool": {"must": [_query(inner)], "boost": factor}}
        case clauses.Constant(inner, score):
            return _constant(_query(inner), score)
        case clauses.Bool(must, should, must_not):
            kinds = {"must": must, "should": should, "must_not": must_not}
            return {"bool": {name: [_query(c) for c in found] for name, found in kinds.items()}}
    raise TypeError(clause)


def _constant(query: dict[str, Any], score: float = 1.0) -> dict[str, Any]:
    return {"constant_score": {"filter": query, "boost": score}}
