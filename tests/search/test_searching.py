"""What a search answers beyond its hits: go, did you mean, flagged text, patterns, marks."""

from __future__ import annotations

import re
import time
from itertools import count

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from search import find_exact_title, rebuild_index, search_pages, suggest_titles
from search.errors import NoIndexError
from search.excerpts.patterns import Matcher
from search.results import SearchResults, Sort
from search.selectors import pages as selectors
from search.selectors.pages import read_marks
from search.selectors.trying import try_pages
from tests.search.test_query import PIECES
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Page, Redirect

pytestmark = pytest.mark.django_db


def _titles(found: SearchResults) -> list[str]:
    return [hit.title for hit in found.hits]


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus()
    make_page(
        "Café Łódź",
        "The '''Café''' is a place.\n\n== History ==\n{{Unreferenced section}}\n"
        "Dragons drank here.\n\n== Today ==\nPeople drink here.",
        corpus=corpus,
    )
    make_page("Tea house", "{{Unreferenced}}\nPeople drink tea since 1848.", corpus=corpus)
    make_page("US", "A country where people drink [[Coffee]].", corpus=corpus)
    make_page("Us", "A film about people.", corpus=corpus)
    make_page(
        "Coffee",
        'Coffee is a drink.\n\n{| class="wikitable"\n|-\n| Arabica || 1,234\n|}',
        corpus=corpus,
    )
    Redirect.objects.create(corpus=corpus, title="Java (drink)", target="Coffee")
    Redirect.objects.create(corpus=corpus, title="America", target="US")
    rebuild_index(corpus=corpus)
    return corpus


def test_hits_have_ranks_that_run_on(corpus: Corpus) -> None:
    whole = search_pages(corpus=corpus, text="people", limit=10)
    parts = [search_pages(corpus=corpus, text="people", offset=at, limit=2) for at in (0, 2)]
    assert whole.total == parts[0].total == 4
    assert [hit.rank for hit in whole.hits] == [1, 2, 3, 4]
    assert (*parts[0].hits, *parts[1].hits) == whole.hits


def test_exact_title_is_found_without_case_and_accents(corpus: Corpus) -> None:
    found = find_exact_title(corpus=corpus, text=" cafe_lodz ")
    assert found is not None
    assert (found.title, found.is_redirect) == ("Café Łódź", False)
    assert search_pages(corpus=corpus, text="CAFE LODZ").exact == found


def test_exact_redirect_leads_to_its_page(corpus: Corpus) -> None:
    found = find_exact_title(corpus=corpus, text="java (DRINK)")
    assert found is not None
    assert (found.title, found.page_title, found.is_redirect) == ("Java (drink)", "Coffee", True)


@pytest.mark.postgres
def test_of_titles_that_fold_alike_the_one_spelt_so_is_exact(corpus: Corpus) -> None:
    spellings = {text: find_exact_title(corpus=corpus, text=text) for text in ("US", "Us")}
    assert {text: found and found.title for text, found in spellings.items()} == {
        "US": "US",
        "Us": "Us",
    }


@pytest.mark.postgres
def test_completion_ignores_case_and_accents_and_knows_redirects(corpus: Corpus) -> None:
    assert [s.title for s in suggest_titles(corpus=corpus, typed="CAFÉ lo")] == ["Café Łódź"]
    assert [s.title for s in suggest_titles(corpus=corpus, typed="jav")] == ["Java (drink)"]
    assert [s.page_title for s in suggest_titles(corpus=corpus, typed="am")] == ["US"]
    assert suggest_titles(corpus=corpus, typed="  ") == []
    assert suggest_titles(corpus=corpus, typed="%") == []


@pytest.mark.postgres
def test_completion_puts_the_most_linked_first(corpus: Corpus) -> None:
    for number in range(30):
        page = make_page(f"Lake {number:02}", "A lake.", corpus=corpus)
        Page.objects.filter(pk=page.pk).update(incoming_links=number * 20)
    rebuild_index(corpus=corpus)
    titles = [s.title for s in suggest_titles(corpus=corpus, typed="lake", limit=3)]
    assert titles == ["Lake 15", "Lake 16", "Lake 17"]


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


