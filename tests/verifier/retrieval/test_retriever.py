"""Tests of retrieval: titles in claims, the pages found, their sentences and tables."""

from __future__ import annotations

import pytest

from verifier.retrieval.index import PageIndex
from verifier.retrieval.retriever import RetrievalSize, retrieve
from verifier.retrieval.source import ReadPage, SourceSentence, SourceTable
from verifier.retrieval.titles import match_titles, title_key, title_keys


def _page(title: str, *texts: str, links: tuple[str, ...] = ()) -> ReadPage:
    sentences = tuple(
        SourceSentence(title, f"sentence_{number}", text) for number, text in enumerate(texts)
    )
    return ReadPage(title, sentences, links=links)


RESULTS = SourceTable(
    "Velmar", "table_0", ("season", "coach"), (("1987", "Ana Berg"), ("1988", "Ivo Lund")),
    caption="Coaches of the club",
)  # fmt: skip
PAGES = [
    ReadPage(
        "Velmar",
        (
            SourceSentence("Velmar", "sentence_0", "Velmar is a town in Ostrava ."),
            SourceSentence("Velmar", "sentence_1", "It was founded in 1904 .", ("History",)),
        ),
        (RESULTS,),
        links=("Olm bridge", "Ostrava"),
    ),
    _page("Velmar (film)", "Velmar is a film by Ana Berg ."),
    _page("Ana Berg", "Ana Berg is a director born in 1950 ."),
    _page("Ostrava", "Ostrava is a country ."),
    _page("Olm bridge", "The Olm bridge crosses the Olm ."),
    _page("Town", "A town is a settlement ."),
    _page("Salt trade", "The salt trade made merchants rich ."),
]
INDEX = PageIndex(PAGES, redirects={"Republic of Ostrava": "Ostrava", "Nowhere": "Gone"})


def test_titles_are_compared_without_case_brackets_and_possessives() -> None:
    assert title_key("Velmar's_History") == "velmar history"
    assert title_keys("Velmar (film)") == ["velmar film", "velmar"]


def test_the_longest_title_in_the_claim_wins() -> None:
    titles = {"new velmar": ["New Velmar"], "velmar": ["Velmar"], "ana berg": ["Ana Berg"]}
    assert match_titles("New Velmar 's mayor is Ana Berg .", titles) == ["New Velmar", "Ana Berg"]
    assert match_titles("Velmar is near New Velmar .", titles) == ["New Velmar", "Velmar"]


def test_common_nouns_and_years_are_no_titles() -> None:
    assert match_titles("It is a town of 1987 .", {"town": ["Town"], "1987": ["1987"]}) == []


@pytest.mark.parametrize(
    ("claim", "first"),
    [
        ("Velmar is a town .", "Velmar"),
        ("Velmar is a film by Ana Berg .", "Velmar (film)"),
        ("The Republic of Ostrava is a country .", "Ostrava"),
        ("Merchants of salt became rich .", "Salt trade"),
    ],
)
def test_the_page_of_the_claim_comes_first(claim: str, first: str) -> None:
    found = retrieve(claim, INDEX)
    pages = [page for page in found.pages if page != "Ana Berg"]
    assert pages[0] == first


def test_pages_are_filled_up_and_links_follow() -> None:
    claim = "The bridge over the Olm is older than Velmar ."
    found = retrieve(claim, INDEX, size=RetrievalSize(pages=1))
    assert found.pages == ("Velmar", "Olm bridge")
    assert retrieve(claim, INDEX, size=RetrievalSize(pages=1, linked=0)).pages == ("Velmar",)


def test_sentences_are_ranked_with_title_and_section() -> None:
    found = retrieve("The history of Velmar begins in 1904 .", INDEX)
    assert found.sentences[0].address == "sentence_1"
    assert len(found.sentences) <= 5


def test_tables_are_ranked_by_their_cells() -> None:
    assert retrieve("Ivo Lund was coach of Velmar in 1988 .", INDEX).tables == (RESULTS,)


def test_without_titles_only_introductions_count() -> None:
    size = RetrievalSize(pages=1, linked=0, match_titles=False)
    assert retrieve("Velmar is a director born in 1950 .", INDEX, size=size).pages == ("Ana Berg",)


@pytest.mark.parametrize("claim", ["", "🏞️", "' OR 1=1 --", "<b></b>", "of the", "x " * 30_000])
def test_any_claim_gets_an_answer(claim: str) -> None:
    found = retrieve(claim, INDEX)
    assert set(found.pages) <= {page.title for page in PAGES}


def test_nothing_is_found_among_no_pages() -> None:
    found = retrieve("Velmar is a town .", PageIndex([]))
    assert (found.pages, found.sentences, found.tables) == ((), (), ())
