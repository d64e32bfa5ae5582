"""Building, updating, comparing and repairing an index, on both engines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

import search
from search import engines
from search.compile.clauses import Term
from search.engines import get_engine
from search.errors import CountMismatchError, EngineAwayError, NoIndexError
from search.excerpts.passages import passages_of
from search.indexing import builds, preparing
from search.indexing.documents import PageFacts, build_document
from search.indexing.locking import IndexBusyError, hold_index
from search.indexing.preparing import Prepared
from search.models import TitleKey, VocabularyTerm
from search.selectors import indexing
from search.selectors.pages import explain_hit
from search.services import checking, outbox, rebuilding
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry, Page, Redirect
from wiki.parsing import parse_wikitext, write_feverous
from wiki.services.seals import count_incoming_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus()
    for number in range(6):
        _add(corpus, number)
    return corpus


def _add(corpus: Corpus, number: int) -> Page:
    page = make_page(f"Page {number}", f"Text of river{number}.", corpus=corpus)
    OutboxEntry.objects.create(page=page)
    return page


def _builds(corpus: Corpus) -> list[str]:
    return get_engine().builds(corpus.public_id.hex)


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
    assert _builds(corpus) == [second]


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


def test_update_indexes_only_what_waits(corpus: Corpus, engine: str) -> None:
    search.rebuild_index(corpus=corpus)
    _add(corpus, 77)
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
    assert first not in _builds(corpus)
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


def test_rebuild_begun_by_an_earlier_version_is_begun_anew(corpus: Corpus) -> None:
    get_engine().create_build(corpus.public_id.hex, "v1-begun")
    done = {"build": "v1-begun", "edition": 1, "after": 10**9, "written": 6}
    assert search.rebuild_index(corpus=corpus, checkpoint=done).pages == 6
    assert "v1-begun" not in _builds(corpus)


def test_first_update_builds_the_index(corpus: Corpus) -> None:
    assert search.index_pages(corpus=corpus).done == 6
    assert search.search_pages(corpus=corpus, text="text").total == 6


def test_outbox_keeps_what_could_not_be_indexed(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    search.rebuild_index(corpus=corpus)
    _add(corpus, 77)

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


def test_pages_that_come_in_during_a_rebuild_are_indexed_too(corpus: Corpus) -> None:
    def add_one(done: int, total: int) -> None:
        if not Page.objects.filter(title="Page 99").exists():
            _add(corpus, 99)

    search.rebuild_index(corpus=corpus, report=add_one)
    assert search.search_pages(corpus=corpus, text="river99").total == 1
    assert search.compare_index(corpus=corpus).is_equal
    assert OutboxEntry.objects.count() == 0


@pytest.mark.postgres
def test_page_whose_links_are_counted_while_it_is_indexed_is_indexed_again(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    linked = _add(corpus, 77)
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
    monkeypatch.setattr(preparing, "prepare", lambda sources: Prepared([], []))
    with pytest.raises(CountMismatchError, match="holds 0 pages, the database 6"):
        search.rebuild_index(corpus=corpus)
    assert _builds(corpus) == [first]
    assert search.search_pages(corpus=corpus, text="text").total == 6


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
            _add(corpus, 77)
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


@pytest.mark.postgres
def test_index_has_one_writer(corpus: Corpus) -> None:
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        # In a thread, which has a database session of its own, as another process would.
        with hold_index(corpus):
            is_held.set()
            may_end.wait(10)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(10)
    with pytest.raises(IndexBusyError):
        search.rebuild_index(corpus=corpus)
    may_end.set()
    holder.join()
    search.rebuild_index(corpus=corpus)


@pytest.mark.postgres
def test_rebuild_makes_words_and_titles_anew(corpus: Corpus) -> None:
    for _ in range(2):
        search.rebuild_index(corpus=corpus)
        words = VocabularyTerm.objects.filter(corpus=corpus, term="text")
        assert list(words.values_list("pages", flat=True)) == [6]
        assert TitleKey.objects.filter(corpus=corpus).count() == 6


def test_index_is_current_when_nothing_waits_and_the_counts_agree(corpus: Corpus) -> None:
    assert not indexing.is_index_current(corpus)
    search.rebuild_index(corpus=corpus)
    assert indexing.is_index_current(corpus)
    _add(corpus, 50)
    assert not indexing.is_index_current(corpus)


def test_list_in_a_cell_is_indexed_once() -> None:
    page = parse_wikitext("Crew", "{|\n|\n* Armstrong\n* Aldrin\n|}").document
    document = build_document(PageFacts(1, "Crew", b""), write_feverous(page))
    assert document.fields["text"].split().count("armstrong") == 1
    assert [passage.text for passage in passages_of(page)] == ["Crew", "Armstrong\nAldrin"]
