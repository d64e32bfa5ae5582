"""The search page: hits with their places, "go", "did you mean", and what is wrong."""

from __future__ import annotations

import lxml.html
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

import search
from search import search_pages
from search.selectors import excerpts
from tests.people import Cast
from tests.search.views.results import marked, shown, text_of, titles
from tests.search.views.world import make_encyclopedia
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Page, Redirect


def test_without_time_for_excerpts_each_hit_shows_the_beginning_of_its_page(
    corpus: Corpus, settings: Settings
) -> None:
    results = search_pages(corpus=corpus, text="switzerland")
    in_time = excerpts.open_hits(corpus=corpus, results=results)
    settings.SEARCH_EXCERPT_SECONDS = -1.0
    late = excerpts.open_hits(corpus=corpus, results=results)
    assert [each.hit for each in late] == [each.hit for each in in_time] == list(results.hits)
    assert [each.title for each in late] == [each.title for each in in_time]
    assert [bool(each.excerpt and each.excerpt.fragments) for each in late] == [True] * 4
    assert [each.excerpt and each.excerpt.address for each in late] == [""] * 4
    assert all(each.excerpt and each.excerpt.address for each in in_time)


def test_a_hit_shows_title_section_and_marked_text(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="leaves thun")
    (hit,) = page.find_class("hit")
    (title,) = hit.find_class("hit__title")
    assert (text_of(title), title.find("a").get("href")) == ("Aare", "/wiki/Aare")
    (section,) = hit.find_class("hit__section")
    assert text_of(section) == "Course"
    assert section.find("a").get("href") == "/wiki/Aare?find=leaves+thun#sentence_2"
    (text,) = hit.find_class("hit__text")
    assert text_of(text) == (
        "The river leaves the lake at Thun. It flows around the old town of Bern."
    )
    assert marked(text) == ["leaves", "Thun"]


def test_a_disambiguation_page_is_marked_among_the_hits(client: Client, db: None) -> None:
    make_encyclopedia(**{"Bern (name)": "* [[Bern]], a city of bears\n{{disambiguation}}"})
    page = shown(client, q="bears")
    kinds = {
        hit.get("data-page"): [text_of(badge) for badge in hit.find_class("hit__kind")]
        for hit in page.find_class("hit")
    }
    assert kinds.pop("Bern (name)") == ["Disambiguation"]
    assert set(map(tuple, kinds.values())) <= {()}


def test_hits_carry_their_rank_and_page_for_the_log(client: Client, corpus: Corpus) -> None:
    hits = shown(client, q="switzerland").find_class("hit")
    assert [hit.get("data-rank") for hit in hits] == ["1", "2", "3", "4"]
    assert {hit.get("data-page") for hit in hits} == {"Aare", "Limmat", "Zürich", "Bern"}
    ids = {str(page.pk) for page in Page.objects.filter(corpus=corpus)}
    assert {hit.get("data-page-id") for hit in hits} <= ids


def test_a_table_hit_is_shown_as_its_row_with_headers(client: Client, corpus: Corpus) -> None:
    (row,) = shown(client, q="intable:wileroltigen").find_class("hit__row")
    assert text_of(row.find("caption")) == "Row of a table: Larger tributaries"
    assert [text_of(cell) for cell in row.findall("thead/tr/th")] == ["River", "Mouth", "Length"]
    assert [text_of(cell) for cell in row.find("tbody/tr")] == ["Saane", "Wileroltigen", "126 km"]
    assert row.find("tbody/tr/th").get("scope") == "row"
    assert marked(row) == ["Wileroltigen"]


def test_a_page_found_by_its_redirect_says_so(client: Client, corpus: Corpus) -> None:
    make_encyclopedia("Other", Donau="The Danube is long.")
    page = shown(client, q='"Aare River"', corpus=str(corpus.public_id))
    (hit,) = page.find_class("hit")
    # Its title has no whole phrase; the redirect has.
    assert titles(page) == ["Aare redirect from Aare River"]
    assert hit.find_class("hit__title")[0].find("a").get("href") == (
        f"/wiki/Aare?corpus={corpus.public_id}"
    )


