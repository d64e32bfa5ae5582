"""The verifier's opinion on a claim: for whom, within which limits, and what the log has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

import search
from annotation.models import Attempt, Deck, Highlight, Interaction, Prescription
from annotation.rules.writing.cards import Card
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.writing.desk import quotas_of, writing_desk_of
from annotation.services.campaign import designs
from annotation.services.desk import leases, stages
from annotation.services.desk.act_limits import TooOftenError
from annotation.services.writing import feedback, highlights
from annotation.services.writing.feedback import (
    ClaimFeedback,
    NoFeedbackError,
    UnaskableTextError,
    ask_feedback,
)
from assist.selectors import claim_feedback
from assist.selectors.loaded import NoModelError
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from search.errors import SearchError
from tests.annotation.feedback_world import (
    HALF,
    LINKS,
    SHOWN,
    WITHHELD,
    answer,
    make_asking_world,
    take_attempt,
)
from tests.annotation.world import World, later, make_world
from tests.assist.world import store_version, train_small_model
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TEXT = "River 001 has a story."


@pytest.fixture
def world() -> World:
    return make_asking_world()


@pytest.fixture
def attempt(world: World) -> Attempt:
    return take_attempt(world)


@pytest.fixture
def verifier(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Answer for the verifier; the list has what it was asked."""
    asked: list[dict[str, Any]] = []

    def feedback_on(**given: Any) -> object:
        asked.append(given)
        return answer()

    monkeypatch.setattr(claim_feedback, "feedback_on", feedback_on)
    return asked


def card_of(attempt: Attempt, key: str = "type_2") -> Card:
    protocol = protocol_of(campaign_of(attempt))
    cards = writing_desk_of(attempt, protocol, stages.writing_stage(protocol)).cards
    return next(card for card in cards if card.key == key)


def ask(attempt: Attempt, text: str = TEXT, **changes: Any) -> ClaimFeedback:
    given = {
        "card": card_of(attempt, changes.pop("key", "type_2")),
        "verdict": "",
        "now": NOW,
        "clock": lambda: 0.0,
    }
    return ask_feedback(attempt=attempt, text=text, **{**given, **changes})


def logged() -> list[tuple[str, dict[str, Any]]]:
    acts = Interaction.objects.filter(kind__startswith="feedback_").order_by("pk")
    return [(act.kind, act.body) for act in acts]


# --- the factor -----------------------------------------------------------------------------------


def test_feedback_is_off_by_default() -> None:
    world = make_world()
    attempt = take_attempt(world)
    assert Highlight.objects.get(pk=attempt.at_highlight).feedback == ""
    assert not Deck.objects.filter(factor="feedback").exists()
    assert not feedback.is_given(attempt)


def test_highlights_are_dealt_their_arm_within_one_item_of_its_share() -> None:
    world = make_world(numbers=HALF, writers=7)
    for number, writer in enumerate(world.writers, start=1):
        highlights.take_highlight(campaign=world.campaign, annotator=writer, now=NOW)
        counts = Counter(Highlight.objects.exclude(feedback="").values_list("feedback", flat=True))
        assert counts.total() == number
        assert abs(counts["shown"] - counts["withheld"]) <= 2
    dealt = Prescription.objects.filter(deck__factor="feedback")
    assert set(dealt.values_list("slot", flat=True)) == {""}
    assert all(one.value == one.highlight.feedback for one in dealt if one.highlight)


def test_a_skipped_highlights_arm_goes_to_the_next_taker() -> None:
    world = make_world(numbers=HALF)
    first = take_attempt(world)
    arm = Highlight.objects.get(pk=first.at_highlight).feedback
    highlights.skip_highlight(attempt=first, reason="other", text="x", now=later(1))
    second = take_attempt(world, hours=2)
    assert second.at_highlight != first.at_highlight
    assert Highlight.objects.get(pk=second.at_highlight).feedback == arm
    assert Prescription.objects.filter(deck__factor="feedback").count() == 1


