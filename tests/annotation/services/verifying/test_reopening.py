"""Correcting a verification within a day, with every version kept."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from pytest_django.fixtures import Settings

from annotation.models import (
    Assignment,
    Attempt,
    Evidence,
    Interaction,
    Verification,
    VerificationVersion,
)
from annotation.rules.logs.acts import DeskAct
from annotation.services.desk import drafts, held_items, leases
from annotation.services.logs.interactions import record_interactions
from annotation.services.verifying import reopening
from annotation.services.verifying.locks import lock_verifications
from annotation.services.verifying.reopening import NotCorrectableError
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verify,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

CORRECTED = judgement([element("cell_0_1_1")], verdict="refuted", answer="yes")


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def reopen(verification: Verification, hours: float) -> Attempt:
    return reopening.reopen_verification(
        verification=verification, actor=verification.annotator, now=later(hours)
    )


def submit(attempt: Attempt, given: object = CORRECTED, hours: float = 2) -> Verification:
    return submit_confirmed(
        attempt=attempt,
        judgement=given,  # type: ignore[arg-type]
        now=later(hours),
    )


def versions() -> list[tuple[int, str, str]]:
    rows = VerificationVersion.objects.order_by("number")
    return list(rows.values_list("number", "verdict", "answer"))


def test_a_correction_is_another_version(desk: Desk) -> None:
    verification = verify(desk)
    attempt = reopen(verification, 1)
    assert Attempt.objects.get(pk=attempt.pk).outcome == "open"
    submit(attempt)
    stored = Verification.objects.get()
    assert (stored.number, stored.verdict, stored.submitted_at) == (2, "refuted", NOW)
    assert versions() == [(1, "supported", ""), (2, "refuted", "yes")]
    addresses = Evidence.objects.order_by("pk").values_list(
        "evidence_set__version__number", "address"
    )
    assert list(addresses) == [(1, "sentence_1"), (2, "cell_0_1_1")]
    kinds = Interaction.objects.filter(attempt=attempt).order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == [
        "started",
        "submitted",
        "reopened",
        "submitted",
    ]
    # Sent once more, it is the same; nobody else gets the slot.
    submit(attempt, hours=3)
    assert len(versions()) == 2
    assert Assignment.objects.filter(state="done").count() == 1


def test_a_reopened_verification_counts_as_it_was_until_it_is_corrected(desk: Desk) -> None:
    attempt = reopen(verify(desk), 1)
    assert reopen(Verification.objects.get(), 2) == attempt
    drafts.save_draft(attempt=attempt, revision=0, body={"verdict": "refuted"}, now=NOW)
    assert Verification.objects.get().verdict == "supported"
    reopening.leave_correction(attempt=attempt, now=later(2))
    reopening.leave_correction(attempt=attempt, now=later(2))
    assert Attempt.objects.get(pk=attempt.pk).outcome == "submitted"
    assert versions() == [(1, "supported", "")]


def test_a_correction_that_changes_nothing_is_no_version(desk: Desk) -> None:
    attempt = reopen(verify(desk), 1)
    submit(attempt, judgement())
    assert versions() == [(1, "supported", "")]
    assert Attempt.objects.get(pk=attempt.pk).outcome == "submitted"


def test_only_the_verifier_corrects(desk: Desk) -> None:
    verification = verify(desk)
    with pytest.raises(reopening.NotTheVerifierError):
        reopening.reopen_verification(verification=verification, actor=desk.manager, now=NOW)
    assert Attempt.objects.get(verification=verification).outcome == "submitted"


def test_a_day_later_it_stays(desk: Desk) -> None:
    verification = verify(desk)
    assert reopening.is_correctable(verification, later(24))
    assert not reopening.is_correctable(verification, later(24.01))
    with pytest.raises(NotCorrectableError) as refused:
        reopen(verification, 24.01)
    assert refused.value.reason == "late"
    assert Attempt.objects.get(verification=verification).outcome == "submitted"


def test_the_time_for_corrections_is_a_setting(desk: Desk, settings: Settings) -> None:
    settings.CORRECTION_HOURS = 1
    verification = verify(desk)
    assert reopening.is_correctable(verification, later(1))
    assert not reopening.is_correctable(verification, later(1.01))


def test_who_opened_it_in_time_may_finish(desk: Desk) -> None:
    attempt = reopen(verify(desk), 23.9)
    assert held_items.renew_lease(attempt=attempt, now=later(24)) == later(24) + leases.lease_time()
    submit(attempt, hours=25.9)
    assert len(versions()) == 2


def test_who_stays_too_long_at_a_correction_is_refused(desk: Desk) -> None:
    attempt = reopen(verify(desk), 23.9)
    with pytest.raises(NotCorrectableError):
        submit(attempt, hours=26.1)
    with pytest.raises(leases.LeaseLostError):
        held_items.renew_lease(attempt=attempt, now=later(26.1))
    assert versions() == [(1, "supported", "")]


@pytest.mark.parametrize("by", list(Verification.Lock))
def test_what_was_used_stays(desk: Desk, by: Verification.Lock) -> None:
    verification = verify(desk)
    lock_verifications(ids=[verification.pk], by=by, now=later(1))
    with pytest.raises(NotCorrectableError) as refused:
        reopen(verification, 2)
    assert refused.value.reason == by
    # The first reason stands.
    lock_verifications(ids=[verification.pk], by=Verification.Lock.GRADED, now=later(2))
    stored = Verification.objects.get()
    assert (stored.locked_since, stored.locked_by) == (later(1), by)


def test_what_is_used_while_it_is_corrected_stays(desk: Desk) -> None:
    verification = verify(desk)
    attempt = reopen(verification, 1)
    lock_verifications(ids=[verification.pk], by=Verification.Lock.RELEASED, now=later(1))
    with pytest.raises(NotCorrectableError):
        submit(attempt)
    assert versions() == [(1, "supported", "")]


def test_other_claims_are_taken_while_one_is_corrected(desk: Desk) -> None:
    verification = verify(desk)
    attempt = reopen(verification, 1)
    other = take(desk, hours=1)
    assert other.assignment.claim_id != verification.claim_id
    submit(attempt)
    assert Assignment.objects.get(pk=other.assignment.pk).state == "held"


def test_time_runs_on_without_jumps(desk: Desk) -> None:
    taken = take(desk)

    def work(hours: float, stream: int) -> None:
        begun = later(hours)
        acts = [
            DeskAct(number, "input", begun + timedelta(seconds=10 * number)) for number in (1, 2, 3)
        ]
        record_interactions(
            attempt=taken.attempt,
            stream=uuid.UUID(int=stream),
            acts=acts,
            now=begun + timedelta(seconds=31),
        )

    work(0, 1)
    verification = submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(0.1))
    attempt = reopen(verification, 20)
    work(20, 2)
    submit(attempt, hours=20.1)
    times = VerificationVersion.objects.order_by("number").values_list("active_ms", "idle_ms")
    assert list(times) == [(20_000, 0), (40_000, 0)]
