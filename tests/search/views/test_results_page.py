"""The search page: hits with their places, "go", "did you mean", and what is wrong."""

from __future__ import annotations

import lxml.html
import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

import search
from search import search_pages
from search.compile import leaves
from search.query import Reason, tree
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


# --- what was made of the query -----------------------------------------------------------
def test_a_misspelt_word_is_answered_with_a_better_one(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="swizterland", sort="title")
    (better,) = page.find_class("search-summary__better")
    assert (text_of(better), better.get("href")) == ("switzerland", "?q=switzerland&sort=title")
    assert titles(page) == []


@pytest.mark.parametrize(
    ("typed", "offered", "changed"),
    [
        (
            '-"new town" intitle:<Aare> "old twon of Bren"',
            '-"new town" intitle:<Aare> "old town of Bern"',
            ["town", "Bern"],
        ),
        # The word that stays lets it be offered in another spelling only.
        ("switzrland AND -switzrland", "switzerland -switzrland", []),
    ],
)
def test_in_what_is_offered_the_words_stand_out_that_were_changed(
    client: Client, corpus: Corpus, typed: str, offered: str, changed: list[str]
) -> None:
    (better,) = shown(client, q=typed).find_class("search-summary__better")
    assert text_of(better) == offered
    assert [text_of(word) for word in better.findall("strong")] == changed


def test_what_was_ignored_is_said_with_its_reason(client: Client, corpus: Corpus) -> None:
    (ignored,) = shown(client, q='(aare "river').find_class("search-ignored")
    assert sorted(text_of(item) for item in ignored) == [
        '": left out: a second quotation mark is missing',
        "(: left out: a matching parenthesis is missing",
    ]


def test_a_word_that_is_read_without_its_wildcard_is_said_to_be(
    client: Client, corpus: Corpus
) -> None:
    (ignored,) = shown(client, q="a* river").find_class("search-ignored")
    assert [text_of(item) for item in ignored] == [
        "a*: read without the wildcard: it needs two characters before it"
    ]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("aare insource:river", "insource: left out: "),
        ("aare intitle:", "intitle: left out: "),
        ("aare (", "(: left out: "),
    ],
)
def test_one_colon_stands_before_the_reason(
    client: Client, corpus: Corpus, query: str, note: str
) -> None:
    (said,) = shown(client, q=query).find_class("search-ignored")
    assert text_of(said).startswith(note)


def test_nothing_found_says_what_was_searched_for(client: Client, corpus: Corpus) -> None:
    (empty,) = shown(client, q="aare -switzerland").find_class("empty")
    assert "Searched for: aare -switzerland" in text_of(empty)
    (empty,) = shown(client, q="!!!").find_class("empty")
    assert "The query has no word" in text_of(empty)


@pytest.mark.parametrize(
    ("query", "is_advised"),
    [
        ("volcano", False),
        ("volcano OR geyser", False),
        ('incategory:"Hot springs"', False),
        ("volcano geyser", True),
        ('"old volcano"', True),
    ],
)
def test_fewer_words_are_advised_where_there_are_several(
    query: str, is_advised: bool, client: Client, corpus: Corpus
) -> None:
    (empty,) = shown(client, q=query).find_class("empty")
    assert ("use fewer words to find more" in text_of(empty)) is is_advised


def test_where_no_page_has_all_words_pages_with_any_of_them_are_shown_apart(
    client: Client, corpus: Corpus
) -> None:
    page = shown(client, q="aare volcano", sort="title", go="1")
    assert page.find_class("empty") == []
    (apart,) = page.find_class("any-word")
    assert "No page has all of these words" in text_of(apart)
    every = shown(client, q="aare OR volcano").find_class("hit")
    hits = [hit.get("data-page") for hit in apart.find_class("hit")]
    assert hits == [hit.get("data-page") for hit in every][:10]
    assert [hit.get("data-rank") for hit in apart.find_class("hit")][:1] == ["1"]
    # None of them is counted as a hit of this query.
    assert page.xpath("//*[@data-total]") == []


