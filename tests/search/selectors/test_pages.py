"""The answer to a search beyond its hits: flagged text, sorting, exact titles, corrections."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from search import rebuild_index, search_pages, suggest_titles
from search.errors import NoIndexError
from search.results import SearchResults, Sort
from tests.search.query_texts import PIECES
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Page

pytestmark = pytest.mark.django_db


def _titles(found: SearchResults) -> list[str]:
    return [hit.title for hit in found.hits]


def test_hits_have_ranks_that_run_on(corpus: Corpus) -> None:
    whole = search_pages(corpus=corpus, text="people", limit=10)
    parts = [search_pages(corpus=corpus, text="people", offset=at, limit=2) for at in (0, 2)]
    assert whole.total == parts[0].total == 4
    assert [hit.rank for hit in whole.hits] == [1, 2, 3, 4]
    assert (*parts[0].hits, *parts[1].hits) == whole.hits


@pytest.mark.postgres
def test_misspelt_query_is_corrected_where_that_finds_something(corpus: Corpus) -> None:
    found = search_pages(corpus=corpus, text="peple drnk")
    assert (found.total, found.did_you_mean) == (0, "people drink")
    assert search_pages(corpus=corpus, text="people").did_you_mean == ""
    assert search_pages(corpus=corpus, text="xqzw").did_you_mean == ""


def test_flagged_pages_and_sections_can_be_left_out(corpus: Corpus) -> None:
    assert search_pages(corpus=corpus, text="dragons").total == 1
    assert search_pages(corpus=corpus, text="dragons", with_flagged=False).total == 0
    assert search_pages(corpus=corpus, text='"dragons drank"').total == 1
    assert search_pages(corpus=corpus, text='"dragons drank"', with_flagged=False).total == 0
    assert search_pages(corpus=corpus, text="insection:history").total == 1
    assert search_pages(corpus=corpus, text="insection:history", with_flagged=False).total == 0
    everything = search_pages(corpus=corpus, text="drink")
    unflagged = search_pages(corpus=corpus, text="drink", with_flagged=False)
    assert set(_titles(everything)) - set(_titles(unflagged)) == {"Tea house"}


FLAGGED_SECTION = """The narwhal swims.

== Finds ==
{{Unreferenced section}}
{| class="wikitable"
|-
| Tusk || [[Greenland]]
|}
See [[Whale]] and [[Coffee]].

