"""Searches that an engine cannot answer in time are refused, and say why."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from search import rebuild_index
from search.compile.clauses import Term
from search.engines import get_engine, tantivy_engine
from search.engines.base import Reader
from search.engines.elastic_engine import ElasticEngine
from search.errors import EngineAwayError, TooSlowError
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    make_page("Coffee", "People drink coffee.", corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


def test_where_all_threads_are_taken_the_engine_is_busy(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tantivy_engine, "_WATCHED", 0)
    let_go = threading.Event()
    watchers = tantivy_engine._watchers
    taken = [watchers.submit(let_go.wait) for _ in range(watchers._max_workers)]
    reader = get_engine("tantivy").reader(corpus.public_id.hex)
    try:
        with pytest.raises(EngineAwayError, match="busy with other searches"):
            reader.search(Term("text", "drink"), 10, effort=1, until=time.monotonic() + 0.05)
    finally:
        let_go.set()
    assert all(future.result() for future in taken)
    assert (
        reader.search(Term("text", "drink"), 10, effort=1, until=time.monotonic() + 300).total == 1
    )


class _BadGateway(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(504)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def gateway() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _BadGateway)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_gateway_that_gives_up_is_not_the_querys_fault(gateway: str) -> None:
    engine = ElasticEngine(gateway, prefix="away", shards=1, replicas=0)
    with pytest.raises(EngineAwayError, match="it answers 504"):
        engine.reader("key").search(Term("text", "drink"), 10, until=time.monotonic() + 300)


@pytest.fixture
def silent() -> Iterator[Reader]:
    """Return a reader for a server that accepts every request and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield ElasticEngine(address, prefix="away", shards=1, replicas=0).reader("key")


def test_a_server_that_never_answers_is_not_waited_for(silent: Reader) -> None:
    with pytest.raises(EngineAwayError, match="ConnectionTimeout"):
        silent.search(Term("text", "drink"), 10, effort=2, until=time.monotonic() + 0.1)


def test_where_much_is_asked_of_it_the_query_is_at_fault(silent: Reader) -> None:
    with pytest.raises(TooSlowError):
        silent.search(Term("text", "drink"), 10, effort=5_000, until=time.monotonic() + 0.1)
