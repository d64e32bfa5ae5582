"""Claims made up from pages, three for each fact."""

from __future__ import annotations

from quality.selectors.simulated_claims import simulated_claims
from tests.wiki.pages import make_corpus, make_page


def test_each_fact_gives_a_true_a_false_and_an_undecidable_claim(db: None) -> None:
    corpus = make_corpus()
    make_page("Aare", "The Aare has a length of 288 km in all.", corpus=corpus)
    make_page("Elsewhere", "Elsewhere has 288 km, too, in all.", corpus=make_corpus("Other"))
    evidence = ((("Aare", "sentence_0"),),)
    assert [(one.text, one.label) for one in simulated_claims(corpus.public_id)] == [
        ("The Aare has a length of 288 km in all.", "SUPPORTS"),
        ("The Aare has a length of 295 km in all.", "REFUTES"),
        (
            "The Aare has a length of 288 km in all, which schoolbooks in the region did not"
            " mention before 1950.",
            "NOT ENOUGH INFO",
        ),
    ]
    assert {one.sets for one in simulated_claims(corpus.public_id)} == {evidence}


def test_other_sentences_of_the_page_are_not_enough(db: None) -> None:
    corpus = make_corpus()
    text = "The Aare has a length of 288 km in all and flows north. It is cold."
    make_page("Aare", text, corpus=corpus)
    found = [(one.text, one.label, one.sets) for one in simulated_claims(corpus.public_id)]
    first, other = ((("Aare", "sentence_0"),),), ((("Aare", "sentence_1"),),)
    assert ("The Aare has a length of 288 km in all.", "SUPPORTS", first) in found
    beside = [row for row in found if row[2] == other]
    assert beside == [
        (
            "The Aare has a length of 288 km in all and flows north.",
            "NOT ENOUGH INFO",
            other,
        ),
        (
            "The Aare has a length of 295 km in all and flows north.",
            "NOT ENOUGH INFO",
            other,
        ),
    ]
