"""Vague words, and pronouns that point at nothing."""

from __future__ import annotations

import pytest

from annotation.rules.checks.findings import CODES
from annotation.rules.checks.wording import check_pronoun, check_vague, vague_phrases


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("The bridge was recently rebuilt.", "recently", "vague_time"),
        ("The Aare is Bern's best-known river.", "best-known", "vague_opinion"),
        ("The Aare might flood Thun.", "might", "vague_hedge"),
        ("The gorge has few visitors.", "few", "vague_amount"),
        ("Recently the bridge was rebuilt.", "Recently", "vague_time"),
        ("The river may flood Thun.", "may", "vague_hedge"),
        ("The path is about 3 km long.", "about", "vague_amount"),
        ("So far nobody has swum through the gorge.", "So far", "vague_time"),
        ("The lake has a lot of islands.", "a lot", "vague_amount"),
    ],
)
def test_a_vague_word_is_found_where_it_stands(text: str, words: str, code: str) -> None:
    (finding,) = check_vague(text)
    assert (finding.message.code, finding.message.parameters["words"]) == (code, words)
    assert finding.span == (text.index(words), text.index(words) + len(words))


@pytest.mark.parametrize(
    "text",
    [
        "The flood of May 1999 reached Thun.",
        "May 1999 saw a flood in Thun.",
        "Ingmar Bergman was nominated for Best Director.",
        "The Great Dictator was released in 1940.",
        "The book is about the Aare.",
        "The Aare is longer than the Reuss.",
        "",
    ],
)
def test_names_and_plain_words_pass(text: str) -> None:
    assert check_vague(text) == []


def test_every_vague_word_is_found_and_the_longest_phrase_wins() -> None:
    findings = check_vague("Some of the best-known rivers may be famous these days.")
    assert [one.message.parameters["words"] for one in findings] == [
        "Some", "best-known", "may", "famous", "these days"
    ]  # fmt: skip


def test_every_reason_in_the_list_has_its_message() -> None:
    reasons = {phrase.reason for those in vague_phrases().values() for phrase in those}
    assert reasons == {"time", "amount", "hedge", "opinion"}
    assert all(f"vague_{reason}" in CODES for reason in reasons)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He won the marathon.", "He"),
        ("Its length is 288 km.", "Its"),
        ("In 1952 she won the javelin throw.", "she"),
        ("This river joins the Aare.", "This"),
        ("At 18 he ran a race in Zlín.", "he"),
        ("It is the longest river of the country.", "It"),
    ],
)
def test_a_pronoun_before_which_nothing_is_named_is_warned_of(text: str, words: str) -> None:
    (finding,) = check_pronoun(text)
    assert finding.message.parameters == {"words": words}
    assert finding.span == (text.index(words), text.index(words) + len(words))


@pytest.mark.parametrize(
    "text",
    [
        "The Aare is longer than its tributaries.",
        "Emil Zátopek said that he trained in army boots.",
        "Before he turned forty, Emil Zátopek had won four gold medals.",
        "It was in Helsinki that Emil Zátopek won the marathon.",
        "In 1952 Emil Zátopek won the marathon.",
        "",
    ],
)
def test_a_pronoun_with_something_to_mean_passes(text: str) -> None:
    assert check_pronoun(text) == []
