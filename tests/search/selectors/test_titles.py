"""Exact titles and completion."""

from __future__ import annotations

import pytest

from search import find_exact_title, rebuild_index, search_pages, suggest_titles
from tests.wiki.pages import make_page
from wiki.models import Corpus, Page, Redirect

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("kolehm", ["Hannes Kolehmainen", "Tatu Kolehmainen"]),
        ("KOLEHMAINEN", ["Hannes Kolehmainen", "Tatu Kolehmainen"]),
        ("kolehmainen hann", ["Hannes Kolehmainen"]),
        ("tatu kole", ["Tatu Kolehmainen"]),
        # A title that starts so comes first; found by a redirect only, it shows no match.
        ("flying", ["Flying fish", "The Flying Dutchman"]),
        # Too short to say anything inside a title.
        ("ko", ["Ko"]),
        ("kolehmainen volcano", []),
    ],
)
def test_completion_finds_words_inside_titles(
    corpus: Corpus, engine: str, typed: str, titles: list[str]
) -> None:
    pages = {
        title: make_page(title, "Text.", corpus=corpus)
        for title in (
            "Hannes Kolehmainen",
            "Tatu Kolehmainen",
            "Flying fish",
            "The Flying Dutchman",
            "Ko",
        )
    }
    Page.objects.filter(pk=pages["Hannes Kolehmainen"].pk).update(incoming_links=90)
    Redirect.objects.create(corpus=corpus, title="The Flying Finn", target="Hannes Kolehmainen")
    rebuild_index(corpus=corpus)
    assert [each.title for each in suggest_titles(corpus=corpus, typed=typed)] == titles


@pytest.mark.postgres
def test_completion_puts_the_most_linked_first(corpus: Corpus) -> None:
    for number in range(30):
        page = make_page(f"Lake {number:02}", "A lake.", corpus=corpus)
        Page.objects.filter(pk=page.pk).update(incoming_links=number * 20)
    rebuild_index(corpus=corpus)
    titles = [s.title for s in suggest_titles(corpus=corpus, typed="lake", limit=3)]
    assert titles == ["Lake 15", "Lake 16", "Lake 17"]


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
