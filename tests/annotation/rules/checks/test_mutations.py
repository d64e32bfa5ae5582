"""A mutation is what was asked for."""

from __future__ import annotations

import pytest

from annotation.messages import finding_text
from annotation.rules.checks.mutations import check_bare_negation, check_mutation

SOURCE = "Dana Zátopková won the javelin throw at the 1952 Summer Olympics in Helsinki."


@pytest.mark.parametrize(
    ("text", "source", "words"),
    [
        ("The Aare is not a river.", "The Aare is a river.", "not"),
        ("The Aare isn't a river.", "The Aare is a river.", "isn't"),
        ("The Aare isn’t a river.", "The Aare is a river.", "isn’t"),
        ("Emil Zátopek did not win the race.", "Emil Zátopek won the race.", "not"),
        ("Emil Zátopek didn't win the race.", "Emil Zátopek won the race.", "didn't"),
        ("Emil Zátopek never won the race.", "Emil Zátopek won the race.", "never"),
        ("The Reuss does not join the Aare.", "The Reuss joins the Aare.", "not"),
        ("No river joins the Aare.", "A river joins the Aare.", None),
    ],
)
def test_a_bare_not_is_warned_of(text: str, source: str, words: str | None) -> None:
    findings = check_bare_negation(text, source)
    if words is None:
        assert findings == []
    else:
        assert [one.message.parameters["words"] for one in findings] == [words]
        assert findings[0].span is not None
        start, end = findings[0].span
        assert text[start:end] == words


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Emil Zátopek came second in the race.", "Emil Zátopek won the race."),
        ("Emil Zátopek did not win the race in Rome.", "Emil Zátopek won the race."),
        ("The Aare is a river.", "The Aare is not a river."),
        ("The Aare is not a river.", "The Aare is not a river."),
    ],
)
def test_other_changes_are_not_bare_negations(text: str, source: str) -> None:
    assert check_bare_negation(text, source) == []


def codes(text: str, effect: str, source: str = SOURCE) -> list[str]:
    return [finding.message.code for finding in check_mutation(text, source, effect)]


GOOD = {
    "narrower": SOURCE.replace(".", " with her first throw."),
    "wider": "Dana Zátopková won an event at the Summer Olympics.",
    "negated": "Dana Zátopková returned from the 1952 Summer Olympics in Helsinki without a title.",
    "reworded": "At the Helsinki Summer Olympics of 1952 Dana Zátopková took gold in the javelin.",
    "substituted": "Dana Zátopková won the javelin throw at the 1960 Summer Olympics in Rome.",
    "exchanged": "Dana Zátopková lost the javelin throw.",
}


@pytest.mark.parametrize("effect", GOOD)
def test_a_mutation_that_was_asked_for_passes(effect: str) -> None:
    assert codes(GOOD[effect], effect) == []


@pytest.mark.parametrize("effect", [effect for effect in GOOD if effect != "exchanged"])
def test_another_claim_altogether_is_warned_of(effect: str) -> None:
    assert codes("The Saane joins the Aare near Wileroltigen.", effect) == ["little_left"]


def test_more_specific_adds_something() -> None:
    assert codes("Dana Zátopková won the javelin throw in Helsinki.", "narrower") == [
        "nothing_added"
    ]


def test_more_general_adds_no_details() -> None:
    text = SOURCE.replace(".", " on 24 July with a throw of 50.47 m.")
    (finding,) = check_mutation(text, SOURCE, "wider")
    assert finding_text(finding) == (
        "More general means that details are removed; here “24, 50.47, July” was added."
    )


def test_more_general_may_name_something_wider() -> None:
    assert codes("Dana Zátopková won an event in Europe.", "wider") == []


def test_a_paraphrase_keeps_numbers_names_and_meaning() -> None:
    assert codes(SOURCE.replace("1952", "1960"), "reworded") == ["number_changed", "number_lost"]
    assert codes(SOURCE.replace("Helsinki", "Rome"), "reworded") == ["name_changed"]
    assert codes(SOURCE.replace("won", "never won"), "reworded") == ["turned_around"]


def test_a_number_in_words_is_the_same_number() -> None:
    source = "Emil Zátopek won 3 events in Helsinki."
    assert codes("In Helsinki Emil Zátopek was first in three events.", "reworded", source) == []


def test_a_substitution_exchanges_a_name_or_a_number() -> None:
    assert codes(SOURCE.replace("won", "lost"), "substituted") == ["nothing_substituted"]
    assert codes(SOURCE.replace("1952", "1956"), "substituted") == []
    assert codes(SOURCE.replace("Dana", "Olga"), "substituted") == []


def test_an_effect_that_nobody_knows_and_an_empty_text_find_nothing() -> None:
    assert codes(SOURCE, "sung") == []
    assert codes("", "wider") == []
