"""Rebuilding an index, on both engines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

import search
from search.compile.clauses import Term
from search.engines import get_engine
from search.errors import CountMismatchError
from search.indexing import preparing
from search.indexing.locking import IndexBusyError, hold_index
from search.indexing.preparing import PreparedPages
from search.models import TitleKey, VocabularyTerm
from search.services import outbox, rebuilding
from tests.search.services.corpora import add_page, builds_of
from wiki.models import Corpus, OutboxEntry, Page

pytestmark = pytest.mark.django_db


def test_rebuild_indexes_every_page_and_empties_the_outbox(corpus: Corpus, engine: str) -> None:
    totals = search.rebuild_index(corpus=corpus)
    assert totals.pages == 6
    assert OutboxEntry.objects.count() == 0
    assert search.search_pages(corpus=corpus, text="river3").total == 1
    assert search.compare_index(corpus=corpus).is_equal


def test_rebuild_replaces_the_old_index_and_drops_it(corpus: Corpus, engine: str) -> None:
    first = search.rebuild_index(corpus=corpus).build
    during: list[int] = []

    def still_serves(done: int, total: int) -> None:
        during.append(search.search_pages(corpus=corpus, text="text").total)

    second = search.rebuild_index(corpus=corpus, report=still_serves).build
    assert during == [6]
    assert first != second
    assert builds_of(corpus) == [second]


def test_searches_go_on_undisturbed_while_indices_are_swapped(corpus: Corpus, engine: str) -> None:
    search.rebuild_index(corpus=corpus)
    chosen, key = get_engine(), corpus.public_id.hex
    answers: list[int | Exception] = []
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            try:
                answers.append(chosen.reader(key).search(Term("text", "text"), 10).total)
            except Exception as error:
                answers.append(error)

    asker = threading.Thread(target=ask)
    asker.start()
    for _ in range(4):
        search.rebuild_index(corpus=corpus)
    is_over.set()
    asker.join()
    assert set(answers) == {6}


@pytest.mark.parametrize(
    "query", ["text", "prefix:page", "-river9", "insection:text OR hastable: OR text"]
)
def test_much_linked_page_comes_first(corpus: Corpus, engine: str, query: str) -> None:
    for number, links in enumerate((0, 3, 0, 5_000, 0, 40)):
        Page.objects.filter(title=f"Page {number}").update(incoming_links=links)
    search.rebuild_index(corpus=corpus)
    found = search.search_pages(corpus=corpus, text=query)
    order = [hit.title.removeprefix("Page ") for hit in found.hits]
    assert order == ["3", "5", "1", "0", "2", "4"]


def test_rebuild_begun_by_an_earlier_version_starts_again(corpus: Corpus) -> None:
    get_engine().create_build(corpus.public_id.hex, "v1-begun")
    done = {"build": "v1-begun", "edition": 1, "after": 10**9, "written": 6}
    assert search.rebuild_index(corpus=corpus, checkpoint=done).pages == 6
    assert "v1-begun" not in builds_of(corpus)


def test_pages_that_come_in_during_a_rebuild_are_indexed_too(corpus: Corpus) -> None:
    def add_one(done: int, total: int) -> None:
        if not Page.objects.filter(title="Page 99").exists():
            add_page(corpus, 99)

    search.rebuild_index(corpus=corpus, report=add_one)
    assert search.search_pages(corpus=corpus, text="river99").total == 1
    assert search.compare_index(corpus=corpus).is_equal
    assert OutboxEntry.objects.count() == 0


def test_rebuild_that_broke_off_goes_on_from_its_checkpoint(
    corpus: Corpus, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAGES_AT_ONCE", 2)
    monkeypatch.setattr(rebuilding, "PAGES_A_COMMIT", 2)
    stored: dict[str, Any] = {}

    @contextmanager
    def step() -> Iterator[dict[str, Any]]:
        yield stored

    def break_off(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.rebuild_index(corpus=corpus, step=step, report=break_off)
    assert stored["written"] == 2
    reported: list[int] = []
    totals = search.rebuild_index(
        corpus=corpus,
        checkpoint=stored,
        step=step,
        report=lambda done, total: reported.append(done),
    )
    assert reported == [4, 6]
    assert totals.build == stored["build"]
    assert search.compare_index(corpus=corpus).is_equal


def test_new_index_that_lacks_pages_is_not_put_in_place(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = search.rebuild_index(corpus=corpus).build
    monkeypatch.setattr(preparing, "prepare", lambda stored_pages: PreparedPages([], []))
    with pytest.raises(CountMismatchError, match="has 0 pages, the database 6"):
        search.rebuild_index(corpus=corpus)
    assert builds_of(corpus) == [first]
    assert search.search_pages(corpus=corpus, text="text").total == 6


@pytest.mark.postgres
def test_index_has_one_writer(corpus: Corpus) -> None:
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        # In a thread, which has a database session of its own, as another process would.
        with hold_index(corpus):
            is_held.set()
            may_end.wait(600)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(600)
    with pytest.raises(IndexBusyError):
        search.rebuild_index(corpus=corpus)
    may_end.set()
    holder.join()
    search.rebuild_index(corpus=corpus)


@pytest.mark.postgres
def test_rebuild_makes_words_and_titles_again(corpus: Corpus) -> None:
    for _ in range(2):
        search.rebuild_index(corpus=corpus)
        words = VocabularyTerm.objects.filter(corpus=corpus, term="text")
        assert list(words.values_list("pages", flat=True)) == [6]
        assert TitleKey.objects.filter(corpus=corpus).count() == 6
