"""The checks of a slot, together and alone."""

from __future__ import annotations

import re

import pytest

from annotation.messages import FINDINGS, finding_text
from annotation.rules.checks.beyond import check_beyond
from annotation.rules.checks.duplicates import KnownClaim, MemoryIndex
from annotation.rules.checks.findings import Severity
from annotation.rules.checks.giveaways import GiveAway
from annotation.rules.checks.running import CheckContext, CheckedClaim, run_checks
from campaigns.protocols import check_names
from campaigns.protocols.enums import Effect

CELLS = ("Kander", "44 km", "left", "Saane", "126 km", "Emme", "80 km", "right", "Reuss", "164 km")
CONTEXT = ("Aare", "Tributaries", "Larger tributaries of the Aare", "Bank", "Length")
NOTHING = CheckContext()


# --- beyond --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "The Saane is 82 km longer than the Kander, both of them tributaries of the Aare.",
        "The longest tributary on the right bank of the Aare is the Reuss.",
        "The Reuss joins the Aare on the right bank.",
        "",
    ],
)
def test_words_of_the_highlight_its_context_and_of_counting_pass(text: str) -> None:
    assert check_beyond(text, CELLS, CONTEXT) == []


def test_words_from_elsewhere_are_named() -> None:
    text = "The Reuss leaves Lake Lucerne beneath a bridge."
    (finding,) = check_beyond(text, CELLS, CONTEXT)
    assert finding_text(finding) == (
        "Not in the highlight or its context: leaves, Lake, Lucerne, bridge."
    )
    assert finding.span == (10, 16)


def test_one_name_from_elsewhere_is_enough() -> None:
    (finding,) = check_beyond("The Reuss is longer than the Limmat.", CELLS, CONTEXT)
    assert finding.message.parameters == {"words": "Limmat"}


# --- together ------------------------------------------------------------------------------------
def found(writing: CheckedClaim, surroundings: CheckContext = NOTHING) -> list[tuple[str, str]]:
    return [
        (one.check, one.message.code)
        for one in run_checks(check_names.CHECKS, writing, surroundings)
    ]


def test_a_good_claim_finds_nothing() -> None:
    writing = CheckedClaim(
        text="The Saane is longer than the Kander.", cells=CELLS, context=CONTEXT
    )
    assert found(writing) == []


def test_what_is_no_sentence_is_told_that_and_no_more() -> None:
    assert found(CheckedClaim(text="Few rivers. Recently!")) == [("sentence", "several_sentences")]


def test_refusals_come_first_then_places() -> None:
    writing = CheckedClaim(text="He is recently famous.", bases=("He is recently famous.",))
    assert found(writing) == [
        ("unchanged", "unchanged"),
        ("pronoun", "pronoun"),
        ("vague", "vague_time"),
        ("vague", "vague_opinion"),
    ]


def test_the_same_word_is_warned_of_once() -> None:
    giveaway = GiveAway("recently", "refuted", 0.9, 3.0)
    found = run_checks(
        [check_names.VAGUE, check_names.GIVEAWAY],
        CheckedClaim(text="It was recently built, and Bern was recently rebuilt."),
        CheckContext(giveaways={"recently": giveaway}),
    )
    assert [(one.message.code, one.span) for one in found] == [("vague_time", (7, 15))]


def test_only_what_is_wanted_runs() -> None:
    findings = run_checks(
        [check_names.PRONOUN], CheckedClaim(text="He is recently famous."), NOTHING
    )
    assert [one.check for one in findings] == ["pronoun"]


def test_a_claim_may_be_near_the_one_it_changes() -> None:
    known = KnownClaim("1", "The Saane is longer than the Kander is today.")
    surroundings = CheckContext(claims=MemoryIndex([known]))
    text = "The Saane is longer than the Kander is."
    (finding,) = run_checks([check_names.DUPLICATE], CheckedClaim(text=text), surroundings)
    assert finding.severity is Severity.WARN
    own = CheckedClaim(text=text, own_ids=frozenset({"1"}))
    assert run_checks([check_names.DUPLICATE], own, surroundings) == []


def test_mutation_is_judged_against_the_claim_that_was_picked() -> None:
    base = "The Saane is longer than the Kander."
    text = "The Saane isn't longer than the Kander."
    writing = CheckedClaim(text=text, bases=(base,), effect="negated", cells=CELLS)
    assert found(writing) == [("bare_negation", "bare_negation")]


def test_every_effect_of_a_protocol_is_one_that_the_check_knows_or_leaves_alone() -> None:
    writing = [
        CheckedClaim(text="The Saane is long.", bases=("Bern is a city.",), effect=effect)
        for effect in Effect
    ]
    codes = [
        [one.message.code for one in run_checks([check_names.MUTATION], w, NOTHING)]
        for w in writing
    ]
    assert codes == [["little_left"]] * 5 + [[]]


def test_messages_are_short_and_filled_in_by_name_only() -> None:
    for text in map(str, FINDINGS.values()):
        assert len(text) <= 90
        assert re.sub(r"%\([a-z]+\)s|%%", "", text).count("%") == 0


def test_all_checks_run_on_the_longest_claim() -> None:
    text = ("The Saane is recently longer than the Kander and the Reuss " * 17)[:990].strip() + "."
    writing = CheckedClaim(
        text=text,
        sentences=(text,) * 4,
        cells=CELLS * 40,
        context=CONTEXT * 4,
        bases=(text[:500],),
        effect="reworded",
    )
    findings = run_checks(check_names.CHECKS, writing, NOTHING)
    assert all(finding_text(finding) for finding in findings)
