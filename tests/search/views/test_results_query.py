"""The search page says what was made of the query: better words, what was ignored, what was cut."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client

import search
from search.compile import leaves
from search.query import Reason, tree
from tests.search.views.results import shown, text_of, titles
from tests.search.views.world import make_encyclopedia
from tests.wiki.pages import make_page
from wiki.models import Corpus


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