def test_writers_do_not_see_what_others_are_dealt(world: World, attempt: Attempt) -> None:
    labels = [quota.label for quota in quotas_of(world.campaign.pk, protocol_of(world.campaign))]
    assert "Feedback from the verifier" not in labels
    assert labels


def test_managers_turn_it_on_and_off(world: World, attempt: Attempt) -> None:
    assert feedback.is_given(attempt)
    designs.change_numbers(
        campaign=world.campaign, numbers={"feedback.shown": 0}, actor=None, now=later(1)
    )
    assert not feedback.is_given(Attempt.objects.get(pk=attempt.pk))
    assert Deck.objects.get(factor="feedback").ended_at == later(1)
    designs.change_numbers(campaign=world.campaign, numbers=SHOWN, actor=None, now=later(2))
    assert feedback.is_given(Attempt.objects.get(pk=attempt.pk))


@pytest.mark.parametrize("changes", [{"feedback": "often"}, {"feedback": "shown", "state": "gold"}])
def test_the_database_refuses_an_arm_that_cannot_be(
    changes: dict[str, str], attempt: Attempt
) -> None:
    waiting = Highlight.objects.filter(state="waiting").values("pk")[:1]
    with pytest.raises(IntegrityError), transaction.atomic():
        Highlight.objects.filter(pk__in=waiting).update(**changes)


# --- questions and answers ------------------------------------------------------------------------


def test_question_and_answer_are_logged(attempt: Attempt, verifier: list[dict[str, Any]]) -> None:
    clock = count(0, 0.5)
    found = ask(attempt, f"  {TEXT} \n", verdict="refuted", clock=lambda: next(clock))
    assert found.answer == answer()
    assert found.is_solved is True
    [asked] = verifier
    highlight = Highlight.objects.get(pk=attempt.at_highlight)
    assert asked["claim"] == TEXT
    assert (asked["page"], asked["addresses"]) == (highlight.page.title, highlight.addresses)
    assert asked["corpus"] == campaign_of(attempt).corpus
    assert logged() == [
        ("feedback_asked", {"slot": "type_2", "place": 1, "text": TEXT}),
        (
            "feedback_shown",
            {
                "slot": "type_2",
                "place": 1,
                "provider": "verifier 7",
                "pages": 5,
                "page_rank": 1,
                "elements": 3,
                "elements_found": 2,
                "label": "REFUTES",
                "probability": 0.8123,
                "reason": "",
                "intended": "refuted",
                "solved": True,
                "linked_words": [],
                "linked_cells": [],
            },
        ),
    ]
    shown = Interaction.objects.get(kind="feedback_shown")
    assert 0 < (shown.happened_at - NOW).total_seconds() < 2


def test_the_dealt_verdict_is_the_intended_one(
    attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    card = card_of(attempt, "type_1")
    assert ask(attempt, key="type_1", verdict="refuted").intended == card.dealt_verdict


@pytest.mark.parametrize(
    ("intended", "changes", "solved"),
    [
        ("refuted", {}, True),
        ("supported", {}, False),
        ("refuted", {"reason": "unsure"}, False),
        ("refuted", {"label": "", "reason": "too_slow"}, None),
        ("", {}, None),
    ],
)
def test_a_claim_is_solved_by_the_intended_verdict(
    intended: str, changes: dict[str, Any], solved: bool | None
) -> None:
    assert ClaimFeedback(answer(**changes), intended=intended).is_solved is solved


def test_linked_words_and_cells_are_logged(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim_feedback, "feedback_on", lambda **_: answer(links=LINKS))
    ask(attempt)
    body = logged()[1][1]
    assert body["linked_words"] == ["thun", "deep", "depth"]
    assert body["linked_cells"] == ["cell_0_2_0", "cell_0_1_2"]


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (NoModelError("none"), "none"),
        (SearchError("It is being rebuilt."), "no_search"),
        (RuntimeError("It broke."), "failed"),
    ],
)
def test_without_an_answer_the_problem_is_told_and_logged(
    error: Exception, problem: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**given: object) -> None:
        raise error

    monkeypatch.setattr(claim_feedback, "feedback_on", fail)
    found = ask(attempt, verdict="refuted")
    assert (found.answer, found.problem, found.is_solved) == (None, problem, None)
    assert logged()[1] == ("feedback_shown", {"slot": "type_2", "place": 1, "problem": problem})


