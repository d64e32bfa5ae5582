"""The two engines without us: indexing prepared tokens, and asking compiled queries."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tantivy
from elasticsearch import Elasticsearch, helpers

from search.compile.clauses import Clause
from search.engines import elastic_bulk, elastic_engine, tantivy_engine, tantivy_queries
from search.engines.base import Engine
from search.engines.elastic_queries import query_of, weighted
from search.indexing.documents import IndexDocument

HITS = 20
_SCRATCH = "benchmark-bare"


def index_with_tantivy(documents: Sequence[IndexDocument]) -> None:
    folder = tempfile.mkdtemp(prefix="touchstone-bare-")
    try:
        index = tantivy_engine._prepared(tantivy.Index(tantivy_engine._schema(), path=folder))
        writer = index.writer(tantivy_engine._HEAP, min(os.cpu_count() or 1, 4))
        for document in documents:
            stored = tantivy.Document()
            stored.add_unsigned("page_id", document.page_id)
            stored.add_unsigned("stamp", document.stamp)
            stored.add_float("weight", 2.0**document.weight - 2.0)
            for name, tokens in document.fields.items():
                stored.add_text(name, tokens)
            writer.add_document(stored)
        writer.commit()
        writer.wait_merging_threads()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def index_with_elasticsearch(client: Elasticsearch, documents: Sequence[IndexDocument]) -> None:
    """Index with the client's own bulk helper, with as many bulks at once as ours."""
    client = client.options(request_timeout=elastic_bulk.BULK_SECONDS)
    client.indices.delete(index=_SCRATCH, ignore_unavailable=True)
    client.indices.create(
        index=_SCRATCH,
        mappings=elastic_engine._mappings(),
        settings={"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1"},
    )

    def actions() -> Iterator[dict[str, Any]]:
        for document in documents:
            source = elastic_bulk.source_of(document)
            yield {"_index": _SCRATCH, "_id": str(document.page_id), "_source": source}

    for _ in helpers.parallel_bulk(
        client,
        actions(),
        thread_count=elastic_bulk.BULKS_AT_ONCE,
        max_chunk_bytes=elastic_bulk.BULK_BYTES,
    ):
        pass
    client.indices.refresh(index=_SCRATCH)
    client.indices.delete(index=_SCRATCH)


Prepare = Callable[[Clause], Callable[[], object]]


def bare_search(engine: Engine, key: str) -> dict[str, Prepare]:
    """Return functions that turn a clause into a call of the engine's own API.

    For tantivy, the query objects are created within the call, like the JSON for Elasticsearch;
    for "ready", they are created before.
    """
    if isinstance(engine, elastic_engine.ElasticEngine):
        return {"bare": _of_elasticsearch(engine, key)}
    assert isinstance(engine, tantivy_engine.TantivyEngine)
    return _of_tantivy(engine, key)


def _of_tantivy(engine: tantivy_engine.TantivyEngine, key: str) -> dict[str, Prepare]:
    reader = engine.reader(key)
    assert isinstance(reader, tantivy_engine.TantivyReader)
    searcher = reader.searcher

    def ask(query: object) -> object:
        found = searcher.search(query, HITS, weight_by_field="weight")
        return searcher.fast_field_values("page_id", [address for _, address in found.hits])

    def prepare(clause: Clause) -> Callable[[], object]:
        return lambda: ask(tantivy_queries.query_of(clause, reader.schema))

    def prepare_ready(clause: Clause) -> Callable[[], object]:
        query = tantivy_queries.query_of(clause, reader.schema)
        return lambda: ask(query)

    return {"bare": prepare, "ready": prepare_ready}


def _of_elasticsearch(engine: elastic_engine.ElasticEngine, key: str) -> Prepare:
    client, index = engine._client, engine._alias(key)

    def prepare(clause: Clause) -> Callable[[], object]:
        query = weighted(query_of(clause))
        return lambda: client.search(
            index=index,
            query=query,
            size=HITS,
            source=False,
            track_total_hits=True,
            search_type="dfs_query_then_fetch",
        )

    return prepare


def index_size(engine: Engine, key: str) -> int:
    """Return the bytes on disk, once merged segments are gone."""
    build = engine.live_build(key)
    assert build is not None
    if isinstance(engine, elastic_engine.ElasticEngine):
        name = engine._index(key, build)
        stats = engine._client.indices.stats(index=name, metric="store")
        size: int = stats["_all"]["primaries"]["store"]["size_in_bytes"]
        return size
    assert isinstance(engine, tantivy_engine.TantivyEngine)
    folder: Path = engine._path(key, build)
    return sum(file.stat().st_size for file in folder.glob("*") if file.is_file())
