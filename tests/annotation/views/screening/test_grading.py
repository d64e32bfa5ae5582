"""Managers read, grade and decide at screening, blind to each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Candidacy, RoundState, ScreeningGrade, ScreeningRound
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, answer_all, begin, submit, turn_on

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def ground() -> Ground:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    return ground


def _path(ground: Ground, found: ScreeningRound) -> str:
    return f"/campaigns/{ground.campaign.public_id}/screening/rounds/{found.public_id}/"


def _submitted(ground: Ground) -> ScreeningRound:
    found = answer_all(begin(ground), right=4)
    submit(found)
    return found


def test_grades_of_others_show_after_ones_own(ground: Ground, log_in: LogIn) -> None:
    path = _path(ground, _submitted(ground))
    first, second = log_in(ground.manager), log_in(ground.other_manager)
    page = first.get(path).content.decode()
    assert "The Aare is a Swiss river." in page
    assert "Language questions: 4 of 5 right" in page
    grade = {"summary": "yes", "mutation": "no", "comment": "It is still true."}
    assert first.post(f"{path}grade/", grade).status_code == 302
    assert "It is still true." not in second.get(path).content.decode()
    assert second.post(f"{path}grade/", grade | {"mutation": "yes"}).status_code == 302
    page = second.get(path).content.decode()
    assert "The managers disagree" in page
    assert "It is still true." in page
    listed = f"/campaigns/{ground.campaign.public_id}/screening/"
    assert "disputed" in first.get(listed).content.decode()


@pytest.mark.parametrize(
    "grade",
    [
        {},
        {"summary": "yes"},
        {"summary": "yes", "mutation": "perhaps"},
        {"summary": "yes", "mutation": "no", "comment": "x" * 2001},
    ],
)
def test_bad_grades_are_refused(grade: dict[str, str], ground: Ground, log_in: LogIn) -> None:
    path = _path(ground, _submitted(ground))
    assert log_in(ground.manager).post(f"{path}grade/", grade).status_code == 422
    assert not ScreeningGrade.objects.exists()


@pytest.mark.parametrize("decision", ["", "perhaps", "pass"])
def test_bad_decisions_are_refused(decision: str, ground: Ground, log_in: LogIn) -> None:
    path = _path(ground, _submitted(ground))
    response = log_in(ground.manager).post(f"{path}decide/", {"decision": decision})
    assert response.status_code == 422
    assert ScreeningRound.objects.get().state == RoundState.SUBMITTED


def test_a_candidate_passes_is_rejected_or_gets_another_try(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    path = _path(ground, _submitted(ground))
    assert client.post(f"{path}decide/", {"decision": "another_try"}).status_code == 302
    assert ScreeningRound.objects.count() == 2
    latest = ScreeningRound.objects.get(number=2)
    path = _path(ground, latest)
    # They are still at it.
    assert client.post(f"{path}decide/", {"decision": "pass"}).status_code == 422
    submit(answer_all(latest, right=5))
    client.post(f"{path}grade/", {"summary": "yes", "mutation": "yes"})
    assert client.post(f"{path}decide/", {"decision": "pass"}).status_code == 302
    latest.refresh_from_db()
    assert (latest.state, latest.decided_by) == (RoundState.PASSED, ground.manager)
    assert client.post(f"{path}decide/", {"decision": "another_try"}).status_code == 422
    assert client.post(f"{path}decide/", {"decision": "rejected"}).status_code == 302
    assert Candidacy.objects.get().outcome == Candidacy.Outcome.REJECTED


def test_a_manager_who_is_the_candidate_decides_nothing(ground: Ground, log_in: LogIn) -> None:
    found = _submitted(ground)
    Candidacy.objects.update(person=ground.manager)
    path = _path(ground, found)
    client = log_in(ground.manager)
    assert client.post(f"{path}grade/", {"summary": "yes", "mutation": "yes"}).status_code == 422
    for decision in ("pass", "rejected", "another_try"):
        assert client.post(f"{path}decide/", {"decision": decision}).status_code == 422
    found.refresh_from_db()
    assert found.state == RoundState.SUBMITTED
    assert not ScreeningGrade.objects.exists()
