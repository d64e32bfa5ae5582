"""The search page when there is no answer: no engine, no time, hostile queries."""

from __future__ import annotations

import time

import lxml.html
import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from search import presenters
from search.engines import tantivy_engine
from search.errors import EngineAwayError
from tests.examples import examples
from tests.search.views.results import shown, text_of
from tests.wiki.pages import make_page
from wiki.models import Corpus


def alert_of(page: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    (alert,) = [element for element in page.iter() if element.get("role") == "alert"]
    return alert


@pytest.fixture
def engine_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise EngineAwayError("Elasticsearch does not answer.")

    monkeypatch.setattr(presenters, "search_pages", refuse)


@pytest.fixture
def no_time(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SEARCH_ANSWER_SECONDS = -1.0
    monkeypatch.setattr(tantivy_engine, "_WATCHED", 0)


@pytest.mark.usefixtures("engine_away")
def test_an_engine_that_is_away_is_said_and_reading_goes_on(client: Client, corpus: Corpus) -> None:
    page = shown(client, status=503, q="aare")
    alert = alert_of(page)
    assert "Elasticsearch does not answer." in text_of(alert)
    assert "There is a page with this title: Aare" in text_of(alert)
    assert "/wiki/" in [a.get("href") for a in alert.iter("a")]
    assert page.get_element_by_id("search").get("value") == "aare"
    assert client.get("/wiki/Aare").status_code == 200
    assert client.get("/search/in-page", {"page": "Aare", "q": "river"}).json()["count"] == 3
    # The title's page needs no engine either.
    assert client.get("/search/", {"q": "aare", "go": "1"}).status_code == 302


@pytest.mark.usefixtures("no_time")
def test_a_search_that_takes_too_long_is_refused_in_plain_words(
    client: Client, corpus: Corpus
) -> None:
    page = shown(client, status=422, q='"the river"~9')
    alert = alert_of(page)
    assert text_of(alert).startswith(
        "This search took too long and was stopped. Many common words are slow"
    )
    links = {text_of(link): link.get("href") for link in alert.iter("a")}
    assert links == {
        "Try again": "/search/?q=%22the+river%22~9",
        "How to search": "/search/help/",
    }
    assert page.get_element_by_id("search").get("value") == '"the river"~9'


@pytest.mark.usefixtures("no_time")
def test_a_search_that_takes_too_long_offers_the_page_of_that_title(
    client: Client, corpus: Corpus
) -> None:
    page = shown(client, status=422, q="aare river", corpus=str(corpus.public_id))
    alert = alert_of(page)
    assert "“Aare River” leads to the page Aare" in text_of(alert)
    links = {text_of(link): link.get("href") for link in alert.iter("a")}
    assert links["Aare"] == f"/wiki/Aare_River?corpus={corpus.public_id}"


def test_an_elasticsearch_that_nobody_runs_is_said_in_plain_words(
    client: Client, corpus: Corpus, settings: Settings
) -> None:
    """Use the real client with a port that nothing listens on."""
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = "http://127.0.0.1:9"
    page = shown(client, status=503, q="aare")
    alert = alert_of(page)
    assert "The search engine cannot be reached" in text_of(alert)
    assert "127.0.0.1" not in text_of(alert)
    assert client.get("/wiki/Aare").status_code == 200
    assert client.get("/search/suggest", {"q": "aar"}).json()["titles"][0]["title"] == "Aare"


def test_a_corpus_without_an_index_says_so(client: Client, db: None) -> None:
    make_page("Aare", "The Aare is a river.")
    page = shown(client, status=503, q="aare")
    assert "Search is not available right now" in page.text_content()


# --- hostile queries -----------------------------------------------------------------------
HOSTILE = [
    "a" * 1_000_000,
    "a* " * 10_000,
    "(" * 5_000,
    '"' * 5_001,
    "-" * 5_000 + "x",
    "OR " * 5_000,
    "switzerland insource:/(a+)+$/",
    "switzerland insource:/(x+x+)+y/",
    "intitle:" * 1_000,
    "aare\x00river",
    "\ud83d\ude00 \u202e\u0301",
    "%s%n{{7*7}}${7*7}<%= 7 %>",
    "'; DROP TABLE wiki_page; --",
]


@pytest.mark.parametrize("query", HOSTILE, ids=[query[:12] for query in HOSTILE])
def test_a_hostile_query_is_answered_in_time(query: str, client: Client, corpus: Corpus) -> None:
    query = query.encode("utf-16", "surrogatepass").decode("utf-16")
    started_at = time.process_time()
    response = client.get("/search/", {"q": query})
    assert response.status_code == 200
    # Generous: what is to be ruled out takes minutes.
    assert time.process_time() - started_at < 5
    assert client.get("/search/suggest", {"q": query}).status_code == 200
    assert client.get("/search/in-page", {"page": "Aare", "q": query}).status_code == 200


@hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=examples(30),
)
@given(
    st.dictionaries(
        st.sampled_from(["q", "page", "sort", "flagged", "go"]), st.text(max_size=40), max_size=5
    )
)
def test_any_address_gives_an_answer(client: Client, corpus: Corpus, query: dict[str, str]) -> None:
    query = {name: value.encode(errors="replace").decode() for name, value in query.items()}
    assert client.get("/search/", query).status_code in {200, 302}
    assert client.get("/search/suggest", query).status_code == 200
    assert client.get("/search/in-page", {**query, "page": "Aare"}).status_code == 200
