"""Comparing an index with the pages and repairing it, on both engines."""

from __future__ import annotations

import pytest

import search
from search.services import checking
from tests.search.services.corpora import add_page
from tests.wiki.pages import make_page
from wiki.models import Corpus, Page, Redirect

pytestmark = pytest.mark.django_db


def test_check_finds_and_repairs_every_difference(corpus: Corpus, engine: str) -> None:
    search.rebuild_index(corpus=corpus)
    gone = Page.objects.get(title="Page 0")
    gone_id = gone.pk
    gone.delete()
    stale = Page.objects.get(title="Page 1")
    Page.objects.filter(pk=stale.pk).update(incoming_links=500)
    missing = make_page("Missing", "Text of a missing page.", corpus=corpus)
    found = search.compare_index(corpus=corpus)
    assert found.extra == (gone_id,)
    assert found.stale == (stale.pk,)
    assert found.missing == (missing.pk,)
    assert found.untitled == (stale.pk, missing.pk)
    search.repair_index(corpus=corpus, comparison=found)
    assert search.compare_index(corpus=corpus).is_equal
    assert search.search_pages(corpus=corpus, text="missing").total == 1


def test_check_keeps_pages_that_are_indexed_while_it_compares(
    corpus: Corpus, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_PAGES_AT_ONCE", 2)
    search.rebuild_index(corpus=corpus)
    gone = Page.objects.get(title="Page 5")
    gone_id = gone.pk
    gone.delete()

    def add_and_index(done: int, total: int) -> None:
        if done == 2:
            add_page(corpus, 77)
            search.index_pages(corpus=corpus)

    found = search.compare_index(corpus=corpus, report=add_and_index)
    assert gone_id in found.extra
    search.repair_index(corpus=corpus, comparison=found)
    assert search.search_pages(corpus=corpus, text="river77").total == 1
    assert search.compare_index(corpus=corpus).is_equal


@pytest.mark.postgres
def test_redirect_that_came_later_makes_its_page_stale(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    Redirect.objects.create(corpus=corpus, title="Later", target="Page 2")
    found = search.compare_index(corpus=corpus)
    assert found.stale == (Page.objects.get(title="Page 2").pk,)
    search.repair_index(corpus=corpus, comparison=found)
    assert search.suggest_titles(corpus=corpus, typed="lat")[0].page_title == "Page 2"
