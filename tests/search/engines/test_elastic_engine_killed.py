"""Elasticsearch killed in the middle: nothing is lost, and index and database end up equal."""

from __future__ import annotations

import threading
import time

import pytest
from elasticsearch import Elasticsearch
from pytest_django import Settings

import search
from search.compile.clauses import Term
from search.engines import elastic_bulk, get_engine
from search.errors import EngineAwayError
from search.services import outbox
from tests.servers.elasticsearch import ElasticsearchServer
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry

pytestmark = [
    pytest.mark.slow,
    pytest.mark.elasticsearch,
    pytest.mark.xdist_group("elasticsearch"),
    pytest.mark.django_db,
]


@pytest.fixture
def server(elasticsearch: ElasticsearchServer, settings: Settings) -> ElasticsearchServer:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = elasticsearch.url
    settings.ELASTICSEARCH_PREFIX = "killed"
    return elasticsearch


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus("Killed")
    for number in range(20):
        make_page(f"Page {number}", f"River number {number} flows.", corpus=corpus)
    return corpus


class Searcher(threading.Thread):
    """Searches until it is refused; keeps every answer."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__()
        self.reader = get_engine().reader(corpus.public_id.hex)
        self.answers: list[int] = []
        self.refusal: Exception | None = None

    def run(self) -> None:
        try:
            while True:
                self.answers.append(self.reader.search(Term("text", "flow"), 10).total)
        except Exception as error:
            self.refusal = error


def test_killed_while_indexing_and_searching_it_ends_equal(
    server: ElasticsearchServer,
    corpus: Corpus,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.ELASTICSEARCH_PATIENCE_SECONDS = 1.0
    monkeypatch.setattr(outbox, "PAGES_A_COMMIT", 5)
    search.rebuild_index(corpus=corpus)
    late = [
        make_page(f"Late {number}", f"Late river number {number}.", corpus=corpus)
        for number in range(20)
    ]
    OutboxEntry.objects.bulk_create(OutboxEntry(page=page) for page in late)
    searcher = Searcher(corpus)
    searcher.start()

    def kill_after_first_batch(done: int, total: int) -> None:
        if done == 5:
            while not searcher.answers:
                time.sleep(0.01)
            server.kill()

    with pytest.raises(EngineAwayError, match="cannot be reached"):
        search.index_pages(corpus=corpus, report=kill_after_first_batch)

    # Each search had a whole answer until it was refused in plain words.
    searcher.join()
    assert set(searcher.answers) == {20}
    assert isinstance(searcher.refusal, EngineAwayError)
    # What was not indexed waits, and what the database answers it still does.
    assert OutboxEntry.objects.count() == 15
    assert search.suggest_titles(corpus=corpus, typed="page 1")

    server.start()
    _wait_until_ready(corpus)
    search.index_pages(corpus=corpus)
    assert OutboxEntry.objects.count() == 0
    comparison = search.compare_index(corpus=corpus)
    assert comparison.is_equal
    assert (comparison.pages, comparison.indexed) == (40, 40)
    assert search.search_pages(corpus=corpus, text="late river").total == 20


class Killer:
    """Kills the server a moment after the first bulk was sent, and knows whether it was inside."""

    def __init__(self, server: ElasticsearchServer) -> None:
        self.server = server
        self.send = elastic_bulk.send_bulk
        self.lock = threading.Lock()
        self.returned = threading.Event()
        self.was_inside: bool | None = None
        self.timer: threading.Timer | None = None

    def kill(self) -> None:
        self.was_inside = not self.returned.is_set()
        self.server.kill()

    def __call__(self, client: Elasticsearch, index: str, lines: list[str]) -> None:
        with self.lock:
            if self.timer is None:
                self.timer = threading.Timer(0.01, self.kill)
                self.timer.start()
        try:
            self.send(client, index, lines)
        finally:
            self.returned.set()


def test_killed_inside_a_bulk_of_a_rebuild_the_old_index_serves_on(
    server: ElasticsearchServer,
    corpus: Corpus,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.ELASTICSEARCH_PATIENCE_SECONDS = 1.0
    search.rebuild_index(corpus=corpus)
    for number in range(20):
        make_page(f"Long {number}", f"A long river, number {number}. " * 4_000, corpus=corpus)
    killer = Killer(server)
    monkeypatch.setattr(elastic_bulk, "send_bulk", killer)
    with pytest.raises(EngineAwayError, match="cannot be reached"):
        search.rebuild_index(corpus=corpus)
    assert killer.was_inside

    server.start()
    _wait_until_ready(corpus)
    assert search.search_pages(corpus=corpus, text="river").total == 20
    monkeypatch.setattr(elastic_bulk, "send_bulk", killer.send)
    search.rebuild_index(corpus=corpus)
    assert search.compare_index(corpus=corpus).is_equal
    assert search.search_pages(corpus=corpus, text="long river").total == 20
    # What was half filled is gone.
    assert len(get_engine().builds(corpus.public_id.hex)) == 1


def _wait_until_ready(corpus: Corpus) -> None:
    """Wait for the shards of a server that was killed, which take a moment to come back."""
    deadline = time.monotonic() + 300
    while True:
        try:
            search.search_pages(corpus=corpus, text="river")
        except EngineAwayError:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        else:
            return
