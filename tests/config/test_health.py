"""/healthz, /readyz and the status page."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import health
from jobs.models import WorkerBeat
from search import rebuild_index
from search.health import IndexMissingError, SearchDownError, check_search
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry

# Probes run in threads of their own, which see only what is committed.
committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def administrator(cast: Cast, log_in: Callable[..., Client]) -> Client:
    """Return a client of an administrator, who sees the reasons."""
    return log_in(cast.administrator)


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
def test_ready_when_all_is_well(administrator: Client, settings: Settings) -> None:
    settings.JOB_HEARTBEAT_SECONDS = 60
    WorkerBeat.objects.create(name="worker-1@host", seen_at=timezone.now())
    status, checks = readiness(administrator)
    assert status == 200
    assert {name: check["state"] for name, check in checks.items()} == {
        "database": "ok",
        "search": "ok",
        "broker": "ok",
        "worker": "ok",
    }
    assert checks["worker"]["reason"] == "1 alive"


@committed
def test_pages_can_be_served_without_a_worker(administrator: Client) -> None:
    WorkerBeat.objects.create(name="w@host", seen_at=timezone.now() - timedelta(hours=1))
    status, checks = readiness(administrator)
    assert status == 200
    assert checks["worker"]["state"] == "down"
    assert checks["worker"]["reason"] == "no worker was seen in the last 3 s"


@committed
def test_not_ready_without_the_broker(administrator: Client, settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://:hunter2@127.0.0.1:1/0"
    status, checks = readiness(administrator)
    assert status == 503
    assert checks["broker"]["state"] == "down"
    assert checks["broker"]["reason"] == "Redis: ConnectionError"
    assert checks["database"]["state"] == "ok"


@committed
def test_not_ready_when_the_broker_folder_is_gone(
    administrator: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": str(tmp_path / "gone")}
    status, checks = readiness(administrator)
    assert status == 503
    assert "No such file" in str(checks["broker"]["reason"])


@committed
def test_pages_can_be_served_without_the_search_engine(
    administrator: Client, settings: Settings
) -> None:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = "http://elastic:hunter2@127.0.0.1:1"
    status, checks = readiness(administrator)
    assert (status, checks["search"]["state"]) == (200, "down")
    assert checks["search"]["reason"] == "Elasticsearch: ConnectionError"
    page = administrator.get("/status/").content.decode()
    assert "is running, but some parts have problems" in page


def _seal(corpus: Corpus) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)


@committed
def test_search_names_the_sealed_corpora_without_an_index_while_pages_are_served(
    administrator: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.SEARCH_FOLDER = tmp_path
    for name in ("Rivers", "Lakes", "Seas"):
        corpus = make_corpus(name)
        make_page("Danube", "The Danube is a river.", corpus=corpus)
        if name == "Lakes":
            rebuild_index(corpus=corpus)
        _seal(corpus)
    status, checks = readiness(administrator)
    assert (status, checks["search"]["state"]) == (200, "degraded")
    assert checks["search"]["reason"] == (
        "no index of “Rivers”, “Seas”: they cannot be searched until one is built, on the corpus’"
        " page or by search_rebuild"
    )
    assert checks["search"]["count"] == 2


@committed
def test_search_names_the_sealed_corpora_whose_index_lacks_pages(
    administrator: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.SEARCH_FOLDER = tmp_path
    for name in ("Rivers", "Seas"):
        corpus = make_corpus(name)
        make_page("Danube", "The Danube is a river.", corpus=corpus)
        rebuild_index(corpus=corpus)
        page = make_page("Rhine", "The Rhine is a river.", corpus=corpus)
        if name == "Seas":
            # It will be indexed soon.
            OutboxEntry.objects.create(page=page)
        _seal(corpus)
    status, checks = readiness(administrator)
    assert (status, checks["search"]["state"]) == (200, "degraded")
    assert checks["search"]["reason"] == (
        "pages are missing in the index of “Rivers”, which the corpus’ page or search_check repairs"
    )
    assert checks["search"]["count"] == 1


@committed
def test_strangers_are_told_states_and_counts_but_no_reasons(
    client: Client, cast: Cast, log_in: Callable[..., Client], settings: Settings, tmp_path: Path
) -> None:
    settings.SEARCH_FOLDER = tmp_path
    settings.JOB_HEARTBEAT_SECONDS = 60
    corpus = make_corpus("Secret rivers")
    make_page("Danube", "The Danube is a river.", corpus=corpus)
    _seal(corpus)
    WorkerBeat.objects.create(name="worker-1@host", seen_at=timezone.now())
    for asking in (client, log_in(cast.manager), log_in(cast.annotator)):
        status, checks = readiness(asking)
        assert status == 200
        for check in checks.values():
            check.pop("milliseconds")
        assert checks == {
            "database": {"state": "ok", "needed": True, "count": None},
            "search": {"state": "degraded", "needed": False, "count": 1},
            "broker": {"state": "ok", "needed": True, "count": None},
            "worker": {"state": "ok", "needed": False, "count": 1},
        }


@committed
def test_whoever_asks_is_answered_while_the_database_is_down(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> health.ProbeAnswer:
        raise health.ProbeFailedError("postgresql: OperationalError")

    monkeypatch.setitem(health.PROBES, "database", health.Probe(fail))
    status, checks = readiness(administrator)
    assert (status, checks["database"]["state"]) == (503, "down")
    assert "reason" not in checks["database"]


@committed
def test_whoever_asks_is_answered_while_sessions_cannot_be_read(administrator: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_session RENAME TO elsewhere")
    try:
        alive = administrator.get("/healthz").status_code
        status, checks = readiness(administrator)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO django_session")
    assert (alive, status) == (200, 200)
    assert "reason" not in checks["database"]


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
def test_probe_that_hangs_is_given_up(
    administrator: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()

    def hang() -> health.ProbeAnswer:
        released.wait(timeout=600)
        return health.ProbeAnswer("late")

    settings.PROBE_SECONDS = 0.3
    monkeypatch.setitem(health.PROBES, "search", health.Probe(hang))
    status, checks = readiness(administrator)
    # It was answered while the probe still hung.
    assert not released.is_set()
    released.set()
    assert status == 503
    assert str(checks["search"]["reason"]).startswith("no answer within")


@committed
def test_probe_that_breaks_tells_no_secret(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def burst() -> health.ProbeAnswer:
        raise RuntimeError("postgres://touchstone:hunter2@db/touchstone")

    monkeypatch.setitem(health.PROBES, "database", health.Probe(burst))
    response = administrator.get("/readyz")
    assert response.status_code == 503
    assert b"hunter2" not in response.content


@pytest.mark.django_db
def test_missing_index_folder_is_one_without_any_index(settings: Settings, tmp_path: Path) -> None:
    settings.SEARCH_FOLDER = tmp_path / "gone" / "index"
    assert check_search() == "embedded index"
    for name in ("Rivers", "Seas"):
        corpus = make_corpus(name)
        make_page("Danube", "The Danube is a river.", corpus=corpus)
        _seal(corpus)
    with pytest.raises(IndexMissingError, match=r"^no index of “Rivers”, “Seas”: they ") as missing:
        check_search()
    assert missing.value.count == 2
    assert not (tmp_path / "gone").exists()


def test_search_is_down_where_no_index_can_be_written(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.SEARCH_FOLDER = tmp_path / "file" / "index"
    with pytest.raises(SearchDownError, match=r"^the index folder cannot be written: Not a dir"):
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
    cast: Cast, log_in: Callable[..., Client], settings: Settings
) -> None:
    settings.JOB_HEARTBEAT_SECONDS = 60
    WorkerBeat.objects.create(name="worker-7@host", seen_at=timezone.now())
    response = log_in(cast.administrator).get("/status/")
    page = response.content.decode()
    assert response.status_code == 200
    for words in ("Database", "Search", "Broker", "worker-7@host", "Queued", "is ready"):
        assert words in page


@committed
def test_status_page_shows_living_workers_and_those_lost_within_the_hour(
    administrator: Client,
) -> None:
    now = timezone.now()
    for name, minutes, leaving in (
        ("living", 0, False),
        ("lost", 50, False),
        ("lost-long-ago", 70, False),
        ("stopped", 0, True),
    ):
        seen_at = now - timedelta(minutes=minutes)
        WorkerBeat.objects.create(name=f"{name}@host", seen_at=seen_at, leaving=leaving)
    page = administrator.get("/status/").content.decode()
    assert re.findall(r"<code>(.*?)</code>", page) == ["living@host", "lost@host"]
    assert re.findall(r">(alive|silent)<", page) == ["alive", "silent"]
    assert "was killed, or its machine is gone" in page
    WorkerBeat.objects.all().delete()
    page = administrator.get("/status/").content.decode()
    assert "No worker is running" in page
    assert "silent" not in page


def test_status_page_is_for_administrators_only(cast: Cast, log_in: Callable[..., Client]) -> None:
    for person in (cast.manager, cast.researcher, cast.annotator, cast.stranger):
        assert log_in(person).get("/status/").status_code == 403
