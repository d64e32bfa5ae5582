"""The search index on its corpus' page: how it is, and the jobs that rebuild and repair it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import lxml.html
import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import search
from accounts.models import User
from jobs.execution import run_job
from jobs.kinds import title_of
from jobs.models import Job, JobState
from search.indexing.builds import is_outdated
from search.services import index_requests
from tests.people import NOW, Cast
from tests.search.views.results import text_of
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry

REBUILD = "Rebuild the index"
COMPARE = "Compare and repair"
BUSY = "Another job is working on the search index of this corpus. Wait for it, or cancel it."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SEARCH_FOLDER = tmp_path / "index"
    monkeypatch.setattr("jobs.doorbell.ring", lambda job_id: True)


@pytest.fixture
def corpus(cast: Cast) -> Corpus:
    corpus = make_corpus("Rivers", owner=cast.manager)
    for title in ("Aare", "Limmat", "Reuss"):
        make_page(title, f"The {title} is a river.", corpus=corpus)
    return corpus


@pytest.fixture
def manager(cast: Cast, log_in: Callable[[User], Client]) -> Client:
    return log_in(cast.manager)


def page_of(client: Client, corpus: Corpus) -> lxml.html.HtmlElement:
    response = client.get(reverse("corpus", args=[corpus.public_id]))
    assert response.status_code == 200
    return lxml.html.fromstring(response.content)


def card_of(client: Client, corpus: Corpus) -> lxml.html.HtmlElement:
    (card,) = page_of(client, corpus).xpath("//section[@aria-labelledby='search-index']")
    return card


def facts_of(card: lxml.html.HtmlElement) -> dict[str, str]:
    names, values = card.iter("dt"), card.iter("dd")
    return {text_of(name): text_of(value) for name, value in zip(names, values, strict=True)}


def buttons_of(card: lxml.html.HtmlElement) -> list[str]:
    return [text_of(button) for button in card.iter("button")]


def press(client: Client, corpus: Corpus, what: str) -> HttpResponseBase:
    return client.post(reverse(f"corpus-index-{what}", args=[corpus.public_id]))


def run_only_job() -> Job:
    job = Job.objects.get(state=JobState.QUEUED)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    return job


def test_card_tells_how_the_index_is(manager: Client, corpus: Corpus) -> None:
    card = card_of(manager, corpus)
    assert facts_of(card) == {
        "State": "No index",
        "Pages indexed": "0 of 3",
        "Waiting": "0",
        "Engine": "tantivy",
    }
    assert "This corpus cannot be searched until its index is built." in text_of(card)
    # There is nothing yet to compare with.
    assert buttons_of(card) == [REBUILD]

    search.rebuild_index(corpus=corpus)
    card = card_of(manager, corpus)
    assert facts_of(card)["State"] == "Up to date"
    assert facts_of(card)["Pages indexed"] == "3 of 3"
    assert buttons_of(card) == [REBUILD, COMPARE]

    page = make_page("Kander", "The Kander is a river.", corpus=corpus)
    assert facts_of(card_of(manager, corpus))["State"] == "Differs from the corpus"
    OutboxEntry.objects.create(page=page)
    facts = facts_of(card_of(manager, corpus))
    assert (facts["State"], facts["Waiting"]) == ("Pages waiting", "1")
    assert facts["Pages indexed"] == "3 of 4"


def test_index_of_an_older_version_is_told(
    manager: Client, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    search.rebuild_index(corpus=corpus)
    monkeypatch.setattr("search.indexing.builds._VERSIONS", "v999-")
    assert is_outdated(search.state_of_index(corpus=corpus).build or "")
    assert facts_of(card_of(manager, corpus))["State"] == "Built by an older version"


def test_corpus_without_pages_has_no_card(cast: Cast, manager: Client) -> None:
    page = page_of(manager, make_corpus("Empty", owner=cast.manager))
    assert page.xpath("//section[@aria-labelledby='search-index']") == []


def test_engine_that_is_away_is_told_and_the_page_is_shown(
    manager: Client, corpus: Corpus, settings: Settings
) -> None:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = "http://127.0.0.1:1"
    card = card_of(manager, corpus)
    facts = facts_of(card)
    assert (facts["State"], facts["Pages indexed"]) == ("Unknown", "Not known, of 3")
    assert facts["Engine"] == "Elasticsearch"
    assert "The search engine cannot be reached (ConnectionError)." in text_of(card)


def test_manager_rebuilds_the_index_and_comes_to_the_job(
    cast: Cast, manager: Client, corpus: Corpus
) -> None:
    response = press(manager, corpus, "rebuild")
    job = run_only_job()
    assert response.headers["Location"] == f"/jobs/{job.public_id}/"
    assert (job.kind, job.requested_by_id) == ("search.rebuild", cast.manager.pk)
    assert title_of(job.kind, job.parameters) == "Rebuild the search index: Rivers"
    assert job.result is not None
    assert (job.result["pages"], job.result["url"]) == (3, f"/corpora/{corpus.public_id}/")
    assert search.search_pages(corpus=corpus, text="river").total == 3
    assert facts_of(card_of(manager, corpus))["State"] == "Up to date"


def test_manager_repairs_the_index_and_comes_to_the_job(manager: Client, corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    make_page("Kander", "The Kander is a river.", corpus=corpus)
    response = press(manager, corpus, "check")
    job = run_only_job()
    assert response.headers["Location"] == f"/jobs/{job.public_id}/"
    assert title_of(job.kind, job.parameters) == "Compare and repair the search index: Rivers"
    assert job.result is not None
    assert (job.result["missing"], job.result["url"]) == (1, f"/corpora/{corpus.public_id}/")
    assert search.search_pages(corpus=corpus, text="kander").total == 1


@pytest.mark.parametrize("what", ["rebuild", "check"])
def test_second_job_on_an_index_is_refused(
    what: str, cast: Cast, manager: Client, corpus: Corpus
) -> None:
    job = index_requests.request_check(corpus=corpus, by=cast.manager, now=NOW)
    response = press(manager, corpus, what)
    assert response.headers["Location"] == f"/corpora/{corpus.public_id}/"
    assert Job.objects.get() == job
    page = page_of(manager, corpus)
    assert BUSY in text_of(page)
    (card,) = page.xpath("//section[@aria-labelledby='search-index']")
    assert buttons_of(card) == []
    assert "Compare and repair the search index" in text_of(card)
    links = [link.get("href") for link in card.iter("a")]
    assert links == [f"/jobs/{job.public_id}/"]
    # Another corpus' index is nobody's hindrance.
    other = make_corpus("Seas", owner=cast.manager)
    make_page("Baltic", "The Baltic is a sea.", corpus=other)
    assert buttons_of(card_of(manager, other)) == [REBUILD]
    assert press(manager, other, "rebuild").headers["Location"].startswith("/jobs/")


def test_job_of_somebody_else_is_told_without_a_link(
    cast: Cast, manager: Client, corpus: Corpus
) -> None:
    index_requests.request_update(corpus=corpus, now=NOW)
    card = card_of(manager, corpus)
    assert "Index new pages" in text_of(card)
    assert (list(card.iter("a")), buttons_of(card)) == ([], [])


def test_unknown_corpus_has_no_index_to_work_on(manager: Client, db: None) -> None:
    for what in ("rebuild", "check"):
        assert manager.post(reverse(f"corpus-index-{what}", args=[uuid4()])).status_code == 404
    assert not Job.objects.exists()
