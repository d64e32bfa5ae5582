"""The sealing of a corpus: its links are counted, then it is frozen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from core.services import audit
from jobs.runs import ProgressReport
from wiki import documents
from wiki.dump.links import LinkCounter
from wiki.models import Corpus, ImportChunk, Page, Redirect
from wiki.selectors.corpora import has_unfinished_imports
from wiki.selectors.pages import windows
from wiki.services import outbox
from wiki.services.corpora import hold_open_corpus

_PAGES_A_QUERY = 200
_PAGES_AN_UPDATE = 500


class EmptyCorpusError(Exception):
    """The corpus has no pages. Sealed, it could never get any."""


class UnfinishedImportsError(Exception):
    """An import into the corpus is not finished. Sealed, it would lack the rest."""


def _ignore_progress(done: int, total: int) -> None:
    pass


def seal_corpus(
    *,
    corpus: Corpus,
    now: datetime,
    by: User | None,
    accept_unfinished: bool = False,
    report: ProgressReport = _ignore_progress,
) -> Corpus:
    """Freeze a corpus. Do nothing if it is already sealed.

    The links are counted in many short transactions. The seal is set in one transaction, and
    only if no page was imported since the count began.
    """
    while not corpus.is_sealed:
        _check_can_be_sealed(corpus, accept_unfinished=accept_unfinished)
        counted_at = _last_chunk(corpus)
        count_incoming_links(corpus=corpus, report=report)
        with transaction.atomic():
            corpus = hold_open_corpus(corpus.pk)
            if _last_chunk(corpus) != counted_at:
                continue
            _check_can_be_sealed(corpus, accept_unfinished=accept_unfinished)
            corpus.sealed_at = now
            corpus.save(update_fields=["sealed_at"])
            audit.record(actor=by, action="wiki.seal_corpus", target=corpus, now=now)
    return corpus


def _check_can_be_sealed(corpus: Corpus, *, accept_unfinished: bool) -> None:
    if not corpus.pages.exists():
        raise EmptyCorpusError
    if not accept_unfinished and has_unfinished_imports(corpus):
        raise UnfinishedImportsError


def _last_chunk(corpus: Corpus) -> int | None:
    """Return the key of the newest chunk, which changes with every imported page."""
    chunks = ImportChunk.objects.filter(source__corpus=corpus)
    last: int | None = chunks.aggregate(last=Max("pk"))["last"]
    return last


def count_incoming_links(*, corpus: Corpus, report: ProgressReport = _ignore_progress) -> None:
    """Store with each page the number of other pages in its corpus that link to it."""
    counter = LinkCounter()
    pages: list[int] = []
    stored: list[int] = []
    for pk, title, links in _pages(corpus, "title", "incoming_links"):
        pages.append(pk)
        stored.append(links)
        counter.add_page(title)
    redirects = Redirect.objects.filter(corpus=corpus).order_by("pk")
    counter.add_redirects(redirects.values_list("title", "target").iterator())
    for place, (pk, document) in enumerate(_pages(corpus, "content__document")):
        if place >= len(pages) or pages[place] != pk:
            return  # a page was imported in the meantime; the caller counts again
        counter.count(place, documents.unpack_text(document))
        report(place + 1, len(pages))
    changed: dict[int, list[int]] = defaultdict(list)
    for place, (count, before) in enumerate(zip(counter.counts, stored, strict=True)):
        if count != before:
            changed[count].append(pages[place])
    for count, keys in changed.items():
        for start in range(0, len(keys), _PAGES_AN_UPDATE):
            batch = keys[start : start + _PAGES_AN_UPDATE]
            with transaction.atomic():
                hold_open_corpus(corpus.pk)
                Page.objects.filter(pk__in=batch, corpus=corpus).update(incoming_links=count)
                # The search ranks by these counts, so the pages must be indexed again.
                outbox.put_pages(page_ids=batch)


def _pages(corpus: Corpus, *fields: str) -> Iterator[tuple[Any, ...]]:
    """Yield these fields of every page in the order of their keys, without a long-lived cursor."""
    for pages in windows(corpus, _PAGES_A_QUERY):
        yield from pages.values_list("pk", *fields)
