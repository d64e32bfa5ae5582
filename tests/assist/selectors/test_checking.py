"""Checking a claim: the pages, the evidence with its context, and the verdict."""

from __future__ import annotations

import pytest

from assist.models import ModelVersion
from assist.selectors.checking import check_claim
from wiki.models import Corpus

pytestmark = pytest.mark.postgres


def test_a_claim_is_supported_by_the_sentence_with_its_year(
    rivers: Corpus, version: ModelVersion
) -> None:
    checked = check_claim(corpus=rivers, claim="Velmabar was mapped in 1801.")
    assert checked.label == "SUPPORTS"
    assert checked.abstention is None
    assert checked.pages[0] == "Velmabar"
    best = checked.sentences[0]
    assert (best.page, best.address) == ("Velmabar", "sentence_1")
    assert best.text == "Velmabar was mapped in 1801 by a surveyor from the coast."
    assert best.opinion.label == "SUPPORTS"
    assert best.opinion.is_deciding
    assert checked.version == version


def test_a_claim_with_another_year_is_refuted(rivers: Corpus, version: ModelVersion) -> None:
    checked = check_claim(corpus=rivers, claim="Velmabar was mapped in 1808.")
    assert checked.label == "REFUTES"
    assert checked.sentences[0].opinion.label == "REFUTES"


def test_titles_redirects_and_brackets_lead_to_pages(rivers: Corpus, version: ModelVersion) -> None:
    pages = {
        claim: check_claim(corpus=rivers, claim=claim).pages[:2]
        for claim in (
            "The River Aare was straightened in 1868.",
            "Aare is a film of 1987.",
        )
    }
    assert pages["The River Aare was straightened in 1868."][0] == "Aare"
    assert set(pages["Aare is a film of 1987."]) == {"Aare", "Aare (film)"}


def test_context_is_told(rivers: Corpus, version: ModelVersion) -> None:
    checked = check_claim(corpus=rivers, claim="Brienz is a lake on the Aare, 259 m deep.")
    table = next(one for one in checked.tables if one.page == "Aare")
    assert (table.caption, list(table.sections)) == ("Lakes on the river", ["Lakes"])
    assert list(table.header) == ["Lake", "Depth", "Area"]


def test_what_is_in_no_page_cannot_be_judged(rivers: Corpus, version: ModelVersion) -> None:
    checked = check_claim(corpus=rivers, claim="Zebras yodel.")
    assert checked.abstention == "no_evidence"
    assert (checked.pages, checked.sentences, checked.tables) == ((), [], [])


def test_a_claim_without_words_cannot_be_judged(rivers: Corpus, version: ModelVersion) -> None:
    assert check_claim(corpus=rivers, claim="🙂🙂 ?!").abstention == "no_words"