== Today ==
Still [[Coffee]]."""


def test_links_and_tables_of_flagged_sections_can_be_left_out(corpus: Corpus, engine: str) -> None:
    make_page("Narwhal", FLAGGED_SECTION, corpus=corpus)
    rebuild_index(corpus=corpus)
    found = {
        text: [
            "Narwhal" in _titles(search_pages(corpus=corpus, text=text, with_flagged=with_flagged))
            for with_flagged in (True, False)
        ]
        for text in (
            "hastable:", "linksto:Whale", "linksto:Greenland", "linksto:Coffee", "intable:tusk",
            "-hastable: narwhal", "-linksto:whale narwhal", "insection:finds",
        )
    }  # fmt: skip
    assert found == {
        "hastable:": [True, False],
        "linksto:Whale": [True, False],
        "linksto:Greenland": [True, False],
        # It stands elsewhere as well.
        "linksto:Coffee": [True, True],
        "intable:tusk": [True, False],
        "-hastable: narwhal": [False, True],
        "-linksto:whale narwhal": [False, True],
        "insection:finds": [True, False],
    }


def test_phrases_do_not_reach_over_headings_but_over_cells(corpus: Corpus) -> None:
    assert search_pages(corpus=corpus, text='"place history"').total == 0
    assert search_pages(corpus=corpus, text='"arabica 1234"').total == 1


def test_phrases_do_not_reach_over_paragraphs_but_over_sentences(corpus: Corpus) -> None:
    make_page("Paragraphs", "One ends. Two begins.\n\nThree follows.", corpus=corpus)
    rebuild_index(corpus=corpus)
    assert search_pages(corpus=corpus, text='"ends two"').total == 1
    assert search_pages(corpus=corpus, text='"begins three"').total == 0
    assert search_pages(corpus=corpus, text='"begins three"~2').total == 1


@pytest.fixture
def rhubarb(corpus: Corpus) -> Corpus:
    """Return a corpus with a page full of rhubarb, and one with rhubarb in its long title."""
    make_page("Pie", "Rhubarb, rhubarb, rhubarb pie of 1848.", corpus=corpus)
    title = "Kings, queens, dukes, earls, barons, knights and rhubarb of the northern islands"
    make_page(title, "They ate. " * 400 + "They left in 1848.", corpus=corpus)
    Page.objects.filter(title="Pie").update(incoming_links=10_000)
    rebuild_index(corpus=corpus)
    return corpus


@pytest.mark.parametrize("text", ["rhubarb", r"rhubarb insource:/\b1848\b/"])
def test_sorting_puts_title_matches_first(rhubarb: Corpus, text: str) -> None:
    by_relevance = _titles(search_pages(corpus=rhubarb, text=text))
    assert [title.split(",")[0] for title in by_relevance] == ["Pie", "Kings"]
    by_title = _titles(search_pages(corpus=rhubarb, text=text, sort=Sort.TITLE))
    assert [title.split(",")[0] for title in by_title] == ["Kings", "Pie"]


def test_sorting_by_title_finds_the_same_pages_on_all_pages_of_results(corpus: Corpus) -> None:
    make_page("Drinkers", "Nothing.", corpus=corpus)
    rebuild_index(corpus=corpus)
    by_title = search_pages(corpus=corpus, text="coffee OR drink", sort=Sort.TITLE)
    assert by_title.total == search_pages(corpus=corpus, text="coffee OR drink").total
    found = search_pages(corpus=corpus, text="drink", sort=Sort.TITLE, limit=2)
    rest = search_pages(corpus=corpus, text="drink", sort=Sort.TITLE, offset=2, limit=9)
    whole = search_pages(corpus=corpus, text="drink", sort=Sort.TITLE, limit=9)
    assert _titles(found) + _titles(rest) == _titles(whole)
    assert len(set(_titles(whole))) == whole.total


@pytest.mark.postgres
def test_links_to_a_page_are_found_under_each_of_its_names(corpus: Corpus) -> None:
    for title in ("Coffee", "coffee", "Java (drink)"):
        assert _titles(search_pages(corpus=corpus, text=f'linksto:"{title}"')) == ["US"]


def test_marks_are_words_of_the_query_in_all_their_forms(corpus: Corpus) -> None:
    text = "Cafés sold Arabica, coffee drinks and iced tea; O’Brien was there."
    found = search_pages(corpus=corpus, text='café "coffee drinks" arab* -tea o\'brien')
    marked = [text[start:end] for start, end in found.marks.find(text)]
    assert marked == ["Cafés", "Arabica", "coffee drinks", "O’Brien"]


def test_page_that_is_gone_is_left_out(corpus: Corpus) -> None:
    Page.objects.get(title="Us").delete()
    assert _titles(search_pages(corpus=corpus, text="film")) == []


def test_corpora_do_not_see_one_another(corpus: Corpus) -> None:
    other = make_corpus("Other")
    make_page("Elsewhere", "People drink here too.", corpus=other)
    with pytest.raises(NoIndexError, match="no search index yet"):
        search_pages(corpus=other, text="people")
    rebuild_index(corpus=other)
    assert _titles(search_pages(corpus=other, text="people")) == ["Elsewhere"]
    assert search_pages(corpus=corpus, text="people").total == 4
    assert suggest_titles(corpus=corpus, typed="else") == []


@pytest.mark.parametrize(
    "text",
    [
        "people " * 200_000,
        "pe*e " * 10_000,
        "pe" + "*e?" * 300,
        "peoplexyz~2 " * 5,
        "drink insource:/(a+)+$/",
        r"drink insource:/(\w+\s*)+$/i",
        r"drink insource:/(\pL{20}){4}/",
    ],
    ids=lambda text: text[:20],
)
def test_hostile_queries_end_within_a_second(corpus: Corpus, text: str) -> None:
    started_at = time.process_time()
    search_pages(corpus=corpus, text=text)
    assert time.process_time() - started_at < 1


@pytest.mark.postgres
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(text=st.one_of(st.text(), PIECES))
@example(text="us\0")
@example(text="linksto:us\0")
@example(text="us \udcff")
def test_any_text_has_an_answer(corpus: Corpus, text: str) -> None:
    found = search_pages(corpus=corpus, text=text)
    assert len(found.hits) <= found.total or found.untried
    suggest_titles(corpus=corpus, typed=text)
