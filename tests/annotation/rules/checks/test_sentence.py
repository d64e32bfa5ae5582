"""A claim is one sentence."""

from __future__ import annotations

import pytest

from annotation.messages import finding_text
from annotation.rules.checks.findings import Severity
from annotation.rules.checks.sentence import check_sentence


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("The Aare.", "too_short"),
        ("...", "too_short"),
        ("Is the Aare longer than the Reuss?", "question"),
        ("The Aare is long.\nThe Reuss is not.", "several_lines"),
        ("The Aare is a river. It flows into the Rhine.", "several_sentences"),
        ("The Aare is long. " + "x" * 1000, "too_long"),
    ],
)
def test_what_is_not_one_sentence_is_refused(text: str, code: str) -> None:
    (finding,) = check_sentence(text)
    assert (finding.severity, finding.message.code) == (Severity.REFUSE, code)


@pytest.mark.parametrize(
    "text",
    [
        "The Aare is longer than the Reuss.",
        "  The Aare is longer than the Reuss.  ",
        "Dr. Smith of the U.S. Geological Survey measured 3.5 km of St. Louis in 1904.",
        "The film is called “M.”",
        "2001: A Space Odyssey was directed by Stanley Kubrick.",
        "Columbia is displayed in Washington, D.C.",
    ],
)
def test_one_sentence_passes(text: str) -> None:
    assert check_sentence(text) == []


def test_where_the_second_sentence_begins_is_told() -> None:
    text = "The Aare is a river. It flows into the Rhine."
    (finding,) = check_sentence(text)
    assert finding.span == (21, 45)
    assert text[21:45] == "It flows into the Rhine."
    assert finding_text(finding) == "A claim is one sentence; here begins another."


def test_a_small_beginning_and_a_missing_stop_are_advice() -> None:
    findings = check_sentence("the Aare is longer than the Reuss")
    assert [(one.severity, one.message.code, one.span) for one in findings] == [
        (Severity.WARN, "no_capital", (0, 1)),
        (Severity.WARN, "no_stop", (33, 33)),
    ]


def test_a_claim_of_ten_thousand_characters_is_refused_with_its_length() -> None:
    (finding,) = check_sentence("a" * 10_000)
    assert finding_text(finding) == ("A claim has at most 1000 characters; this one has 10000.")