@pytest.mark.postgres
def test_titles_of_flagged_pages_can_be_left_out(corpus: Corpus) -> None:
    Redirect.objects.create(corpus=corpus, title="Teahouse", target="Tea house")
    make_page("Teak", "A tree.", corpus=corpus)
    rebuild_index(corpus=corpus)
    for text in ("tea HOUSE", "Teahouse"):
        found = find_exact_title(corpus=corpus, text=text)
        assert found is not None
        assert found.page_title == "Tea house"
        assert search_pages(corpus=corpus, text=text).exact == found
        assert search_pages(corpus=corpus, text=text, with_flagged=False).exact is None
    every = suggest_titles(corpus=corpus, typed="tea")
    assert [each.title for each in every] == ["Teak", "Tea house"]
    unflagged = suggest_titles(corpus=corpus, typed="tea", with_flagged=False)
    assert [each.title for each in unflagged] == ["Teak"]
    assert suggest_titles(corpus=corpus, typed="tea house", with_flagged=False) == []


def test_of_titles_that_fold_alike_the_one_that_is_searched_is_exact(corpus: Corpus) -> None:
    Page.objects.filter(title="US").update(is_flagged=True)
    found = find_exact_title(corpus=corpus, text="US", with_flagged=False)
    assert found is not None
    assert found.title == "Us"


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
    """One page that says much of rhubarb, and one that bears it in its long title."""
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


def test_patterns_are_tried_on_what_the_rest_finds(corpus: Corpus) -> None:
    found = search_pages(corpus=corpus, text=r"drink insource:/since \d{4}/")
    assert (_titles(found), found.total, found.untried) == (["Tea house"], 1, 0)
    assert search_pages(corpus=corpus, text="drink insource:/SINCE/").total == 0
    assert search_pages(corpus=corpus, text="drink insource:/SINCE/i").total == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("insource:/people/", "pattern_alone"),
        ("people insource:/(/", "pattern_refused"),
        (r"people insource:/(.)\1/", "pattern_refused"),
        ("people insource:/(a{999}){999}/", "pattern_refused"),
        # They match everywhere.
        ("people insource:/x*|People/", "pattern_matches_empty"),
        ("people insource:/^|People/", "pattern_matches_empty"),
        ("people insource:/People|$/", "pattern_matches_empty"),
        (r"people insource:/\b/", "pattern_matches_empty"),
    ],
)
def test_refused_patterns_are_noted(corpus: Corpus, text: str, reason: str) -> None:
    found = search_pages(corpus=corpus, text=text)
    assert [str(ignored.reason) for ignored in found.ignored] == [reason]
    # The words beside it are searched for all the same.
    assert found.total == (4 if text.startswith("people") else 0)


def test_pattern_out_of_time_says_so(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "PATTERN_SECONDS", 0.0)
    found = search_pages(corpus=corpus, text="people insource:/people/")
    assert (found.total, found.untried, found.ignored) == (0, 4, ())


def test_patterns_are_tried_for_as_long_as_there_is_time(corpus: Corpus) -> None:
    for number in range(230):
        make_page(f"Shared {number}", f"Commonsharedword code{number:04}.", corpus=corpus)
    rebuild_index(corpus=corpus)
    found = search_pages(corpus=corpus, text="commonsharedword insource:/code02[0-2]/")
    assert (found.total, found.untried) == (30, 0)


def test_patterns_do_not_read_sections_that_are_left_out(corpus: Corpus) -> None:
    query = "people insource:/Dragons [a-z]+ here/"
    assert _titles(search_pages(corpus=corpus, text=query)) == ["Café Łódź"]
    found = search_pages(corpus=corpus, text=query, with_flagged=False)
    assert (found.total, found.untried) == (0, 0)
    # What follows the section is read again.
    query = "people insource:/People [a-z]+ here/"
    found = search_pages(corpus=corpus, text=query, with_flagged=False)
    assert _titles(found) == ["Café Łódź"]


