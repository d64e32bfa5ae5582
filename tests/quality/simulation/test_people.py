"""Simulated people: they err as often as they are said to, and in the way they are said to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from campaigns.protocols import registry
from quality.simulation.people import (
    EvidenceHabits,
    SimulatedPerson,
    dice_for,
    judge,
    working_time,
)

PROTOCOL = registry.get(registry.DEFAULT)
CELLS = [ElementReference("Aare", f"cell_0_{row}_1") for row in (1, 2, 3)]
TRUTH = Judgement(verdict="supported", tags={"challenge": "other"}, sets=[CELLS[:2], CELLS[1:2]])


def verdicts(person: SimulatedPerson, *, progress: float = 0.0) -> list[str]:
    return [
        judge(person, PROTOCOL, TRUTH, CELLS, dice_for(1, number), progress).verdict
        for number in range(1000)
    ]


def test_a_person_errs_as_often_as_their_skill_says() -> None:
    found = verdicts(SimulatedPerson(name="A", error=0.2))
    assert found.count("supported") == pytest.approx(800, abs=40)
    assert found.count("refuted") == pytest.approx(100, abs=30)


def test_errors_may_differ_by_verdict_and_lean_to_one() -> None:
    person = SimulatedPerson(name="A", error=0.0, errors={"supported": 0.5}, leans_to="refuted")
    found = verdicts(person)
    assert found.count("refuted") == pytest.approx(500, abs=50)
    assert "not_enough_information" not in found


def test_a_person_drifts_from_their_turn_on() -> None:
    person = SimulatedPerson(name="A", error=0.0, later_error=1.0, turns_at=0.6)
    assert set(verdicts(person, progress=0.59)) == {"supported"}
    assert "supported" not in verdicts(person, progress=0.6)


def test_the_answer_fits_the_verdict() -> None:
    person = SimulatedPerson(name="A", error=1.0, leans_to="refuted")
    assert judge(person, PROTOCOL, TRUTH, CELLS, dice_for(1), 0.0).answer == "yes"


def test_evidence_is_complete_or_lacks_one_or_has_one_too_many() -> None:
    def sets(habits: EvidenceHabits) -> list[list[ElementReference]]:
        person = SimulatedPerson(name="A", error=0.0, evidence=habits)
        made = judge(person, PROTOCOL, TRUTH, CELLS, dice_for(1), 0.0)
        return [list(elements) for elements in made.sets]

    careful = EvidenceHabits(complete=1, extra=0, alternative=1)
    assert sets(careful) == [CELLS[:2], CELLS[1:2]]
    assert sets(EvidenceHabits(complete=1, extra=0, alternative=0)) == [CELLS[:2]]
    assert sets(EvidenceHabits(complete=1, extra=1, alternative=0)) == [CELLS]
    (short,) = sets(EvidenceHabits(complete=0, extra=0, alternative=0))
    assert len(short) == 1


def test_people_work_at_their_hours() -> None:
    person = SimulatedPerson(name="A", hours_a_day=1.0)
    at = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)
    begins = working_time(person, 1, at)
    assert begins > at
    assert working_time(person, 1, begins) == begins
    assert 7 <= begins.hour < 17
    # The next day's hours are others.
    late = working_time(person, 1, begins.replace(hour=23))
    assert late.date() > begins.date()
