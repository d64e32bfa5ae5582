"""/healthz, /readyz and the status page."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import health
from jobs.models import WorkerBeat
from search import rebuild_index
from search.health import IndexMissingError, SearchDownError, check_search
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus

# Probes run in threads of their own, which see only what is committed.
committed = pytest.mark.django_db(transaction=True)


def readiness(client: Client) -> tuple[int, dict[str, dict[str, object]]]:
    response = client.get("/readyz")
    answer = json.loads(response.content)
    assert answer["ready"] is (response.status_code == 200)
    return response.status_code, answer["checks"]


def test_alive_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_probes_may_come_by_any_host_name(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_other_pages_refuse_an_unknown_host(client: Client) -> None:
    assert client.get("/log-in/", headers={"host": "10.0.0.7:8000"}).status_code == 400


@committed
def test_ready_when_all_is_well(client: Client) -> None:
    WorkerBeat.objects.create(name="worker-1@host", seen_at=timezone.now())
    status, checks = readiness(client)
    assert status == 200
    assert {name: check["state"] for name, check in checks.items()} == {
        "database": "ok",
        "search": "ok",
        "broker": "ok",
        "worker": "ok",
    }
    assert checks["worker"]["reason"] == "1 alive"


@committed
def test_pages_can_be_served_without_a_worker(client: Client) -> None:
    WorkerBeat.objects.create(name="w@host", seen_at=timezone.now() - timedelta(hours=1))
    status, checks = readiness(client)
    assert status == 200
    assert checks["worker"]["state"] == "down"
    assert checks["worker"]["reason"] == "no worker was seen in the last 3 s"


@committed
def test_not_ready_without_the_broker(client: Client, settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://:hunter2@127.0.0.1:1/0"
    status, checks = readiness(client)
    assert status == 503
    assert checks["broker"]["state"] == "down"
    assert checks["broker"]["reason"] == "Redis: ConnectionError"
    assert checks["database"]["state"] == "ok"


@committed
def test_not_ready_when_the_broker_folder_is_gone(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": str(tmp_path / "gone")}
    status, checks = readiness(client)
    assert status == 503
    assert "No such file" in str(checks["broker"]["reason"])


@committed
def test_not_ready_without_the_search_engine(client: Client, settings: Settings) -> None:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = "http://elastic:hunter2@127.0.0.1:1"
    status, checks = readiness(client)
    assert status == 503
    assert checks["search"]["reason"] == "Elasticsearch: ConnectionError"


def _seal(corpus: Corpus) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)


@committed
def test_search_names_the_sealed_corpora_without_an_index_while_pages_are_served(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.SEARCH_FOLDER = tmp_path
    for name in ("Rivers", "Lakes", "Seas"):
        corpus = make_corpus(name)
        make_page("Danube", "The Danube is a river.", corpus=corpus)
        if name == "Lakes":
            rebuild_index(corpus=corpus)
        _seal(corpus)
    status, checks = readiness(client)
    assert (status, checks["search"]["state"]) == (200, "degraded")
    assert checks["search"]["reason"] == "no index of “Rivers”, “Seas”: they cannot be searched"


@committed
def test_search_is_well_while_a_corpus_is_filled_or_empty(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.SEARCH_FOLDER = tmp_path
    make_page("Danube", "The Danube is a river.", corpus=make_corpus("Open"))
    _seal(make_corpus("Empty"))
    status, checks = readiness(client)
    assert (status, checks["search"]["state"]) == (200, "ok")


@committed
def test_probe_that_hangs_is_given_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def hang() -> str:
        released.wait(timeout=60)
        return "late"

    monkeypatch.setattr(health, "PROBE_SECONDS", 0.3)
    monkeypatch.setitem(health.PROBES, "search", health.Probe(hang))
    started_at = time.monotonic()
    status, checks = readiness(client)
    released.set()
    # Far more than it takes, far less than the probe would have.
    assert time.monotonic() - started_at < 20
    assert status == 503
    assert str(checks["search"]["reason"]).startswith("no answer within")


@committed
def test_probe_that_breaks_tells_no_secret(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst() -> str:
        raise RuntimeError("postgres://touchstone:hunter2@db/touchstone")

    monkeypatch.setitem(health.PROBES, "database", health.Probe(burst))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert b"hunter2" not in response.content


def test_search_says_that_its_folder_is_missing(settings: Settings, tmp_path: Path) -> None:
    settings.SEARCH_FOLDER = tmp_path / "gone"
    with pytest.raises(SearchDownError, match="the index folder is missing"):
        check_search()


@pytest.mark.elasticsearch
@pytest.mark.slow
@pytest.mark.django_db
def test_search_asks_elasticsearch(settings: Settings, elasticsearch_url: str) -> None:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = elasticsearch_url
    assert check_search() == "Elasticsearch is green"
    corpus = make_corpus("Rivers")
    make_page("Danube", "The Danube is a river.", corpus=corpus)
    _seal(corpus)
    with pytest.raises(IndexMissingError, match="no index of “Rivers”: it cannot be searched"):
        check_search()


@committed
def test_status_page_shows_administrators_every_part(
    cast: Cast, log_in: Callable[..., Client]
) -> None:
    WorkerBeat.objects.create(name="worker-7@host", seen_at=timezone.now())
    response = log_in(cast.administrator).get("/status/")
    page = response.content.decode()
    assert response.status_code == 200
    for words in ("database", "search", "broker", "worker-7@host", "Queued", "is ready"):
        assert words in page


def test_status_page_is_for_administrators_only(cast: Cast, log_in: Callable[..., Client]) -> None:
    for person in (cast.manager, cast.researcher, cast.annotator, cast.stranger):
        assert log_in(person).get("/status/").status_code == 403