def test_words_of_a_title_are_shown_in_the_redirect_that_has_them(
    client: Client, corpus: Corpus
) -> None:
    # By "river" alone its own title would not tell why it was found either.
    assert titles(shown(client, q="intitle:river")) == ["Aare redirect from Aare River"]
    page = shown(client, q="intitle:aare intitle:tributaries -intitle:bern")
    assert titles(page) == ["Aare redirect from Aare Tributaries"]
    (title,) = page.find_class("hit__title")
    assert marked(title) == ["Aare", "Aare", "Tributaries"]
    # Where no title is asked for, it is enough that the page's own tells something.
    assert titles(shown(client, q="aare tributaries limmat OR kander")) == ["Aare"]


TEA_HOUSE = "{{Unreferenced}}\nThe tea house is old."


def test_a_page_that_lacks_references_is_offered_where_such_pages_are_searched(
    client: Client, db: None
) -> None:
    make_encyclopedia(**{"Tea house": TEA_HOUSE})
    left_out = shown(client, q="tea house", go="1")
    assert titles(left_out) == []
    assert text_of(left_out.find_class("search-summary")[0]) == (
        "The page “Tea house” is left out because it lacks references. Include pages without"
        " references"
    )
    (link,) = [a for a in left_out.iter("a") if text_of(a) == "Include pages without references"]
    # It asks for hits, though one meant to go to a page.
    assert link.get("href") == "?q=tea+house&flagged=1"
    found = shown(client, q="tea house", flagged="1")
    assert titles(found) == ["Tea house"]
    assert "There is a page with this title: Tea house" in text_of(found)


def test_text_and_titles_never_become_markup(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="bold")
    assert titles(page) == ["A <b>bold</b> title & more"]
    (hit,) = page.find_class("hit")
    assert "<script>alert(1)</script>" in text_of(hit)
    assert list(hit.iter("script")) == [] and list(hit.iter("b")) == []
    page = shown(client, q='"><script>alert(2)</script>')
    assert [script for script in page.iter("script") if script.text] == []


def test_twenty_hits_a_page_and_the_rest_on_the_next(client: Client, cast: Cast, db: None) -> None:
    make_encyclopedia(**{f"Brook {number:02}": "A brook in the hills." for number in range(45)})
    first = shown(client, q="brook")
    assert len(titles(first)) == 20
    assert text_of(first.find_class("search-summary")[0]) == "45 pages found"
    (after,) = first.find_class("pager__next")
    assert after.get("href") == "?q=brook&page=2"
    last = shown(client, q="brook", page="3")
    assert [hit.get("data-rank") for hit in last.find_class("hit")] == [
        "41", "42", "43", "44", "45",
    ]  # fmt: skip
    assert text_of(last.find_class("search-summary")[0]) == "45 pages found, part 3 of 3"
    every = {*titles(first), *titles(shown(client, q="brook", page="2")), *titles(last)}
    assert every == {f"Brook {number:02}" for number in range(45)}


@pytest.mark.parametrize("page", ["7", "1000000000", "9" * 5000])
def test_a_page_after_the_last_leads_back_to_the_last(
    page: str, client: Client, corpus: Corpus
) -> None:
    response = client.get("/search/", {"q": "switzerland", "page": page})
    assert (response.status_code, response.headers["Location"]) == (
        302,
        "/search/?q=switzerland&page=1",
    )


def test_a_pattern_that_was_not_tried_on_all_pages_says_so(
    client: Client, corpus: Corpus, settings: Settings
) -> None:
    settings.SEARCH_PATTERN_SECONDS = 0.0
    page = shown(client, q="aare insource:/river/")
    (notice,) = page.find_class("notice--warning")
    assert "The pattern was not tried on" in text_of(notice)
    (empty,) = page.find_class("empty")
    assert text_of(empty).startswith("No page matched so far")


def test_a_last_page_whose_hits_are_gone_says_so(client: Client, db: None) -> None:
    make_encyclopedia(**{f"Brook {number:02}": "A brook in the hills." for number in range(21)})
    (last,) = shown(client, q="brook", page="2").find_class("hit")
    Page.objects.get(title=last.get("data-page")).delete()
    page = shown(client, q="brook", page="2")
    assert titles(page) == []
    (empty,) = page.find_class("empty")
    assert text_of(empty).startswith("Nothing here These results have been removed")


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "1e3", ""])
def test_a_page_that_is_no_number_is_the_first(page: str, client: Client, corpus: Corpus) -> None:
    assert client.get("/search/", {"q": "switzerland", "page": page}).status_code == 200


