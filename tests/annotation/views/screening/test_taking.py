"""Candidates at screening: no right answers in sight, no second answer, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import (
    Candidacy,
    ScreeningAnswer,
    ScreeningRound,
    ScreeningText,
    TaskName,
)
from annotation.services.calibration import candidacies, screening_decisions
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, answer_all, begin, submit, turn_on
from tests.people import NOW
from tests.translation.pseudo import pseudo_language, stored_texts, untranslated

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def ground() -> Ground:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    return ground


def _start(client: Client, ground: Ground) -> str:
    response = client.post(f"/campaigns/{ground.campaign.public_id}/screening/verify/")
    assert response.status_code == 302
    return response.headers["Location"]


def test_a_candidate_answers_and_cannot_answer_again(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = _start(client, ground)
    shown = client.get(page).content.decode()
    assert "Screening: question 1 of 5" in shown
    assert "They were" in shown
    assert "right" not in shown.split("<fieldset")[1].split("</fieldset>")[0].replace(
        "which one is right", ""
    )
    assert client.post(f"{page}answer/", {"position": "1", "choice": "0"}).status_code == 302
    again = client.post(f"{page}answer/", {"position": "1", "choice": "1"}, follow=True)
    assert "This question was answered before. That answer counts." in again.content.decode()
    assert "Screening: question 2 of 5" in again.content.decode()
    assert ScreeningAnswer.objects.get().choice == 0
    # Starting once more leads to the same round.
    assert _start(client, ground) == page


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"position": "1"},
        {"position": "1", "choice": "7"},
        {"position": "x"},
        {"position": "1", "choice": "-1"},
        {"position": "9" * 30, "choice": "1"},
        {"position": "1", "choice": "1\0"},
    ],
)
def test_bad_answers_are_refused(sent: dict[str, str], ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    response = client.post(f"{_start(client, ground)}answer/", sent)
    assert response.status_code == 422
    assert "Choose one of the answers." in response.content.decode()
    assert not ScreeningAnswer.objects.exists()


def test_what_was_typed_is_kept_and_submitted_once(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = _start(client, ground)
    answer_all(ScreeningRound.objects.get(), right=5)
    saved = client.post(f"{page}draft/", {"summary": "The Aare", "mutation": ""})
    assert saved.status_code == 200
    assert "The Aare</textarea>" in client.get(page).content.decode()
    refused = client.post(f"{page}submit/", {"summary": "The Aare flows.", "mutation": ""})
    assert refused.status_code == 422
    assert "The Aare flows.</textarea>" in refused.content.decode()
    texts = {"summary": "The Aare flows.", "mutation": "The Aare stands."}
    assert client.post(f"{page}submit/", texts).headers["Location"] == "/"
    assert client.post(f"{page}submit/", texts).headers["Location"] == "/"
    assert client.post(f"{page}draft/", texts).status_code == 410
    assert ScreeningText.objects.count() == 1


def test_a_round_belongs_to_its_candidate(ground: Ground, log_in: LogIn) -> None:
    found = begin(ground)
    client = log_in(ground.candidates[1])
    assert client.get(f"/screening/{found.public_id}/").status_code == 404
    path = f"/screening/{found.public_id}/answer/"
    assert client.post(path, {"position": "1", "choice": "0"}).status_code == 404
    assert not ScreeningAnswer.objects.exists()


def test_who_fails_reads_that_the_managers_decide(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = _start(client, ground)
    for position in range(1, 6):
        answered = client.post(f"{page}answer/", {"position": str(position), "choice": "0"})
    assert answered.headers["Location"] == "/"
    home = client.get("/").content.decode()
    assert "screening: done, waiting for the managers" in home
    assert client.get(page).headers["Location"] == "/"


def graded(ground: Ground) -> ScreeningRound:
    """Return a round whose texts a manager graded."""
    found = answer_all(begin(ground), right=5)
    submit(found)
    screening_decisions.grade_text(
        found=found,
        grader=ground.manager,
        summary_fits=True,
        mutation_fits=False,
        comment="Still true of a lake.",
        now=NOW,
    )
    return ScreeningRound.objects.get(pk=found.pk)


def give_another_round(ground: Ground, found: ScreeningRound) -> None:
    candidacies.give_another_try(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        actor=ground.manager,
        screening=found,
        now=NOW,
    )


def test_a_candidate_reads_the_comments_once_it_is_decided(ground: Ground, log_in: LogIn) -> None:
    found = graded(ground)
    client, path = log_in(ground.candidate), f"/screening/{found.public_id}/"
    # Until then managers may change their minds.
    assert client.get(path).headers["Location"] == "/"
    assert "Comments on your screening" not in client.get("/").content.decode()
    give_another_round(ground, found)
    assert f'href="{path}"' in client.get("/").content.decode()
    shown = client.get(path).content.decode()
    for text in ("The Aare is an Austrian river.", "mutation does not fit", "Not passed"):
        assert text in shown
    assert "Still true of a lake." in shown
    # The candidate does not learn who graded.
    assert str(ground.manager) not in shown
    assert log_in(ground.candidates[1]).get(path).status_code == 404


def test_who_passed_or_was_rejected_reads_the_comments(ground: Ground, log_in: LogIn) -> None:
    found = graded(ground)
    client, path = log_in(ground.candidate), f"/screening/{found.public_id}/"
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        outcome=Candidacy.Outcome.REJECTED,
        actor=ground.manager,
        screening=found,
        now=NOW,
    )
    assert f'href="{path}"' in client.get("/").content.decode()
    assert "Still true of a lake." in client.get(path).content.decode()
    data = stored_texts()
    with pseudo_language():
        assert untranslated(client.get(path).content.decode(), data) == []


def test_the_question_is_translated(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = _start(client, ground)
    data = stored_texts()
    with pseudo_language():
        assert untranslated(client.get(page).content.decode(), data) == []
