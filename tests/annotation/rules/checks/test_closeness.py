"""A claim says more than one highlighted sentence, and other than its source."""

from __future__ import annotations

import pytest

from annotation.rules.checks.closeness import check_copy, check_unchanged
from annotation.rules.checks.findings import Severity

SENTENCES = (
    "The Aare is a river of Switzerland and a tributary of the Rhine.",
    "At 288 km it is the longest river whose whole course lies in the country.",
    "It drains an area of 17,779 km2, which is more than two fifths of Swiss territory.",
    "Where the two rivers meet, the Aare usually carries more water than the Rhine that "
    "receives it.",
)
CONTEXT = ("Aare",)


@pytest.mark.parametrize(
    "text",
    [
        SENTENCES[0],
        "A tributary of the Rhine, the Aare is a Switzerland river.",
        "The Aare drains an area of 17,779 km2, more than two fifths of Swiss territory.",
        "The Aare drains an area of 17,779 km2, less than two fifths of Swiss territory.",
    ],
)
def test_a_reworded_sentence_is_warned_of(text: str) -> None:
    (finding,) = check_copy(text, SENTENCES, CONTEXT)
    assert (finding.severity, finding.message.code) == (Severity.WARN, "copies_sentence")


@pytest.mark.parametrize(
    "text",
    [
        "The Aare, a tributary of the Rhine, is 288 km long.",
        "The Aare drains 17,779 km2 and carries more water than the Rhine.",
        "The Aare is a river.",
        "",
    ],
)
def test_a_claim_that_combines_sentences_passes(text: str) -> None:
    assert check_copy(text, SENTENCES, CONTEXT) == []


def test_a_table_has_no_sentence_to_copy() -> None:
    assert check_copy(SENTENCES[0], ()) == []


SOURCE = "Dana Zátopková won the javelin throw in Helsinki."


@pytest.mark.parametrize("text", [SOURCE, "dana zatopkova won the Javelin Throw in Helsinki"])
def test_an_unchanged_claim_is_refused(text: str) -> None:
    (finding,) = check_unchanged(text, ["Another claim.", SOURCE])
    assert (finding.severity, finding.message.code) == (Severity.REFUSE, "unchanged")


@pytest.mark.parametrize("text", ["Dana Zátopková won the javelin throw in Rome.", "", "  "])
def test_a_changed_claim_passes(text: str) -> None:
    assert check_unchanged(text, [SOURCE]) == []
