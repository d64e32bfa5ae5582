"""The words of a claim that can be searched for by a click."""

from __future__ import annotations

import pytest

from annotation.rules.verifying.claim_terms import parts_of_claim, terms_of_claim

CLAIMS = {
    "Hannes Kolehmainen won the marathon in 1920.": [
        "Hannes Kolehmainen",
        "won",
        "marathon",
        "1920",
    ],
    "The Duke of York wasn't at the Treaty of Bern, nor was Leonardo da Vinci.": [
        "Duke of York",
        "wasn't",
        "Treaty of Bern",
        "Leonardo da Vinci",
    ],
    # A common word that begins the sentence is no name, and a comma ends one.
    "All of it is in Paris, France.": ["Paris", "France"],
    "Of AT&T and J.R.R. Tolkien, only one is 1,233 km long.": [
        "AT&T and J.R.R",
        "Tolkien",
        "1",
        "233",
        "long",
    ],
    "東京 is large, 東京 is.": ["東京", "large"],
    "": [],
    "…": [],
}


@pytest.mark.parametrize(("claim", "terms"), CLAIMS.items(), ids=map(repr, CLAIMS))
def test_names_numbers_and_telling_words_are_terms(claim: str, terms: list[str]) -> None:
    assert terms_of_claim(claim) == terms


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_parts_are_the_whole_claim(claim: str) -> None:
    assert "".join(part.text for part in parts_of_claim(claim)) == claim
