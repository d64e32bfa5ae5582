"""Managers who decide about one disagreement at the same moment: one decision is in force."""

from __future__ import annotations

import pytest

from accounts.models import User
from annotation.models import Adjudication, Attempt, Verification
from annotation.services.review import adjudications
from annotation.services.verifying import confirmations
from tests.annotation.disagreeing import add_manager, disagree, ruling_for
from tests.annotation.services.writing.test_highlights_for_many import all_at_once
from tests.annotation.verifying_world import judgement, make_desk, verified_by
from tests.people import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_of_managers_who_decide_at_once_one_does_and_the_others_are_told() -> None:
    desk = make_desk(protocol=verified_by(2), verifiers=2)
    claim = disagree(desk)
    managers = [desk.manager, *(add_manager(desk, name) for name in ("milo", "mina", "max"))]
    benches = [
        adjudications.open_bench(claim=claim, adjudicator=person, now=NOW) for person in managers
    ]
    for bench in benches:
        confirmations.confirm_judgement(attempt=bench, judgement=judgement())
    shown = ruling_for(claim)

    def decide(number: int, person: User) -> bool:
        try:
            adjudications.adjudicate_claim(
                attempt=Attempt.objects.get(pk=benches[number].pk),
                judgement=judgement(),
                ruling=shown,
                now=NOW,
            )
        except adjudications.AlreadyAdjudicatedError:
            return False
        return True

    assert sorted(all_at_once(managers, decide)) == [False, False, False, True]
    assert Adjudication.objects.get().superseded_at is None
    assert Verification.objects.filter(purpose=Attempt.Purpose.ADJUDICATION).count() == 1
    # Nothing is lost: the others have their benches as they left them.
    states = Attempt.objects.filter(purpose=Attempt.Purpose.ADJUDICATION)
    assert sorted(states.values_list("outcome", flat=True)) == ["open"] * 3 + ["submitted"]
