"""Claims that are there already, among very many, at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.messages import finding_text
from annotation.rules.checks.duplicates import (
    LIKENESS,
    KnownClaim,
    MemoryIndex,
    check_duplicate,
    identity_key,
    likeness,
    likeness_keys,
)
from annotation.rules.checks.findings import Severity
from search import analysis

AARE = KnownClaim("1", "The Aare, at 288 km, is the longest river that lies wholly in Switzerland.")
REUSS = KnownClaim("2", "The Reuss leaves Lake Lucerne in the city of Lucerne.")
INDEX = MemoryIndex([AARE, REUSS])


@pytest.mark.parametrize(
    "text",
    [
        AARE.text,
        "the aare at 288 km is the longest river that lies wholly in switzerland",
        "The Aáre, at 288 km, is the longest river that lies wholly in Switzerland!",
    ],
)
def test_an_identical_claim_is_refused_whatever_its_case_and_punctuation(text: str) -> None:
    (finding,) = check_duplicate(text, INDEX)
    assert (finding.severity, finding.message.code) == (Severity.REFUSE, "identical")
    assert finding.message.parameters == {"claim": AARE.text, "id": "1"}


def test_a_nearly_identical_claim_is_warned_of() -> None:
    text = "The Aare, at 288 km, is the longest river lying wholly in Switzerland."
    (finding,) = check_duplicate(text, INDEX)
    assert (finding.severity, finding.message.code) == (Severity.WARN, "nearly_identical")
    assert finding_text(finding) == f"Nearly the same as “{AARE.text[:-1]}”."


@pytest.mark.parametrize(
    "text",
    ["The Aare is a tributary of the Rhine.", "The Reuss enters Lake Lucerne at Flüelen.", "", "…"],
)
def test_another_claim_passes(text: str) -> None:
    assert check_duplicate(text, INDEX) == []


def test_a_claim_is_not_compared_with_itself_or_what_it_builds_on() -> None:
    assert check_duplicate(AARE.text, INDEX, but_not={"1"}) == []


def test_the_nearest_claim_is_named() -> None:
    index = MemoryIndex(
        [
            KnownClaim("far", "Emil Zátopek won the long marathon of Helsinki in 1952 easily."),
            KnownClaim("near", "Emil Zátopek won the marathon of Helsinki in 1952 easily."),
        ]
    )
    (finding,) = check_duplicate("Emil Zátopek won the marathon of Helsinki in 1952.", index)
    assert finding.message.parameters["id"] == "near"


def test_a_long_claim_is_quoted_in_part() -> None:
    long = KnownClaim("3", "Emil " + " ".join(f"w{i}" for i in range(60)) + ".")
    (finding,) = check_duplicate(long.text + " indeed", MemoryIndex([long]))
    assert len(finding.message.parameters["claim"]) == 121


words = st.lists(st.sampled_from([f"word{i}" for i in range(30)]), min_size=1, max_size=25)


@given(first=words, second=words, common=words)
def test_looking_up_by_keys_misses_no_claim_that_is_alike(
    first: list[str], second: list[str], common: list[str]
) -> None:
    text = " ".join(common * 2 + first[:3])
    other = " ".join(second[:3] + common)
    alike = likeness(set(analysis.stems(text)), set(analysis.stems(other)))
    if alike >= LIKENESS and identity_key(text) != identity_key(other):
        assert set(likeness_keys(text)) & set(likeness_keys(other))
        assert check_duplicate(text, MemoryIndex([KnownClaim("x", other)]))
