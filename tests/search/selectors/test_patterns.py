"""Patterns, tried on the pages that the rest of a query finds."""

from __future__ import annotations

from itertools import count

import pytest
from pytest_django import Settings

from search import rebuild_index, search_pages
from search.engines.patterns import Matcher
from search.results import SearchResults
from search.selectors.patterns import try_pages
from tests.wiki.pages import make_page
from wiki.models import Corpus, Page

pytestmark = pytest.mark.django_db


def _titles(found: SearchResults) -> list[str]:
    return [hit.title for hit in found.hits]


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


def test_pattern_out_of_time_says_so(corpus: Corpus, settings: Settings) -> None:
    settings.SEARCH_PATTERN_SECONDS = 0.0
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
