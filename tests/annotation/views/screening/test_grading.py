"""Managers read, grade and decide at screening, blind to each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Candidacy, RoundState, ScreeningGrade, ScreeningRound, TaskName
from annotation.services.calibration import candidacies
from core.models import AuditEntry
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, answer_all, begin, submit, turn_on
from tests.people import NOW

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
        {"summary": "yes", "mutation": "no", "comment": "a\0b"},
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
    for decision in ("pass", "rejected", "another_try"):
        early = client.post(f"{path}decide/", {"decision": decision})
        assert early.status_code == 422
        assert "The candidate has not finished yet." in early.content.decode()
    submit(answer_all(latest, right=5))
    client.post(f"{path}grade/", {"summary": "yes", "mutation": "yes"})
    assert client.post(f"{path}decide/", {"decision": "pass"}).status_code == 302
    latest.refresh_from_db()
    assert (latest.state, latest.decided_by) == (RoundState.PASSED, ground.manager)
    _assert_refused(client, path)


def test_a_rejected_candidate_is_rejected_once(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    path = _path(ground, _submitted(ground))
    assert client.post(f"{path}decide/", {"decision": "rejected"}).status_code == 302
    assert Candidacy.objects.get().outcome == Candidacy.Outcome.REJECTED
    _assert_refused(client, path)


def _assert_refused(client: Client, path: str) -> None:
    """Assert that each decision on a page that was open for too long changes nothing."""
    before = _stored()
    for decision in ("pass", "rejected", "another_try"):
        stale = client.post(f"{path}decide/", {"decision": decision})
        assert stale.status_code == 422, decision
        assert "This was decided in the meantime." in stale.content.decode()
        assert 'name="decision"' not in stale.content.decode()
    assert _stored() == before


def _stored() -> tuple[list[object], ...]:
    rounds = ScreeningRound.objects.order_by("number")
    entries = AuditEntry.objects.order_by("pk")
    return (
        list(Candidacy.objects.values()),
        list(rounds.values()),
        list(entries.values_list("pk", flat=True)),
    )


def test_a_page_that_was_open_for_long_undoes_no_approval(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    old = answer_all(begin(ground), right=0)
    path = _path(ground, old)
    assert client.post(f"{path}decide/", {"decision": "another_try"}).status_code == 302
    _assert_refused(client, path)
    latest = ScreeningRound.objects.get(number=2)
    answer_all(latest, right=0)
    # The latest round waits, the older one does not.
    _assert_refused(client, path)
    assert client.post(f"{_path(ground, latest)}decide/", {"decision": "pass"}).status_code == 302
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        outcome=Candidacy.Outcome.APPROVED,
        actor=ground.other_manager,
        now=NOW,
    )
    for found in (old, latest):
        _assert_refused(client, _path(ground, found))
    candidacy = Candidacy.objects.get()
    assert (candidacy.outcome, candidacy.try_number) == (Candidacy.Outcome.APPROVED, 1)


def test_who_was_approved_without_passing_stays_approved(ground: Ground, log_in: LogIn) -> None:
    failed = answer_all(begin(ground), right=0)
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        outcome=Candidacy.Outcome.APPROVED,
        actor=ground.other_manager,
        now=NOW,
    )
    _assert_refused(log_in(ground.manager), _path(ground, failed))
    assert Candidacy.objects.get().outcome == Candidacy.Outcome.APPROVED


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