def test_a_model_answers_about_the_highlighted_page(
    settings: Settings, tmp_path: Path, attempt: Attempt
) -> None:
    settings.SEARCH_FOLDER = tmp_path / "index"
    settings.HOME = tmp_path / "home"
    (tmp_path / "model").mkdir()
    train_small_model(tmp_path / "model")
    store_version(tmp_path / "model")
    corpus = campaign_of(attempt).corpus
    assert corpus is not None
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    highlight = Highlight.objects.get(pk=attempt.at_highlight)
    found = ask(attempt, f"{highlight.page.title} has a story number 1 to tell.").answer
    assert found is not None
    assert (found.provider, found.page_rank) == ("verifier 1", 1)
    assert found.label


# --- refusals -------------------------------------------------------------------------------------


def refused(error: type[Exception], ask_it: Callable[[], object]) -> None:
    before = logged()
    with pytest.raises(error):
        ask_it()
    assert logged() == before


@pytest.mark.parametrize("numbers", [{}, WITHHELD], ids=["off", "withheld"])
def test_nobody_asks_in_the_other_arm_or_where_it_is_off(
    numbers: dict[str, Any], verifier: list[dict[str, Any]]
) -> None:
    attempt = take_attempt(make_asking_world(numbers))
    refused(NoFeedbackError, lambda: ask(attempt))
    assert verifier == []


@pytest.mark.parametrize("purpose", ["calibration", "gold"])
def test_nobody_asks_in_calibration(attempt: Attempt, purpose: str) -> None:
    attempt.purpose = purpose
    assert not feedback.is_given(attempt)


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty"), (" \n\t ", "empty"), ("a\0b", "empty"), ("a" * 1001, "too_long")],
)
def test_texts_that_are_no_claim_are_refused(
    text: str, code: str, attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    with pytest.raises(UnaskableTextError) as raised:
        ask(attempt, text)
    assert raised.value.code == code
    assert logged() == []
    assert verifier == []


def test_a_longest_claim_is_asked_about(attempt: Attempt, verifier: list[dict[str, Any]]) -> None:
    assert ask(attempt, "<b>" + "a" * 997).answer is not None


def test_questions_end_at_the_limit(
    settings: Settings, attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    settings.FEEDBACK_AN_HOUR, settings.FEEDBACK_A_DAY = 2, 3
    ask(attempt)
    ask(attempt)
    refused(TooOftenError, lambda: ask(attempt))
    ask(attempt, now=later(2))
    refused(TooOftenError, lambda: ask(attempt, now=later(4)))
    assert len(verifier) == 3


def test_who_lost_the_highlight_asks_no_more(
    attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(outcome="lost", ended_at=NOW)
    refused(leases.LeaseLostError, lambda: ask(attempt))


def test_nobody_asks_in_an_archived_campaign(
    attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    Campaign.objects.update(state="archived", archived_from="open")
    assert attempt.highlight is not None
    attempt.highlight.campaign.refresh_from_db()
    refused(stages.CampaignArchivedError, lambda: ask(attempt))


def test_what_the_log_could_not_hold_is_not_asked(
    settings: Settings, attempt: Attempt, verifier: list[dict[str, Any]]
) -> None:
    settings.LOG_ENTRIES = 0
    refused(NoFeedbackError, lambda: ask(attempt))
