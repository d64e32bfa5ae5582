"""The verifier at the desk: what it suggests, its second look, and for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

import search
from annotation.models import Attempt, Claim
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.warnings import EvidenceWarning
from annotation.selectors.verifying.elements import read_pages
from annotation.selectors.verifying.shown_sets import shown_sets
from annotation.services.verifying import machine, suggestions
from annotation.services.verifying.queue import TakenClaim
from assist.selectors import suggesting
from campaigns.models import Campaign
from tests.annotation.verifying_world import (
    PAGE,
    Desk,
    element,
    make_desk,
    make_flagged_section,
    take,
    unsealed,
)
from tests.assist.world import store_version, train_small_model
from tests.people import NOW
from tests.wiki.pages import make_page
from verifier.combination import ClaimVerifier


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def desk(db: None, settings: Settings, tmp_path: Path, trained: Path) -> Desk:
    """Return a campaign with suggestions, over a corpus with an index, and a model in use."""
    settings.SEARCH_FOLDER = tmp_path / "index"
    settings.HOME = tmp_path / "home"
    store_version(trained)
    made = make_desk()
    assert made.campaign.corpus is not None
    with unsealed(made.campaign.corpus):
        make_flagged_section("Stormy Mere", made.campaign.corpus)
    search.rebuild_index(corpus=made.campaign.corpus, clock=lambda: NOW)
    Campaign.objects.filter(pk=made.campaign.pk).update(suggests_evidence=True)
    return made


def assisted(desk: Desk, text: str, arm: Claim.Arm = Claim.Arm.ASSISTED) -> TakenClaim:
    """Return a claim of this text on a desk, in an arm."""
    taken = take(desk)
    Claim.objects.filter(pk=taken.assignment.claim_id).update(text=text, arm=arm)
    return taken


def test_sentences_of_the_page_that_a_claim_names_are_suggested(desk: Desk) -> None:
    taken = assisted(desk, f"{PAGE} is a river.")
    found = suggestions.suggest_evidence(attempt=taken.attempt)
    assert found is not None
    assert found.provider == "verifier 1"
    # It would come before the person's own.
    assert found.verdict is None
    assert found.elements
    assert {one.element.page for one in found.elements} >= {PAGE}
    assert all(0 <= one.confidence <= 1 for one in found.elements)


def test_nothing_is_suggested_in_the_other_arm_or_where_it_is_off(desk: Desk) -> None:
    taken = assisted(desk, f"{PAGE} is a river.", Claim.Arm.UNASSISTED)
    assert suggestions.suggest_evidence(attempt=taken.attempt) is None
    Claim.objects.update(arm=Claim.Arm.ASSISTED)
    Campaign.objects.update(suggests_evidence=False)
    assert suggestions.suggest_evidence(attempt=taken.attempt) is None


def test_text_that_lacks_references_is_not_suggested(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = (("Stormy Mere", "sentence_0", 0.9), ("Stormy Mere", "sentence_1", 0.8))
    monkeypatch.setattr(suggesting, "_best_first", lambda judged: both)
    taken = assisted(desk, "Stormy Mere was found in 1901.")
    found = suggestions.suggest_evidence(attempt=taken.attempt)
    assert found is not None
    mere = [one.element.address for one in found.elements if one.element.page == "Stormy Mere"]
    assert mere == ["sentence_0"]


def test_without_a_model_nothing_is_suggested(desk: Desk, tmp_path: Path) -> None:
    from assist.models import ModelVersion

    ModelVersion.objects.update(is_in_use=False)
    taken = assisted(desk, f"{PAGE} is a river.")
    assert suggestions.suggest_evidence(attempt=taken.attempt) is None


BUILT = "It was built in 1987."


def at_once() -> float:
    return 0.0


def looked(
    desk: Desk, *elements: ElementReference, text: str = BUILT, verdict: str = "supported"
) -> list[EvidenceWarning]:
    """Return the notes about a set of these elements."""
    attempt = Attempt.objects.get(purpose="verify")
    assert desk.campaign.corpus is not None
    pages = read_pages(desk.campaign.corpus, {one.page for one in elements})
    return machine.second_look(
        attempt=attempt,
        claim_text=text,
        verdict=verdict,
        sets=shown_sets({1: list(elements)}, pages),
        clock=at_once,
    )


def test_a_number_that_the_evidence_lacks_gets_a_second_look(desk: Desk) -> None:
    assisted(desk, BUILT)
    notes = looked(desk, element("sentence_1"))
    [missing] = [note for note in notes if note.code == "machine_missing"]
    assert missing.set_number == 1
    assert missing.parameters == {"number": 1, "about": "1987"}


def test_what_is_not_enough_or_not_assisted_gets_no_second_look(desk: Desk) -> None:
    assisted(desk, BUILT)
    assert looked(desk, element("sentence_1"), verdict="not_enough_information") == []
    Claim.objects.update(arm=Claim.Arm.UNASSISTED)
    assert looked(desk, element("sentence_1")) == []


TABLE = """Brenz is a river.

{| class="wikitable"
|+ Bridges of 1987
! rowspan=2 | Town !! colspan=2 | In 1654
|-
! Bridges !! Mills
|-
! 17 Orsk
| 5 || 9
|}
"""


@pytest.mark.parametrize(
    ("text", "address"),
    [
        # The caption, also where it was selected itself.
        ("There were 5 in 1987.", "cell_0_2_1"),
        ("It has bridges of 1987.", "table_caption_0"),
        # The upper row of the head, also where it was selected itself.
        ("There were 5 in 1654.", "cell_0_2_1"),
        ("It was counted in 1654.", "header_cell_0_0_1"),
        # The header of the row.
        ("17 Orsk has 5 bridges.", "cell_0_2_1"),
    ],
)
def test_what_is_around_a_cell_is_read_with_it(desk: Desk, text: str, address: str) -> None:
    assert desk.campaign.corpus is not None
    with unsealed(desk.campaign.corpus):
        make_page("Brenz", TABLE, corpus=desk.campaign.corpus)
    assisted(desk, text)
    assert looked(desk, element(address, "Brenz"), text=text) == []
    [note] = looked(desk, element(address, "Brenz"), text="It has 77 houses.")
    assert note.parameters == {"number": 1, "about": "77"}


def test_a_second_look_that_fails_is_logged_and_says_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ClaimVerifier, "judge", _fail)
    taken = assisted(desk, BUILT)
    assert looked(desk, element("sentence_1")) == []
    assert str(Claim.objects.get(pk=taken.assignment.claim_id).public_id) in caplog.text


def test_a_suggestion_that_fails_is_logged_and_nothing_is_suggested(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ClaimVerifier, "judge", _fail)
    taken = assisted(desk, f"{PAGE} is a long river.")
    assert suggestions.suggest_evidence(attempt=taken.attempt) is None
    assert str(Claim.objects.get(pk=taken.assignment.claim_id).public_id) in caplog.text


def _fail(*_: object) -> None:
    raise RuntimeError("The verifier broke.")
