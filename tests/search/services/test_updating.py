"""Bringing an index up to date, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import search
from search import engines
from search.errors import EngineAwayError, NoIndexError
from search.indexing import builds
from search.selectors import indexing
from search.selectors.pages import explain_hit
from tests.search.services.corpora import add_page, builds_of
from tests.wiki.pages import make_page
from wiki.models import Corpus, OutboxEntry, Page, Redirect
from wiki.services.seals import count_incoming_links

pytestmark = pytest.mark.django_db


def test_update_indexes_only_what_waits(corpus: Corpus, engine: str) -> None:
    search.rebuild_index(corpus=corpus)
    add_page(corpus, 77)
    assert search.search_pages(corpus=corpus, text="river77").total == 0
    totals = search.index_pages(corpus=corpus)
    assert (totals.done, totals.written) == (1, 1)
    assert search.search_pages(corpus=corpus, text="river77").total == 1
    assert search.compare_index(corpus=corpus).is_equal


def test_page_that_is_indexed_again_is_replaced(corpus: Corpus, engine: str) -> None:
    search.rebuild_index(corpus=corpus)
    page = Page.objects.get(title="Page 1")
    Redirect.objects.create(corpus=corpus, title="Nickname", target="Page 1")
    OutboxEntry.objects.create(page=page)
    search.index_pages(corpus=corpus)
    assert [hit.page_id for hit in search.search_pages(corpus=corpus, text="nickname").hits] == [
        page.pk
    ]
    assert search.compare_index(corpus=corpus).indexed == 6


def test_index_of_an_earlier_version_is_rebuilt_by_the_next_update(
    corpus: Corpus, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(builds, "_VERSIONS", "v1-")
        first = search.rebuild_index(corpus=corpus).build
    assert not indexing.is_index_current(corpus)
    assert search.search_pages(corpus=corpus, text="text").total == 6
    with pytest.raises(NoIndexError):
        search.compare_index(corpus=corpus)
    assert search.index_pages(corpus=corpus).written == 6
    assert first not in builds_of(corpus)
    assert search.search_pages(corpus=corpus, text="text").total == 6


def test_index_without_weights_serves_until_it_is_rebuilt(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(builds, "_VERSIONS", "v2-")
        before.setattr("search.engines.tantivy_engine._WEIGHT", "other")
        search.rebuild_index(corpus=corpus)
    # As a process of the new version would open it.
    engines._tantivy.cache_clear()
    assert search.search_pages(corpus=corpus, text="text").total == 6
    page = Page.objects.get(title="Page 3")
    assert '"value"' in explain_hit(corpus=corpus, text="text", page_id=page.pk)
    Page.objects.filter(pk=page.pk).update(incoming_links=100)
    search.index_pages(corpus=corpus)
    assert search.search_pages(corpus=corpus, text="text").hits[0].page_id == page.pk


def test_first_update_builds_the_index(corpus: Corpus) -> None:
    assert search.index_pages(corpus=corpus).done == 6
    assert search.search_pages(corpus=corpus, text="text").total == 6


def test_outbox_keeps_what_could_not_be_indexed(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    search.rebuild_index(corpus=corpus)
    add_page(corpus, 77)

    def fail(*args: object, **kwargs: object) -> None:
        raise EngineAwayError("away")

    monkeypatch.setattr("search.engines.tantivy_engine.TantivyWriter.commit", fail)
    with pytest.raises(EngineAwayError):
        search.index_pages(corpus=corpus)
    assert OutboxEntry.objects.count() == 1
    monkeypatch.undo()
    search.index_pages(corpus=corpus)
    assert OutboxEntry.objects.count() == 0
    assert search.search_pages(corpus=corpus, text="river77").total == 1


@pytest.mark.postgres
def test_page_whose_links_are_counted_while_it_is_indexed_is_indexed_again(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    linked = add_page(corpus, 77)
    make_page("Linking", "It flows into [[Page 77]].", corpus=corpus)

    @contextmanager
    def count_before_entries_are_deleted() -> Iterator[dict[str, Any]]:
        count_incoming_links(corpus=corpus)
        yield {}

    totals = search.index_pages(corpus=corpus, step=count_before_entries_are_deleted)
    assert Page.objects.get(pk=linked.pk).incoming_links == 1
    assert (totals.done, totals.written) == (2, 2)
    assert OutboxEntry.objects.count() == 0
    assert linked.pk not in search.compare_index(corpus=corpus).stale


def test_index_is_current_when_nothing_waits_and_the_counts_agree(corpus: Corpus) -> None:
    assert not indexing.is_index_current(corpus)
    search.rebuild_index(corpus=corpus)
    assert indexing.is_index_current(corpus)
    add_page(corpus, 50)
    assert not indexing.is_index_current(corpus)
