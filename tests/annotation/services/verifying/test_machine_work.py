"""Machines verify beside people, and change nothing of what people do or of what counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotation.models import Assignment, Attempt, Claim, Gold, PersonDeck, Skip, Verification
from annotation.selectors.review.disagreements import disagreements_in
from annotation.selectors.verifying.verifications import verifications_in
from annotation.services.calibration import gold
from annotation.services.campaign import departures
from annotation.services.desk import leases, stages
from annotation.services.review import claim_reports
from annotation.services.verifying import confirmations, machine_work, queue, reopening
from annotation.services.verifying.verifications import (
    ClaimChangedError,
    submit_verification,
)
from campaigns.models import Campaign, Membership
from campaigns.services import memberships
from tests.annotation.machines import add_machine, take_as_machine, verify_as_machine
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
    verify,
)
from tests.people import NOW

pytestmark = pytest.mark.django_db
REFUTED = judgement(verdict="refuted", answer="yes")


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk(protocol=verified_by(2))


def slots_of(desk: Desk) -> list[tuple[int, int, str, int | None]]:
    rows = Assignment.with_checks.filter(campaign=desk.campaign).order_by("claim", "slot")
    return list(rows.values_list("claim", "slot", "state", "holder"))


def test_a_machine_gets_every_claim_that_somebody_has_begun_to_verify(desk: Desk) -> None:
    machine = add_machine(desk)
    with pytest.raises(queue.NothingToVerifyError):
        take_as_machine(desk, machine)
    begun = {verify(desk).claim_id, take(desk, desk.verifiers[1]).attempt.at_claim}
    got = {verify_as_machine(desk, machine).claim_id for _ in begun}
    assert got == begun
    with pytest.raises(queue.NothingToVerifyError):
        take_as_machine(desk, machine)


def test_a_machine_gets_the_claim_again_that_it_has_not_finished(desk: Desk) -> None:
    take(desk), take(desk, desk.verifiers[1])
    machine = add_machine(desk)
    assert take_as_machine(desk, machine) == take_as_machine(desk, machine)
    assert Attempt.objects.filter(annotator=machine).count() == 1


def test_two_machines_get_the_same_claims(desk: Desk) -> None:
    verify(desk)
    claims = [verify_as_machine(desk, add_machine(desk, name)).claim_id for name in ("One", "Two")]
    assert claims[0] == claims[1]


def test_a_machine_takes_nobodys_place(desk: Desk) -> None:
    first = verify(desk)
    before = slots_of(desk), list(PersonDeck.objects.order_by("pk").values())
    machine = add_machine(desk)
    done = verify_as_machine(desk, machine, REFUTED)
    assert (done.claim_id, done.purpose) == (first.claim_id, "machine")
    assert (slots_of(desk), list(PersonDeck.objects.order_by("pk").values())) == before
    # The second slot is still a person's, and the two people's verdicts are all that count.
    assert done not in verifications_in(desk.campaign)
    assert not disagreements_in(desk.campaign).exists()
    people = {verify(desk, desk.verifiers[1]).claim_id for _ in Claim.objects.all()}
    assert first.claim_id in people


def test_gold_is_not_among_the_claims_of_machines(desk: Desk) -> None:
    made = gold.make_claim_gold(
        campaign=desk.campaign,
        text="A claim that is gold.",
        description=gold.GoldDescription(use=Gold.Use.SILENT, why="because"),
        actor=desk.manager,
        now=NOW,
    )
    attempt = gold.answer_gold(gold=made, actor=desk.manager, now=NOW)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    Claim.with_gold.filter(pk=attempt.at_claim).update(verifying_since=NOW)
    with pytest.raises(queue.NothingToVerifyError):
        take_as_machine(desk, add_machine(desk))


def test_without_the_token_a_machines_verification_is_marked(desk: Desk) -> None:
    verify(desk)
    verify(desk)
    machine = add_machine(desk)
    marks = [
        verify_as_machine(desk, machine, confirms=confirms).is_unconfirmed
        for confirms in (False, True)
    ]
    assert marks == [True, False]


def test_a_token_of_another_judgement_confirms_nothing(desk: Desk) -> None:
    verify(desk)
    attempt = take_as_machine(desk, add_machine(desk))
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement())
    stored = submit_verification(attempt=attempt, judgement=REFUTED, now=NOW, has_token=True)
    assert stored.is_unconfirmed
    # Confirming later does not take the mark away.
    confirmations.confirm_judgement(attempt=attempt, judgement=REFUTED)
    again = submit_verification(attempt=attempt, judgement=REFUTED, now=NOW, has_token=True)
    assert (again.pk, again.is_unconfirmed) == (stored.pk, True)


def test_a_person_without_the_token_is_refused(desk: Desk) -> None:
    attempt = take(desk).attempt
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement())
    with pytest.raises(confirmations.NotConfirmedError):
        submit_verification(attempt=attempt, judgement=judgement(), now=NOW, has_token=False)
    assert not Verification.objects.exists()


@pytest.mark.postgres
def test_the_database_keeps_machines_and_people_apart(desk: Desk) -> None:
    person = verify(desk)
    machine = verify_as_machine(desk, add_machine(desk))
    changes: list[tuple[Verification, dict[str, Any]]] = [
        (person, {"is_unconfirmed": True}),
        (person, {"purpose": "machine"}),
        (machine, {"purpose": "verify"}),
        (machine, {"annotator": desk.verifiers[2]}),
        (person, {"annotator": machine.annotator}),
    ]
    for verification, changed in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            Verification.objects.filter(pk=verification.pk).update(**changed)
    slot = Assignment.with_checks.filter(campaign=desk.campaign, state="waiting").first()
    with pytest.raises(DatabaseError), transaction.atomic():
        Attempt.objects.filter(pk=machine.attempt_id).update(assignment=slot)


def test_a_machine_skips_a_claim_for_a_reason(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    attempt = take_as_machine(desk, machine)
    with pytest.raises(stages.SkipReasonError):
        machine_work.skip_claim(attempt=attempt, reason="nonsense", now=NOW)
    for _ in range(2):
        machine_work.skip_claim(attempt=attempt, reason="other", text="No model.", now=NOW)
    assert Skip.objects.get().text == "No model."
    with pytest.raises(leases.LeaseLostError):
        submit_verification(attempt=attempt, judgement=judgement(), now=NOW)
    with pytest.raises(queue.NothingToVerifyError):
        take_as_machine(desk, machine)


def test_what_is_submitted_is_not_skipped(desk: Desk) -> None:
    verify(desk)
    done = verify_as_machine(desk, add_machine(desk))
    with pytest.raises(leases.LeaseLostError):
        machine_work.skip_claim(attempt=done.attempt, reason="other", text="x", now=NOW)


def test_machines_correct_nothing(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    done = verify_as_machine(desk, machine)
    with pytest.raises(reopening.NotCorrectableError) as refused:
        reopening.reopen_verification(verification=done, actor=machine, now=NOW)
    assert refused.value.reason == "machine"


def test_an_edited_claim_voids_what_a_machine_said_of_the_old_text(desk: Desk) -> None:
    first = verify(desk)
    done, begun = add_machine(desk, "One"), add_machine(desk, "Two")
    verified = verify_as_machine(desk, done)
    attempt = take_as_machine(desk, begun)
    # Another claim is begun, too.
    verify(desk)
    reporting = take(desk, desk.verifiers[1]).attempt
    # Whoever has the claim next reports it.
    while reporting.claim_id != first.claim_id:
        verify(desk, desk.verifiers[1])
        reporting = take(desk, desk.verifiers[1]).attempt
    report = claim_reports.report_claim(attempt=reporting, reasons=["other"], note="Odd.", now=NOW)
    assert take_as_machine(desk, add_machine(desk, "Three")).claim_id != first.claim_id
    claim_reports.edit_reported_claim(
        report=report, text="Another claim of this.", actor=desk.manager, now=NOW
    )
    verified.refresh_from_db()
    assert verified.void_since is not None
    with pytest.raises(ClaimChangedError):
        submit_verification(attempt=attempt, judgement=judgement(), now=NOW)


def test_a_machine_works_only_while_the_campaign_is_open(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    attempt = take_as_machine(desk, machine)
    Campaign.objects.filter(pk=desk.campaign.pk).update(state=Campaign.State.PAUSED)
    with pytest.raises(stages.CampaignNotOpenError):
        take_as_machine(desk, machine)
    submit_verification(attempt=attempt, judgement=judgement(), now=NOW, has_token=False)
    Campaign.objects.filter(pk=desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.PAUSED
    )
    with pytest.raises(stages.CampaignArchivedError):
        machine_work.skip_claim(attempt=attempt, reason="other", text="x", now=NOW)


def test_who_is_no_machine_of_the_campaign_gets_nothing(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    with pytest.raises(queue.NotAVerifierError):
        take_as_machine(desk, desk.verifiers[1])
    with pytest.raises(queue.NotAVerifierError):
        queue.take_claim(campaign=desk.campaign, annotator=machine, now=NOW)
    take_as_machine(desk, machine)
    memberships.remove_member(
        membership=Membership.objects.get(user=machine), actor=desk.manager, now=NOW
    )
    with pytest.raises(queue.NotAVerifierError):
        take_as_machine(desk, machine)
    assert departures.free_abandoned_items(now=NOW) == 0