def test_more_pages_with_any_of_the_words_are_one_link_away(client: Client, corpus: Corpus) -> None:
    for number in range(12):
        make_page(f"Crater {number}", "A crater.", corpus=corpus)
    search.rebuild_index(corpus=corpus)
    (apart,) = shown(client, q="crater volcano", sort="title").find_class("any-word")
    assert len(apart.find_class("hit")) == 10
    (every,) = apart.find_class("button")
    assert every.get("href") == "?q=crater+OR+volcano&sort=title"


def test_every_reason_has_a_sentence_that_starts_after_the_query_and_ends_without_a_stop() -> None:
    assert set(tree.SENTENCES) == set(Reason)
    assert [it for it in tree.SENTENCES.values() if it[0].isupper() or it[-1] == "."] == []


def test_what_is_pasted_stays_in_the_box_and_the_page_says_where_it_was_cut(
    client: Client, corpus: Corpus
) -> None:
    pasted = "aare " * 250 + "river"
    page = shown(client, q=pasted)
    (box,) = page.xpath("//input[@id='search']")
    assert (box.get("value"), box.get("maxlength")) == (pasted, None)
    (ignored,) = page.find_class("search-ignored")
    assert text_of(ignored[0]) == (
        "aare aare aare aare…: left out from here on: a query may have 1,000 characters"
    )


@pytest.mark.parametrize(
    ("query", "searched"),
    [
        ('"xyzzy aare rhine"~10', '"xyzzy aare rhine"~8'),
        ("xyzzy plugh insource:/(/", "xyzzy plugh"),
    ],
)
def test_what_was_left_out_is_not_said_to_be_searched_for(
    client: Client, corpus: Corpus, query: str, searched: str
) -> None:
    (empty,) = shown(client, q=query).find_class("empty")
    assert f"Searched for: {searched}." in text_of(empty)


def test_where_not_all_words_are_searched_for_the_count_is_a_bound(
    client: Client, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaves, "MOST_TERMS", 1)
    (count,) = shown(client, q="tr*").xpath("//p[@data-total]")
    assert text_of(count) == "At least 1 page found"
    (count,) = shown(client, q="switzerland -tr*").xpath("//p[@data-total]")
    assert text_of(count) == "About 3 pages found"


def test_an_empty_query_shows_how_to_search(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="  ")
    assert len(page.find_class("search-tips")) == 1
    assert page.find_class("hit") == []


def test_the_examples_of_an_empty_search_can_be_tried(client: Client, corpus: Corpus) -> None:
    page = shown(client, q="", corpus=str(corpus.public_id))
    (tips,) = page.find_class("search-tips")
    examples = tips.find_class("search-help__example")
    assert [text_of(example) for example in examples] == [
        "longest river", '"whole course"', "mountain -Alps", "intable:288",
    ]  # fmt: skip
    for example in examples:
        asked = QueryDict(example.get("href").removeprefix("?"))
        assert asked.dict() == {"q": text_of(example), "corpus": str(corpus.public_id)}


def test_what_lacks_references_is_found_on_request_only(client: Client, db: None) -> None:
    make_encyclopedia(Doubtful="{{unreferenced}}\nA doubtful xylophone.")
    assert titles(shown(client, q="xylophone")) == []
    assert titles(shown(client, q="xylophone", flagged="1")) == ["Doubtful"]


def test_no_text_is_shown_of_sections_that_are_left_out(client: Client, db: None) -> None:
    make_encyclopedia(
        Organ="An organ has pipes.\n\n== Doubts ==\n{{unreferenced section}}\nAn organ hums."
    )
    (hit,) = shown(client, q="organ").find_class("hit__text")
    assert text_of(hit) == "An organ has pipes."
    assert titles(shown(client, q="hums")) == []
    (hit,) = shown(client, q="hums", flagged="1").find_class("hit__text")
    assert text_of(hit) == "An organ hums."


def test_the_box_keeps_the_query_and_its_options(client: Client, corpus: Corpus) -> None:
    page = shown(client, q='"old town" -x', sort="title", flagged="1")
    assert page.get_element_by_id("search").get("value") == '"old town" -x'
    (chosen,) = [option for option in page.iter("option") if option.get("selected") is not None]
    assert chosen.get("value") == "title"
    (box,) = [field for field in page.iter("input") if field.get("name") == "flagged"]
    assert box.get("checked") is not None


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
