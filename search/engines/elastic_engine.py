"""Elasticsearch: versioned indices behind an alias.

    <prefix>-<key>              the alias: what readers search
    <prefix>-<key>-<build>      an index

It only stores and finds tokens; the analysis is ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import ceil
from operator import itemgetter
from typing import Any

from elasticsearch import ApiError, Elasticsearch, NotFoundError, TransportError

from search.compile.clauses import Clause
from search.deadlines import seconds_until
from search.engines.base import IndexEntry, RankedPages, Reader
from search.engines.elastic_bulk import BULK_SECONDS, ElasticWriter
from search.engines.elastic_errors import plain_errors
from search.engines.elastic_queries import query_of, weighted
from search.errors import EngineAwayError, SearchError
from search.indexing import fields

SECONDS = 10.0
_CHECK_SECONDS = 1.5
_INDEX_OPTIONS = {
    fields.IndexOption.POSITIONS: "positions",
    fields.IndexOption.FREQUENCIES: "freqs",
    fields.IndexOption.PRESENCE: "docs",
}
_SORTED_BY = itemgetter("sort")
# The engine checks its clock five times a second; a bit longer, and we do not wait for it.
_GRACE_SECONDS = 0.3
_SCORED = (fields.IndexOption.POSITIONS, fields.IndexOption.FREQUENCIES)


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


class ElasticEngine:
    """Elasticsearch."""

    name = "elasticsearch"

    def __init__(self, url: str, *, prefix: str, shards: int, replicas: int) -> None:
        try:
            self._client = Elasticsearch(
                url,
                request_timeout=SECONDS,
                max_retries=1,
                retry_on_timeout=False,
                # Not after 504: it would take too long again.
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

    def check(self) -> str:
        quick = self._client.options(request_timeout=_CHECK_SECONDS, max_retries=0)
        try:
            status: str = quick.cluster.health()["status"]
        except ApiError as error:
            raise EngineAwayError(f"Elasticsearch answers {error.status_code}") from None
        except TransportError as error:
            raise EngineAwayError(f"Elasticsearch: {type(error).__name__}") from None
        if status == "red":
            raise EngineAwayError("Elasticsearch is red: some shards are missing")
        return f"Elasticsearch is {status}"

    def size(self) -> int:
        quick = self._client.options(request_timeout=_CHECK_SECONDS, max_retries=0)
        try:
            stats = quick.indices.stats(index=f"{self._prefix}-*", metric="store")
        except ApiError as error:
            raise EngineAwayError(f"Elasticsearch answers {error.status_code}") from None
        except TransportError as error:
            raise EngineAwayError(f"Elasticsearch: {type(error).__name__}") from None
        return int(stats["_all"]["total"].get("store", {}).get("size_in_bytes", 0))

    def _alias(self, key: str) -> str:
        return f"{self._prefix}-{key}"

    def _index(self, key: str, build: str) -> str:
        return f"{self._alias(key)}-{build}"

    def live_build(self, key: str) -> str | None:
        with plain_errors():
            try:
                behind = list(self._client.indices.get_alias(name=self._alias(key)))
            except NotFoundError:
                return None
        return max(behind).removeprefix(self._alias(key) + "-") if behind else None

    def builds(self, key: str) -> list[str]:
        with plain_errors():
            known = self._client.indices.get(index=self._alias(key) + "-*", features="aliases")
        return sorted(name.removeprefix(self._alias(key) + "-") for name in known)

    def create_build(self, key: str, build: str) -> None:
        with plain_errors():
            index = self._index(key, build)
            if not self._client.indices.exists(index=index):
                self._client.indices.create(
                    index=index,
                    mappings=_mappings(),
                    settings={
                        "number_of_shards": self._shards,
                        # Copies are made once, when all pages are in.
                        "number_of_replicas": 0,
                        "refresh_interval": "-1",
                    },
                    timeout="30s",
                )

    def publish_build(self, key: str, build: str) -> None:
        index, alias = self._index(key, build), self._alias(key)
        with plain_errors():
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
        with plain_errors():
            self._client.indices.delete(index=self._index(key, build), ignore_unavailable=True)

    def drop_index(self, key: str) -> None:
        for build in self.builds(key):
            self.drop_build(key, build)

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
        with plain_errors():
            health = self._client.cluster.health(index=index)
            stats = self._client.indices.stats(index=index, metric="docs,store")["_all"]
        return {
            "build": build,
            "state": health["status"],
            "pages": f"{stats['primaries']['docs']['count']:,}",
            "shards": f"{health['active_primary_shards']}, {health['active_shards']} with replicas",
            "size": f"{stats['total']['store']['size_in_bytes'] / 2**20:.1f} MB",
        }


class ElasticReader:
    """An index of Elasticsearch, or an alias, open for reading."""

    # The engine's own limit; within it, equal scores come in the order of page ids.
    window = 10_000

    def __init__(self, client: Elasticsearch, index: str) -> None:
        self._client = client
        self._index = index

    def _search(self, client: Elasticsearch, *, effort: int = 0, **parameters: Any) -> Any:
        with plain_errors(effort, is_search=True):
            return client.search(
                index=self._index,
                search_type="dfs_query_then_fetch",
                source=False,
                # Part of an answer, while a shard is away, would look like a complete one.
                allow_partial_search_results=False,
                **parameters,
            )

    def search(
        self, clause: Clause, limit: int, *, effort: int = 0, until: float | None = None
    ) -> RankedPages:
        client, timeout = self._client, None
        if until is not None:
            seconds = seconds_until(until)
            client, timeout = _impatient(client, ceil(10 * seconds)), f"{seconds * 1000:.0f}ms"
        found = self._search(
            client,
            effort=effort,
            timeout=timeout,
            query=weighted(query_of(clause)),
            size=min(limit, self.window),
            track_total_hits=True,
            sort=[{"_score": "desc"}, {"page_id": "asc"}],
            # We need only the sort values: no stored field is read, and little is sent.
            stored_fields="_none_",
            filter_path="hits.total.value,hits.hits.sort",
        )["hits"]
        sorted_by = list(map(_SORTED_BY, found.get("hits", ())))
        return RankedPages(
            found["total"]["value"],
            [page_id for _, page_id in sorted_by],
            [score for score, _ in sorted_by],
        )

    def count(self) -> int:
        with plain_errors():
            count: int = self._client.count(index=self._index)["count"]
        return count

    def stamps(self, page_ids: Iterable[int]) -> dict[int, int]:
        stamps: dict[int, int] = {}
        ids = [str(page_id) for page_id in page_ids]
        for start in range(0, len(ids), self.window):
            query = {"ids": {"values": ids[start : start + self.window]}}
            found = self._entries(query, self.window)
            stamps.update((entry.page_id, entry.stamp) for entry in found)
        return stamps

    def entries(self, after: int, limit: int) -> list[IndexEntry]:
        return self._entries({"range": {"page_id": {"gt": after}}}, min(limit, self.window))

    def _entries(self, query: dict[str, Any], limit: int) -> list[IndexEntry]:
        found = self._search(
            self._client,
            query={"constant_score": {"filter": query}},
            size=limit,
            sort=[{"page_id": "asc"}],
            track_total_hits=False,
            docvalue_fields=["stamp"],
        )
        return [
            IndexEntry(int(hit["_id"]), int(hit["fields"]["stamp"][0]))
            for hit in found["hits"]["hits"]
        ]

    def score(self, clause: Clause, page_id: int) -> float:
        page = {"ids": {"values": [str(page_id)]}}
        query = weighted({"bool": {"must": query_of(clause), "filter": page}})
        found = self._search(self._client, query=query, size=1)["hits"]["hits"]
        return float(found[0]["_score"]) if found else 0.0

    def explain(self, clause: Clause, page_id: int) -> str:
        with plain_errors():
            query = weighted(query_of(clause))
            answer = self._client.explain(index=self._index, id=str(page_id), query=query)
        return json.dumps(answer.get("explanation", "no match"), indent=2)


@lru_cache(maxsize=100)
def _impatient(client: Elasticsearch, tenths: int) -> Elasticsearch:
    """Return the client with a timeout in tenths of a second. Cached: it takes a while to make."""
    return client.options(request_timeout=tenths / 10 + _GRACE_SECONDS)