def test_page_inside_of_which_time_runs_out_does_not_count_as_tried(corpus: Corpus) -> None:
    pages = [Page.objects.get(title=title).pk for title in ("US", "Café Łódź")]
    matcher = Matcher("Elves", ignores_case=False)
    # "US" is one sentence; "Café Łódź" two headings and three.
    tried = [try_pages(pages, matcher, until=until, clock=count(1).__next__) for until in range(7)]
    us, cafe = pages
    assert tried == [{}, *[{us: False}] * 5, {us: False, cafe: False}]


def test_page_that_is_gone_is_no_reason_to_call_a_search_partial(corpus: Corpus) -> None:
    Page.objects.get(title="Us").delete()
    found = search_pages(corpus=corpus, text="people insource:/drink/")
    assert (found.total, found.untried) == (3, 0)


def test_marks_are_words_of_the_query_in_all_their_forms(corpus: Corpus) -> None:
    text = "Cafés sold Arabica, coffee drinks and iced tea; O’Brien was there."
    found = search_pages(corpus=corpus, text='café "coffee drinks" arab* -tea o\'brien')
    marked = [text[start:end] for start, end in found.marks.find(text)]
    assert marked == ["Cafés", "Arabica", "coffee drinks", "O’Brien"]


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ('"river flows"~3', "The river, as we know, flows.", ["river", "flows"]),
        ('"river flows"~2', "The river, as we know, flows.", []),
        ('"river flows"~3', "As it flows, the river grows.", []),
        # The nearer of two is taken.
        ('"river flows"~1', "A river: the river flows.", ["river", "flows"]),
        ('"river flows"~3', "The river flows and flows.", ["river", "flows", "flows"]),
        # All gaps together.
        ('"a b c"~2', "a x b x c", ["a", "b", "c"]),
        ('"a b c"~2', "a x b x x c", []),
        ('"new york new"~2', "New York", []),
        ('"new york new"~2', "New York is new", ["New", "York", "new"]),
    ],
)
def test_near_words_are_marked_in_their_order_only(
    query: str, text: str, marked: list[str]
) -> None:
    assert [text[start:end] for start, end in read_marks(query).find(text)] == marked


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        (r"river insource:/19\d\d/", "The river froze in 1929, 1963.", ["river", "1929", "1963"]),
        (r"insource:/\bŁódź|aa+/i", "Podłódź, łódź; AAA", ["łódź", "AAA"]),
        # One that holds a word is marked whole.
        ("river insource:/a river.$/", "It is a river!", ["a river!"]),
        # Those that are refused or excluded mark nothing.
        ("river insource:/(/", "A (river)", ["river"]),
        ("river -insource:/froze/", "The river froze", ["river"]),
        # Of a long text each piece is looked at.
        ("insource:/a.c/", "x" * 5000 + "äaüc", ["aüc"]),
    ],
)
def test_what_a_pattern_matches_is_marked(query: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in read_marks(query).find(text)] == marked


@given(st.text("aab1\n é", max_size=60), st.sampled_from(["a", "a+b?", "b|1.", r"\d", "(?s)é.a"]))
def test_patterns_are_found_where_they_stand(text: str, expression: str) -> None:
    found = Matcher(expression, ignores_case=False).find(text)
    assert list(found) == [match.span() for match in re.finditer(expression, text)]


@pytest.mark.parametrize("before", [1790, 1797, 1800, 1997, 2000, 3597, 4000])
def test_patterns_are_found_once_wherever_they_stand_in_a_long_text(before: int) -> None:
    text = "x" * before + "needle" + "x" * 900
    found = list(Matcher("needle", ignores_case=False).find(text))
    assert found == [(before, before + 6)]


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
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(), PIECES))
@example(text="us\0")
@example(text="linksto:us\0")
@example(text="us \udcff")
def test_any_text_has_an_answer(corpus: Corpus, text: str) -> None:
    found = search_pages(corpus=corpus, text=text)
    assert len(found.hits) <= found.total or found.untried
    suggest_titles(corpus=corpus, typed=text)
