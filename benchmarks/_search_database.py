"""The generated encyclopedia in the database and in both engines' indices.

A sample of its pages is stored whole, as an import leaves them, and is what rebuilding is timed
on. All others would take longer to store than to index: they are made into tokens at once, and
from there go the way of a rebuild, to both engines in one pass. Their rows have no text.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Sum
from django.utils import timezone

from benchmarks._search_corpus import Encyclopedia, MadePage
from search.engines.base import Engine
from search.indexing.builds import is_outdated, new_build
from search.indexing.documents import IndexDocument, PageMetadata, build_document
from search.services import rebuilding, vocabulary
from wiki.documents import PackedDocument, pack
from wiki.models import Corpus, Page, PageCategory, PageContent, Redirect
from wiki.services import corpora

PAGES_AT_ONCE = 500
BUILD = new_build(datetime(2026, 1, 1, tzinfo=UTC))

Made = tuple[MadePage, IndexDocument]

# In a worker: the encyclopedia, which its parent had already made when it was forked.
_world: list[Encyclopedia] = []


def _make(numbers: range) -> list[Made]:
    return [_made(number) for number in numbers]


def _made(number: int) -> Made:
    page = _world[0].page(number)
    document = build_document(_metadata(page, number + 1), page.document)
    page.document.clear()
    return page, document


def _metadata(page: MadePage, page_id: int) -> PageMetadata:
    digest = str(page_id).encode()
    return PageMetadata(
        page_id,
        page.title,
        digest,
        page.incoming_links,
        page.is_flagged,
        page.redirects,
        page.categories,
    )


def _batches(world: Encyclopedia) -> Iterator[list[Made]]:
    """Yield all pages in their order, made by two processes."""
    _world[:] = [world]
    count = len(world.titles)
    parts = [range(at, min(at + PAGES_AT_ONCE, count)) for at in range(0, count, PAGES_AT_ONCE)]
    # What is on its way is bounded: the engines may be slower than the makers.
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for at in range(0, len(parts), 8):
            yield from pool.imap(_make, parts[at : at + 8])


def fill(world: Encyclopedia, engines: Sequence[Engine]) -> Corpus:
    """Store all pages in the database and in the engines that do not have them yet."""
    name = f"All {len(world.titles)}"
    known = Corpus.objects.filter(name=name).first()
    corpus = known or new_corpus(name)
    key = corpus.public_id.hex
    engines = [engine for engine in engines if is_outdated(engine.live_build(key) or "")]
    if not engines:
        return corpus
    # Forked processes must not share a connection.
    connection.close()
    batches = _batches(world)
    first = next(batches)
    with ExitStack() as stack:
        for engine in engines:
            engine.create_build(key, BUILD)
        writers = [stack.enter_context(engine.writer(key, BUILD)) for engine in engines]
        rows = _Rows(corpus) if known is None else None
        uncommitted = 0
        for batch in _chain(first, batches):
            for writer in writers:
                writer.add([document for _, document in batch])
            if rows is not None:
                rows.add(batch)
            uncommitted += len(batch)
            if uncommitted >= rebuilding.PAGES_A_COMMIT:
                for writer in writers:
                    writer.commit()
                uncommitted = 0
                print(f"{batch[-1][1].page_id:,} pages in", file=sys.stderr, flush=True)
        for writer in writers:
            writer.commit()
        if rows is not None:
            rows.end()
    for engine in engines:
        engine.publish_build(key, BUILD)
    return corpus


class _Rows:
    """The database rows of all pages: rows without text, titles and words."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._edition = vocabulary.begin_edition(corpus=corpus)
        self._listing = vocabulary.VocabularyBuffer(corpus, self._edition)
        self._empty = pack({"title": "", "order": []})
        PageContent.objects.get_or_create(
            digest=self._empty.digest,
            defaults={"document": self._empty.data, "size": self._empty.size},
        )

    def add(self, batch: Sequence[Made]) -> None:
        rows = [(page, self._empty, document.page_id) for page, document in batch]
        _write_rows(self._corpus, rows)
        words = chain.from_iterable(document.words() for _, document in batch)
        self._listing.add((_metadata(page, document.page_id) for page, document in batch), words)
        if self._listing.is_full:
            self._listing.write()

    def end(self) -> None:
        self._listing.write()
        vocabulary.publish_edition(corpus=self._corpus, edition=self._edition)


def _chain(first: list[Made], others: Iterator[list[Made]]) -> Iterator[list[Made]]:
    yield first
    yield from others


def store_sample(world: Encyclopedia, count: int) -> tuple[Corpus, int]:
    """Store the first pages with their documents and return the bytes of these."""
    name = f"Sample {count}"
    if known := Corpus.objects.filter(name=name).first():
        sizes = PageContent.objects.filter(pages__corpus=known).aggregate(all=Sum("size"))
        return known, sizes["all"]
    corpus = new_corpus(name)
    after = Page.objects.aggregate(last=Max("pk"))["last"] or 0
    size = 0
    for start in range(0, count, PAGES_AT_ONCE):
        pages = [world.page(n) for n in range(start, min(start + PAGES_AT_ONCE, count))]
        packed = [pack(page.document) for page in pages]
        size += sum(document.size for document in packed)
        contents = [
            PageContent(digest=document.digest, document=document.data, size=document.size)
            for document in packed
        ]
        with transaction.atomic():
            PageContent.objects.bulk_create(contents, ignore_conflicts=True)
        numbers = range(after + start + 1, after + start + 1 + len(pages))
        _write_rows(corpus, list(zip(pages, packed, numbers, strict=True)))
    return corpus, size


def new_corpus(name: str) -> Corpus:
    return corpora.create_corpus(
        name=name, source_name="", source_url="", licence="", now=timezone.now(), by=None
    )


@transaction.atomic
def _write_rows(corpus: Corpus, made: Sequence[tuple[MadePage, PackedDocument, int]]) -> None:
    Page.objects.bulk_create(_row(corpus, *row) for row in made)
    PageCategory.objects.bulk_create(
        PageCategory(page_id=page_id, name=name)
        for page, _, page_id in made
        for name in set(page.categories)
    )
    Redirect.objects.bulk_create(
        Redirect(corpus=corpus, title=title, target=page.title)
        for page, _, _ in made
        for title in page.redirects
    )


def _row(corpus: Corpus, page: MadePage, packed: PackedDocument, page_id: int) -> Page:
    told: dict[str, Any] = {
        name: getattr(page, name)
        for name in ("title", "sentences", "tables", "lists", "incoming_links", "is_flagged")
    }
    return Page(
        pk=page_id,
        corpus=corpus,
        content_id=packed.digest,
        source_id=0,
        revision=0,
        source_digest=packed.digest,
        extractor="benchmark",
        lossy_elements=0,
        **told,
    )
