"""Phrases that give a verdict away, by the campaign's own counts."""

from __future__ import annotations

import pytest

from annotation.messages import finding_text
from annotation.rules.checks.giveaways import check_giveaway, count_phrases, find_giveaways, phrases

CLAIMS = [
    *[(f"River {i} failed to flood.", "refuted") for i in range(24)],
    *[(f"River {i} failed again.", "supported") for i in range(6)],
    *[(f"River {i} flows north.", "supported") for i in range(24)],
    *[(f"River {i} flows south.", "refuted") for i in range(6)],
    *[("A quagga drank.", "refuted") for _ in range(5)],
]
GIVEAWAYS = find_giveaways(count_phrases(CLAIMS))


def test_phrases_are_the_words_and_pairs_of_a_claim_each_once() -> None:
    assert phrases("The Aare, the Aare!") == {"the", "aare", "the aare", "aare the"}


def test_a_phrase_counts_once_a_claim() -> None:
    assert count_phrases([("Row, row, row.", "supported")]) == {
        ("row", "supported"): 1,
        ("row row", "supported"): 1,
    }


def test_frequent_telling_phrases_give_their_verdict_away() -> None:
    failed, flows = GIVEAWAYS["failed"], GIVEAWAYS["flows"]
    assert (failed.verdict, failed.share) == ("refuted", 0.8)
    assert (flows.verdict, flows.share) == ("supported", 0.8)
    assert GIVEAWAYS["failed to"].share == 1.0


@pytest.mark.parametrize("phrase", ["river", "quagga", "a"])
def test_words_that_tell_nothing_or_are_rare_do_not(phrase: str) -> None:
    assert phrase not in GIVEAWAYS


def test_a_giveaway_of_the_intended_verdict_is_warned_of() -> None:
    (finding,) = check_giveaway("The Aare failed to flood Bern.", GIVEAWAYS, "refuted")
    assert finding.message.parameters == {"words": "failed to", "share": "100"}
    assert finding.span == (9, 18)
    assert finding_text(finding) == (
        "“failed to” gives the verdict away: 100% of its claims have the same verdict."
    )


def test_using_it_against_its_verdict_is_welcome() -> None:
    assert check_giveaway("The Aare failed to flood Bern.", GIVEAWAYS, "supported") == []


def test_where_no_verdict_is_known_any_giveaway_counts() -> None:
    (finding,) = check_giveaway("The Aare flows on.", GIVEAWAYS, None)
    assert finding.message.parameters["words"] == "flows"


def test_without_counts_nothing_gives_anything_away() -> None:
    assert find_giveaways({}) == {}
    assert check_giveaway("The Aare failed to flood Bern.", {}, "refuted") == []
