"""The search through the API: what is found, and why nothing is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

import search
from search.engines import tantivy_engine
from tests.people import Cast
from tests.wiki.pages import make_corpus, make_page, share_corpus
from wiki.models import Corpus

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(cast: Cast) -> Corpus:
    corpus = make_corpus()
    make_page("Aare", "The Aare is a river of glaciers.", corpus=corpus)
    make_page("Rhine", "The Rhine is a river. The Aare flows into it.", corpus=corpus)
    share_corpus(corpus, cast.manager)
    return corpus


@pytest.fixture
def ask(
    cast: Cast, corpus: Corpus, log_in: Callable[..., Client]
) -> Callable[[dict[str, Any]], Any]:
    client = log_in(cast.manager)
    return lambda sent: client.get(f"/api/v1/corpora/{corpus.public_id}/search", sent)


def test_pages_are_found_best_first(ask: Callable[..., Any], corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    found = ask({"q": "aare"}).json()
    assert (found["total"], found["did_you_mean"]) == (2, "")
    assert [(hit["rank"], hit["title"]) for hit in found["hits"]] == [(1, "Aare"), (2, "Rhine")]
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert found["understood"]
    # The next part goes on with the ranks.
    following = ask({"q": "aare", "offset": 1, "limit": 1}).json()
    assert following["hits"] == found["hits"][1:]
    assert ask({"q": "glaciars"}).json()["did_you_mean"] == "glaciers"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"q": "((“aare”~"}, 200, None),
        ({}, 400, "invalid_parameter"),
        ({"q": ""}, 400, "invalid_parameter"),
        ({"q": "aare\0"}, 400, "invalid_parameter"),
        ({"q": "aare", "offset": "-1"}, 400, "invalid_parameter"),
        ({"q": "aare", "limit": "100000"}, 400, "invalid_parameter"),
        ({"q": "aare", "order": "title"}, 400, "unknown_parameter"),
        ({"q": "x" * 10_000}, 400, "invalid_parameter"),
    ],
)
def test_parameters_are_checked(
    ask: Callable[..., Any], corpus: Corpus, sent: dict[str, Any], status: int, code: str | None
) -> None:
    search.rebuild_index(corpus=corpus)
    answer = ask(sent)
    assert (answer.status_code, answer.json().get("code")) == (status, code)


def test_a_corpus_without_an_index_says_so(ask: Callable[..., Any]) -> None:
    answer = ask({"q": "aare"})
    assert (answer.status_code, answer.json()["code"]) == (503, "search_unavailable")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_search_that_takes_too_long_is_refused(
    ask: Callable[..., Any], corpus: Corpus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    search.rebuild_index(corpus=corpus)
    settings.SEARCH_ANSWER_SECONDS = -1.0
    monkeypatch.setattr(tantivy_engine, "_WATCHED", 0)
    answer = ask({"q": '"the river"~9'})
    assert (answer.status_code, answer.json()["code"]) == (422, "search_refused")
    assert answer.json()["detail"].startswith("This search took too long and was stopped.")
