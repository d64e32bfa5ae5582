"""tantivy: an index on this machine's disk, without a server.

    <folder>/<key>/live            the name of the live build, replaced in one piece
    <folder>/<key>/<build>/        an index

Only workers and commands write, one at a time. Other processes check `live` and the index's own
`meta.json` before they search, at most four times a second, and open or reload what has changed.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from math import log2
from pathlib import Path
from typing import Any

import tantivy
from django.utils.translation import gettext as _
from tantivy import Occur, Query

from search.compile.clauses import Clause
from search.deadlines import seconds_until
from search.engines.base import IndexEntry, RankedPages, Reader
from search.engines.tantivy_queries import query_of
from search.errors import EngineAwayError, NoIndexError, SearchError, TooSlowError
from search.indexing import fields
from search.indexing.documents import IndexDocument

_TOKENIZER = "tokens"
_HEAP = 128 * 2**20
# A check of the disk is valid for this long: under load, many searches share it.
_TRUSTED_SECONDS = 0.25
# A lookup of a word takes up to 20 ns for each page. Searches that may take longer than 100 ms run
# in a thread that can be abandoned.
_WATCHED = 5_000_000
_watchers = ThreadPoolExecutor(max(2, os.cpu_count() or 1), thread_name_prefix="tantivy")
_LIVE = "live"
# tantivy multiplies by log2(2 + value).
_WEIGHT = "weight"


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("page_id", indexed=True, fast=True)
    builder.add_unsigned_field("stamp", fast=True)
    builder.add_float_field(_WEIGHT, fast=True)
    for name, holding in fields.FIELDS.items():
        builder.add_text_field(name, tokenizer_name=_TOKENIZER, index_option=holding.value)
    return builder.build()


def _prepared(index: Any) -> Any:
    tokenizer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer(_TOKENIZER, tokenizer)
    return index


class _PlainErrors:
    """A context that reports an index that cannot be used. (A generator would slow each search.)"""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, OSError | ValueError):
            # The message would name folders of this machine.
            raise EngineAwayError(
                _("The search index on disk cannot be used (%(error)s).")
                % {"error": type(error).__name__}
            ) from error


_plain_errors = _PlainErrors()


class TantivyEngine:
    """tantivy, with an index per corpus in a folder."""

    name = "tantivy"

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._readers: dict[tuple[str, str], TantivyReader] = {}
        # For each key the live build, with the time and inode of the file that names it.
        self._live: dict[str, tuple[tuple[int, int], str]] = {}
        # For each key the live build's reader, and how long it need not be checked again.
        self._trusted: dict[str, tuple[float, TantivyReader]] = {}
        self._lock = threading.Lock()

    def check(self) -> str:
        folder = self._folder
        try:
            # The first index makes the folder: while that is missing, no corpus has one.
            while not folder.exists() and folder != folder.parent:
                folder = folder.parent
            # Asking for permission would not notice a full or read-only disk.
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(b"ok")
        except OSError as error:
            raise EngineAwayError(f"the index folder cannot be written: {error.strerror}") from None
        return "embedded index"

    def size(self) -> int:
        total = 0
        for parent, _folders, files in os.walk(self._folder):
            for name in files:
                # A merge may remove files at this moment.
                with suppress(FileNotFoundError):
                    total += Path(parent, name).lstat().st_size
        return total

    def _path(self, key: str, build: str) -> Path:
        return self._folder / key / build

    def live_build(self, key: str) -> str | None:
        path = f"{self._folder}/{key}/{_LIVE}"
        try:
            status = os.stat(path)
            known = self._live.get(key)
            # Checking when it was replaced costs a tenth of reading it.
            if known is None or known[0] != (status.st_mtime_ns, status.st_ino):
                with open(path) as file:
                    status = os.fstat(file.fileno())
                    known = (status.st_mtime_ns, status.st_ino), file.read().strip()
                self._live[key] = known
            return known[1] or None
        except FileNotFoundError:
            return None

    def builds(self, key: str) -> list[str]:
        folder = self._folder / key
        return sorted(path.name for path in folder.glob("*") if path.is_dir())

    def create_build(self, key: str, build: str) -> None:
        path = self._path(key, build)
        with _plain_errors:
            path.mkdir(parents=True, exist_ok=True)
            tantivy.Index(_schema(), path=str(path), reuse=True)

    def publish_build(self, key: str, build: str) -> None:
        new = self._folder / key / f".{_LIVE}"
        with _plain_errors:
            new.write_text(build)
            # Renaming replaces the old file at once: nobody ever sees half of it.
            os.replace(new, self._folder / key / _LIVE)
        self._trusted.pop(key, None)

    def drop_build(self, key: str, build: str) -> None:
        self._trusted.pop(key, None)
        with self._lock:
            self._readers.pop((key, build), None)
        shutil.rmtree(self._path(key, build), ignore_errors=True)

    def drop_index(self, key: str) -> None:
        for build in self.builds(key):
            self.drop_build(key, build)
        shutil.rmtree(self._folder / key, ignore_errors=True)

    def reader(self, key: str, build: str | None = None) -> Reader:
        if build is not None:
            return self._open_live(key, build)
        now = time.monotonic()
        until, reader = self._trusted.get(key, (0.0, None))
        if reader is None or now > until:
            reader = self._open_live(key)
            self._trusted[key] = now + _TRUSTED_SECONDS, reader
        return reader

    def _open_live(self, key: str, build: str | None = None) -> TantivyReader:
        """Return a reader for the index that is on disk now."""
        while True:
            with _plain_errors:
                name = build or self.live_build(key)
            if name is None:
                raise NoIndexError(_("This corpus has no search index yet."))
            try:
                with _plain_errors:
                    return self._opened(key, name)
            except SearchError:
                # Since we read `live`, a rebuild may have replaced the build.
                if build is not None or self.live_build(key) in (None, name):
                    raise

    def _opened(self, key: str, build: str) -> TantivyReader:
        with self._lock:
            reader = self._readers.get((key, build)) or self._open(key, build)
        reader.refresh()
        return reader

    def _open(self, key: str, build: str) -> TantivyReader:
        # Builds that were replaced are not kept in memory.
        for known in [known for known in self._readers if known[0] == key]:
            del self._readers[known]
        reader = self._readers[key, build] = TantivyReader(self._path(key, build))
        return reader

    @contextmanager
    def writer(self, key: str, build: str) -> Iterator[TantivyWriter]:
        with _plain_errors:
            index = _prepared(tantivy.Index.open(str(self._path(key, build))))
            inner = index.writer(_HEAP, min(os.cpu_count() or 1, 4))
        writer = TantivyWriter(index.schema, inner, is_empty=not index.searcher().num_docs)
        try:
            yield writer
        finally:
            # Releases the lock; what was not committed is lost.
            with _plain_errors:
                writer.close()
            self._trusted.pop(key, None)

    def report(self, key: str) -> dict[str, str]:
        build = self.live_build(key)
        if build is None:
            return {"state": "no index"}
        path = self._path(key, build)
        size = sum(file.stat().st_size for file in path.glob("*") if file.is_file())
        reader = self.reader(key)
        assert isinstance(reader, TantivyReader)
        return {
            "build": build,
            "pages": f"{reader.count():,}",
            "segments": str(reader.searcher.num_segments),
            "size": f"{size / 2**20:.1f} MB",
        }


class TantivyWriter:
    """A build of tantivy, open for writing."""

    def __init__(self, schema: Any, inner: Any, *, is_empty: bool) -> None:
        self._schema = schema
        self._inner = inner
        # In an empty index only pages that are added twice must be deleted, and deleting is slow.
        self._added: set[int] | None = set() if is_empty else None

    def add(self, documents: Iterable[IndexDocument]) -> None:
        batch = list(documents)
        ids = {document.page_id for document in batch}
        if self._added is None:
            self.delete(ids)
        else:
            self.delete(ids & self._added)
            self._added |= ids
        with _plain_errors:
            for document in batch:
                stored = tantivy.Document()
                stored.add_unsigned("page_id", document.page_id)
                stored.add_unsigned("stamp", document.stamp)
                stored.add_float(_WEIGHT, 2.0**document.weight - 2.0)
                for name, tokens in document.fields.items():
                    stored.add_text(name, tokens)
                self._inner.add_document(stored)

    def delete(self, page_ids: Iterable[int]) -> None:
        ids = list(page_ids)
        if ids:
            with _plain_errors:
                # By query: deleting by term silently misses numbers.
                query = Query.term_set_query(self._schema, "page_id", ids)
                self._inner.delete_documents_by_query(query)

    def commit(self) -> None:
        with _plain_errors:
            self._inner.commit()

    def close(self) -> None:
        self._inner.rollback()
        self._inner.wait_merging_threads()


class TantivyReader:
    """A build of tantivy, open for reading."""

    # We order ties ourselves, so all pages that tie must be fetched. Beyond this number, which
    # takes a tenth of a second, they come in tantivy's order.
    window = 200_000

    def __init__(self, path: Path) -> None:
        self._meta = str(path / "meta.json")
        try:
            self._index = _prepared(tantivy.Index.open(str(path)))
        except (OSError, ValueError) as error:
            raise NoIndexError(_("The search index of this corpus cannot be opened.")) from error
        self.schema = self._index.schema
        self._weight = _WEIGHT if _has_weights(self._index) else None
        self._seen = 0
        self._lock = threading.Lock()
        self.searcher: Any = None
        self.refresh()

    def refresh(self) -> None:
        """Load what writers of any process have committed since."""
        changed = os.stat(self._meta).st_mtime_ns
        if changed == self._seen:
            return
        with self._lock:
            if changed != self._seen:
                self._index.reload()
                self.searcher = self._index.searcher()
                self._seen = changed

    def search(
        self, clause: Clause, limit: int, *, effort: int = 0, until: float | None = None
    ) -> RankedPages:
        if until is None or effort * self.count() < _WATCHED:
            return self._search(clause, limit)
        seconds = seconds_until(until)
        # tantivy cannot be stopped, but we need not wait for it.
        searching = _watchers.submit(self._search, clause, limit)
        try:
            return searching.result(seconds)
        except TimeoutError:
            if searching.cancel():
                # It had not begun.
                raise EngineAwayError(_("The search engine is busy with other searches.")) from None
            raise TooSlowError from None

    def _search(self, clause: Clause, limit: int) -> RankedPages:
        with _plain_errors:
            query = query_of(clause, self.schema)
            found = self.searcher.search(query, max(1, limit), weight_by_field=self._weight)
            # Read once: the attribute is computed each time.
            scored = found.hits[:limit]
            page_ids = self._ids([address for _, address in scored])
        return RankedPages(found.count, page_ids, [score for score, _ in scored])

    def _ids(self, addresses: list[Any]) -> list[int]:
        ids: list[int] = self.searcher.fast_field_values("page_id", addresses)
        return ids

    def count(self) -> int:
        count: int = self.searcher.num_docs
        return count

    def stamps(self, page_ids: Iterable[int]) -> dict[int, int]:
        ids = list(page_ids)
        if not ids:
            return {}
        query = Query.term_set_query(self.schema, "page_id", ids)
        return {entry.page_id: entry.stamp for entry in self._entries(query, len(ids))}

    def entries(self, after: int, limit: int) -> list[IndexEntry]:
        query = Query.range_query(
            self.schema, "page_id", tantivy.FieldType.Unsigned, after, None, include_lower=False
        )
        return self._entries(query, limit)

    def _entries(self, query: Any, limit: int) -> list[IndexEntry]:
        with _plain_errors:
            found = self.searcher.search(
                query, limit, count=False, order_by_field="page_id", order=tantivy.Order.Asc
            )
            addresses = [address for _, address in found.hits]
            stamps = self.searcher.fast_field_values("stamp", addresses)
            return [
                IndexEntry(page_id, stamp)
                for page_id, stamp in zip(self._ids(addresses), stamps, strict=True)
            ]

    def score(self, clause: Clause, page_id: int) -> float:
        page = Query.term_query(self.schema, "page_id", page_id)
        parts = [
            (Occur.Must, query_of(clause, self.schema)),
            (Occur.Must, Query.const_score_query(page, 0)),
        ]
        with _plain_errors:
            query = Query.boolean_query(parts)
            found = self.searcher.search(query, 1, weight_by_field=self._weight)
        return found.hits[0][0] if found.hits else 0.0

    def explain(self, clause: Clause, page_id: int) -> str:
        query = Query.term_query(self.schema, "page_id", page_id)
        found = self.searcher.search(query, 1)
        if not found.hits:
            return "not in the index"
        address = found.hits[0][1]
        explanation = json.loads(
            query_of(clause, self.schema).explain(self.searcher, address).to_json()
        )
        weight = 1.0
        if self._weight:
            [value] = self.searcher.fast_field_values(self._weight, [address])
            weight = log2(2.0 + value)
        weighted = {
            "value": explanation["value"] * weight,
            "description": f"Product of the page's weight, {weight:.4g}, and",
            "details": [explanation],
        }
        return json.dumps(weighted, indent=2)


def _has_weights(index: Any) -> bool:
    """Return whether pages have weights: an index of an earlier version works without them."""
    try:
        index.searcher().fast_field_values(_WEIGHT, [])
    except ValueError:
        return False
    return True
