"""The answers for scripts: titles while they are typed, matches inside a page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.search.views.world import make_encyclopedia
from wiki.models import Corpus, Page


def test_titles_are_suggested_whatever_their_accents(client: Client, corpus: Corpus) -> None:
    response = client.get("/search/suggest", {"q": "ZUR"})
    assert response.json() == {
        "titles": [{"title": "Zürich", "leads_to": "", "url": "/wiki/Z%C3%BCrich"}]
    }
    assert response.headers["Cache-Control"] == "private, max-age=60"


def test_a_redirect_is_suggested_with_the_page_that_it_leads_to(
    client: Client, corpus: Corpus
) -> None:
    (offered,) = client.get("/search/suggest", {"q": "aare ri"}).json()["titles"]
    assert offered == {"title": "Aare River", "leads_to": "Aare", "url": "/wiki/Aare_River"}


def test_pages_that_lack_references_are_suggested_where_they_are_asked_for(
    client: Client, db: None
) -> None:
    make_encyclopedia(**{"Tea house": "{{Unreferenced}}\nIt is old.", "Tea": "Tea is a drink."})
    offered = {
        flagged: [
            each["title"]
            for each in client.get("/search/suggest", {"q": "tea", "flagged": flagged}).json()[
                "titles"
            ]
        ]
        for flagged in ("0", "1")
    }
    assert offered == {"0": ["Tea"], "1": ["Tea", "Tea house"]}


def test_suggestions_stay_within_the_named_corpus(client: Client, corpus: Corpus) -> None:
    other = make_encyclopedia("Other", Emme="The Emme is a river.")
    query = {"q": "emm", "corpus": str(other.public_id)}
    (offered,) = client.get("/search/suggest", query).json()["titles"]
    assert offered["url"] == f"/wiki/Emme?corpus={other.public_id}"
    query["corpus"] = str(corpus.public_id)
    assert client.get("/search/suggest", query).json() == {"titles": []}
    query["corpus"] = "nonsense"
    assert client.get("/search/suggest", query).json() == {"titles": []}


@pytest.mark.parametrize("typed", ["", "   ", "x" * 300])
def test_nothing_is_suggested_for_nothing_or_too_much(
    typed: str, client: Client, corpus: Corpus
) -> None:
    assert client.get("/search/suggest", {"q": typed}).json() == {"titles": []}


def test_a_page_that_could_not_be_looked_at_in_time_says_so(
    client: Client, corpus: Corpus, settings: Settings
) -> None:
    settings.SEARCH_IN_PAGE_SECONDS = -1.0
    answer = client.get("/search/in-page", {"page": "Aare", "q": "river"}).json()
    assert answer == {"count": 0, "matches": [], "is_partial": True}


def test_matches_inside_a_page_come_with_their_places(client: Client, corpus: Corpus) -> None:
    answer = client.get("/search/in-page", {"page": "Aare", "q": '"old town" bern'}).json()
    assert (answer["count"], answer["is_partial"]) == (3, False)
    assert answer["matches"] == [
        [["sentence_3", 20, 28]],
        [["sentence_3", 32, 36]],
        [["item_0_0", 30, 34]],
    ]


def test_a_phrase_over_two_cells_has_two_places(client: Client, corpus: Corpus) -> None:
    answer = client.get("/search/in-page", {"page": "Aare", "q": '"wileroltigen 126"'}).json()
    assert answer["matches"] == [[["cell_1_2_1", 0, 12], ["cell_1_2_2", 0, 3]]]
    assert answer["count"] == 1


@pytest.mark.parametrize(
    "phrase",
    ["town bern", "switzerland it", "thun it flows", "wileroltigen 126", "44 km saane", "lake 44"],
)
def test_a_page_has_a_phrase_inside_exactly_if_the_search_finds_it(
    phrase: str, client: Client, corpus: Corpus
) -> None:
    make_encyclopedia("Other", Odd="The old town.\n\nBern is new. It has a lake.\n* 44 km")
    for each in Corpus.objects.all():
        query = {"q": f'"{phrase}"', "corpus": str(each.public_id)}
        hits = client.get("/search/", query).context["hits"]
        found = {shown.hit.title for shown in hits}
        for page in Page.objects.filter(corpus=each):
            inside = client.get("/search/in-page", {**query, "page": page.title}).json()
            assert (page.title, inside["count"] > 0) == (page.title, page.title in found)


def test_a_prefix_finds_its_words_inside_a_page(client: Client, corpus: Corpus) -> None:
    answer = client.get("/search/in-page", {"page": "Aare", "q": "tribu*"}).json()
    assert answer["count"] == 3


def test_an_unknown_page_is_refused(client: Client, corpus: Corpus) -> None:
    response = client.get("/search/in-page", {"page": "Nowhere", "q": "river"})
    assert (response.status_code, response.json()) == (400, {"problem": "There is no such page."})


def test_what_names_no_corpus_is_not_answered_from_another(client: Client, corpus: Corpus) -> None:
    response = client.get("/search/in-page", {"page": "Aare", "q": "river", "corpus": "abc"})
    assert response.status_code == 400


def test_suggestions_take_few_queries(client: Client, corpus: Corpus) -> None:
    client.get("/search/suggest", {"q": "a"})
    with CaptureQueriesContext(connection) as queries:
        client.get("/search/suggest", {"q": "a"})
    assert len(queries) <= 16
