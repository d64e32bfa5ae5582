"""Pages at /wiki/<title>."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Import, Redirect
from wiki.selectors import pages as selectors


@pytest.fixture
def reader(cast: Cast, log_in: Callable[[User], Client]) -> Client:
    return log_in(cast.administrator)


def test_page_shows_its_text_and_where_it_comes_from(reader: Client) -> None:
    make_page("Lake Geneva", "Lake Geneva is a lake.")
    response = reader.get("/wiki/Lake_Geneva")
    assert response.status_code == 200
    html = response.content.decode()
    assert "<h1 " in html and "Lake Geneva is a lake." in html
    assert "From Test articles, revision 1234567 of 2026-03-14." in html
    assert "https://wiki.example/Lake_Geneva?oldid=1234567" in html
    assert "CC BY-SA 4.0" in html


def test_redirect_is_followed_and_said(reader: Client) -> None:
    page = make_page("Zürich", "Zürich is a city.")
    Redirect.objects.create(corpus=page.corpus, title="Zurich", target="Zürich")
    response = reader.get("/wiki/Zurich")
    assert response.status_code == 302
    assert response.headers["Location"] == f"/wiki/{quote('Zürich')}?from=Zurich"
    assert "Redirected from Zurich" in reader.get(response.headers["Location"]).content.decode()


def test_redirect_to_a_section_leads_to_its_heading(reader: Client) -> None:
    page = make_page("Aare", "The Aare flows.\n\n== Upper course ==\nIt is steep.")
    Redirect.objects.create(
        corpus=page.corpus, title="Upper Aare", target="Aare", fragment="Upper course"
    )
    location = reader.get("/wiki/Upper_Aare").headers["Location"]
    assert location == "/wiki/Aare?from=Upper+Aare#s-Upper_course"


def test_other_spellings_of_a_title_lead_to_its_address(reader: Client) -> None:
    make_page("Lake Geneva", "Lake Geneva is a lake.")
    assert reader.get("/wiki/lake Geneva").headers["Location"] == "/wiki/Lake_Geneva"
    assert reader.get("/wiki/Lake__Geneva").headers["Location"] == "/wiki/Lake_Geneva"


def test_missing_page_says_so_with_404(reader: Client) -> None:
    make_page("Aare", "The Aare flows.")
    response = reader.get("/wiki/Atlantis")
    assert response.status_code == 404
    assert "There is no page “Atlantis”" in response.content.decode()


def test_redirect_to_nowhere_is_a_missing_page(reader: Client) -> None:
    page = make_page("Aare", "The Aare flows.")
    Redirect.objects.create(corpus=page.corpus, title="Atlantis", target="Nowhere")
    assert reader.get("/wiki/Atlantis").status_code == 404


@pytest.mark.parametrize(
    "title", ["AC/DC", 'He said "no"', "a..b", "What?", "50% & more", "Ångström", "日本", "O'Brien"]
)
def test_odd_titles_have_addresses_that_work(reader: Client, title: str) -> None:
    page = make_page(title, "It is a page.")
    from wiki.reading.markup import page_path

    response = reader.get(page_path(page.title))
    assert response.status_code == 200
    assert "It is a page." in response.content.decode()


@pytest.mark.parametrize("title", ["a\0b", "x" * 3000, "..", "%00", "\u202e"])
def test_impossible_titles_are_missing_pages(reader: Client, title: str) -> None:
    make_page("Aare", "The Aare flows.")
    assert reader.get("/wiki/" + quote(title)).status_code == 404


def test_flagged_page_says_what_it_lacks(reader: Client) -> None:
    make_page("Weser", "{{Unreferenced}}\nThe Weser is a river.")
    assert "This page lacks references" in reader.get("/wiki/Weser").content.decode()


def test_a_disambiguation_page_is_marked(reader: Client) -> None:
    make_page("Aare (disambiguation)", "* [[Aare]], a river\n{{disambiguation}}")
    make_page("Aare", "The Aare flows.")
    said = "A disambiguation page: it lists pages with similar names."
    assert said in reader.get("/wiki/Aare_(disambiguation)").content.decode()
    assert said not in reader.get("/wiki/Aare").content.decode()


def test_named_corpus_is_kept_through_its_links(reader: Client) -> None:
    old = make_corpus("Old")
    make_page("Aare", "The old Aare meets the [[Reuss]].", corpus=old)
    make_page("Reuss", "The old Reuss.", corpus=old)
    html = reader.get(f"/wiki/Aare?corpus={old.public_id}").content.decode()
    assert f'href="/wiki/Reuss?corpus={old.public_id}"' in html


def test_unknown_corpus_is_not_found(reader: Client) -> None:
    make_page("Aare", "The Aare flows.")
    assert reader.get("/wiki/Aare?corpus=nonsense").status_code == 404
    assert reader.get("/wiki/Aare?corpus=4f2d0c9a-0000-4000-8000-000000000000").status_code == 404


def test_list_of_pages_filters_by_the_start_of_the_title(reader: Client) -> None:
    for title in ("Aare", "Aarau", "Bern"):
        make_page(title, f"{title} is a page.")
    html = reader.get("/wiki/?start=aar").content.decode()
    assert "Aarau" in html and "Aare" in html and "Bern<" not in html


def test_list_without_any_corpus_says_what_to_do(reader: Client) -> None:
    assert "once a manager has imported a dump" in reader.get("/wiki/").content.decode()


@pytest.mark.postgres
def test_links_are_resolved_through_redirects_and_only_to_pages(db: None) -> None:
    page = make_page("Zürich", "Zürich is a city.")
    Redirect.objects.create(corpus=page.corpus, title="Zurich", target="Zürich")
    Redirect.objects.create(corpus=page.corpus, title="Lost", target="Nowhere")
    found = selectors.resolve_titles(page.corpus, ["Zürich", "Zurich", "Lost", "Absent"])
    assert found == {"Zürich": "Zürich", "Zurich": "Zürich"}


@pytest.mark.postgres
def test_titles_are_listed_in_the_order_of_their_letters(db: None) -> None:
    for title in ("Zug", "aB", "Ägypten", "Abc"):
        make_page(title, "It is a page.")
    corpus = make_corpus()
    titles = [page.title for page in selectors.pages_by_title(corpus)]
    assert titles == ["AB", "Abc", "Zug", "Ägypten"]


@pytest.mark.postgres
def test_an_unfinished_import_does_not_take_over_what_is_read(db: None) -> None:
    whole = make_corpus("Whole")
    make_page("Aare", "The Aare flows.", corpus=whole)
    trial = make_corpus("Trial")
    make_page("Aare", "Half an article.", corpus=trial)
    Corpus.objects.filter(pk=trial.pk).update(created_at=NOW + timedelta(days=1))
    assert selectors.default_corpus(None) == trial
    Import.objects.create(
        corpus=trial,
        file_name="x.xml",
        file_size=1,
        fingerprint="1",
        extractor="1",
        started_at=NOW,
    )
    assert selectors.default_corpus(None) == whole


@pytest.mark.postgres
def test_a_sealed_corpus_comes_before_a_newer_open_one(db: None) -> None:
    sealed = make_corpus("Sealed")
    make_page("Aare", "The Aare flows.", corpus=sealed)
    Corpus.objects.filter(pk=sealed.pk).update(sealed_at=NOW)
    newer = make_corpus("Newer")
    make_page("Aare", "The Aare flows on.", corpus=newer)
    Corpus.objects.filter(pk=newer.pk).update(created_at=NOW + timedelta(days=1))
    assert [corpus.name for corpus in selectors.readable_corpora(None)] == ["Sealed", "Newer"]