def test_more_hits_cost_no_more_queries(client: Client, corpus: Corpus, db: None) -> None:
    counts = []
    for query in ("wileroltigen", "switzerland"):
        shown(client, q=query)
        with CaptureQueriesContext(connection) as queries:
            shown(client, q=query)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 14


# --- go -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "location"),
    [
        ("Aare", "/wiki/Aare?sought=Aare"),
        ("aare", "/wiki/Aare?sought=aare"),
        ("zurich", "/wiki/Z%C3%BCrich?sought=zurich"),
        ("aare river", "/wiki/Aare_River?sought=aare+river"),
    ],
)
def test_go_opens_an_exact_title_or_redirect(
    typed: str, location: str, client: Client, corpus: Corpus
) -> None:
    response = client.get("/search/", {"q": typed, "go": "1"})
    assert (response.status_code, response.headers["Location"]) == (302, location)


def test_go_through_a_redirect_to_a_section_offers_the_search_there(
    client: Client, corpus: Corpus
) -> None:
    response = client.get("/search/", {"q": "aare tributaries", "go": "1"}, follow=True)
    assert response.redirect_chain[-1][0] == (
        "/wiki/Aare?sought=aare+tributaries&from=Aare+Tributaries#s-Tributaries"
    )
    page: lxml.html.HtmlElement = lxml.html.fromstring(response.content)
    links = {text_of(link): link.get("href") for link in page.iter("a")}
    assert links["Search for pages containing “aare tributaries”"] == "/search/?q=aare+tributaries"


def test_page_that_lacks_references_leads_back_to_a_search_of_such_pages(
    client: Client, corpus: Corpus
) -> None:
    make_page("Tea house", TEA_HOUSE, corpus=corpus)
    Redirect.objects.create(corpus=corpus, title="Tearoom", target="Tea house")
    search.rebuild_index(corpus=corpus)
    response = client.get("/search/", {"q": "tearoom", "go": "1", "flagged": "1"}, follow=True)
    assert response.redirect_chain[-1][0] == (
        "/wiki/Tea_house?sought=tearoom&flagged=1&from=Tearoom"
    )
    page: lxml.html.HtmlElement = lxml.html.fromstring(response.content)
    links = {text_of(link): link.get("href") for link in page.iter("a")}
    assert links["Search for pages containing “tearoom”"] == "/search/?flagged=1&q=tearoom"


def test_go_without_such_a_title_searches(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="capital switzerland", go="1")
    assert titles(page) == ["Bern"]


def test_a_search_for_a_title_mentions_its_page(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="bern")
    (summary,) = page.find_class("search-summary")
    assert "There is a page with this title: Bern" in text_of(summary)
    assert summary.findall(".//a")[0].get("href") == "/wiki/Bern"


def test_a_search_for_a_redirect_mentions_where_it_leads(client: Client, corpus: Corpus) -> None:
    (summary,) = shown(client, q="aare river").find_class("search-summary")
    assert "“Aare River” leads to the page Aare" in text_of(summary)
    (link,) = summary.iter("a")
    assert (text_of(link), link.get("href")) == ("Aare", "/wiki/Aare_River")


# --- corpora -----------------------------------------------------------------------------
def test_each_corpus_is_searched_by_itself(client: Client, corpus: Corpus) -> None:
    other = make_encyclopedia("Other", Emme="The Emme is a brook.")
    assert titles(shown(client, q="brook", corpus=str(corpus.public_id))) == []
    assert titles(shown(client, q="brook", corpus=str(other.public_id))) == ["Emme"]


def test_without_any_page_the_search_says_so(client: Client, db: None) -> None:
    make_corpus("Empty")
    assert "No pages yet" in shown(client, q="aare").text_content()


@pytest.mark.parametrize("named", ["x", "00000000-0000-0000-0000-000000000000", "' OR 1=1"])
def test_an_unknown_corpus_is_not_found(named: str, client: Client, corpus: Corpus) -> None:
    assert client.get("/search/", {"q": "aare", "corpus": named}).status_code == 404
