"""Claims whose verifications disagree."""

from __future__ import annotations

import pytest

from accounts.models import User
from annotation.models import Claim, Verification
from annotation.selectors.review import disagreements
from annotation.services.review import adjudications, claim_reports
from tests.annotation.disagreeing import FIRST, disagree, rule, take_claim
from tests.annotation.verifying_world import Desk, element, judgement, make_desk, verified_by
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


def claims_of(desk: Desk) -> list[Claim]:
    return list(Claim.objects.filter(campaign=desk.campaign).order_by("pk"))


def test_two_verdicts_are_a_disagreement_and_one_is_none(desk: Desk) -> None:
    first, second, _third = claims_of(desk)
    disagree(desk, claim=first)
    assert list(disagreements.disagreements_in(desk.campaign)) == [first]
    Verification.objects.filter(claim=first).update(verdict="supported")
    assert list(disagreements.disagreements_in(desk.campaign)) == []
    assert second.state == Claim.State.LIVE


@pytest.mark.parametrize(
    ("other", "is_found"),
    [
        (judgement([element("sentence_2")], [element("sentence_3")]), True),
        (judgement([element("sentence_2"), element("sentence_1")]), False),
        (judgement([element("sentence_2")], [element("sentence_1")]), False),
        (judgement([element("sentence_1", page="River 004")]), True),
    ],
)
def test_one_verdict_with_nothing_in_common_is_found_if_asked_for(
    desk: Desk, other: object, is_found: bool
) -> None:
    claim = disagree(desk, FIRST, other)  # type: ignore[arg-type]
    assert list(disagreements.disagreements_in(desk.campaign)) == []
    found = disagreements.disagreements_in(desk.campaign, about_evidence=True)
    assert list(found) == ([claim] if is_found else [])


def test_two_verdicts_are_no_disagreement_about_evidence_alone(desk: Desk) -> None:
    disagree(desk)
    assert not disagreements.disagreements_in(desk.campaign, about_evidence=True).exists()


def test_void_verifications_and_those_of_programs_count_for_nothing(desk: Desk) -> None:
    claim = disagree(desk)
    User.objects.filter(pk=desk.verifiers[0].pk).update(is_simulated=True)
    assert not disagreements.disagreements_in(desk.campaign).exists()
    desk.campaign.is_demonstration = True
    assert list(disagreements.disagreements_in(desk.campaign)) == [claim]
    Verification.objects.filter(annotator=desk.verifiers[1]).update(void_since=NOW)
    assert not disagreements.disagreements_in(desk.campaign).exists()


def test_reported_claims_and_gold_wait_elsewhere(desk: Desk) -> None:
    claim = disagree(desk)
    gold = Verification.objects.filter(claim=claim)
    gold.filter(annotator=desk.verifiers[0]).update(purpose="gold")
    assert not disagreements.disagreements_in(desk.campaign).exists()
    gold.update(purpose="verify")
    other = claims_of(desk)[1]
    attempt = take_claim(desk, other, desk.verifiers[2])
    report = claim_reports.report_claim(attempt=attempt, reasons=["ambiguous"], now=NOW)
    report.claim = claim
    report.save(update_fields=["claim"])
    assert not disagreements.disagreements_in(desk.campaign).exists()


def test_what_waits_for_a_manager_is_neither_decided_nor_their_own(desk: Desk) -> None:
    claim = disagree(desk)
    rows = disagreements.disagreements_in(desk.campaign)
    assert list(disagreements.waiting_for(desk.manager, rows)) == [claim]
    for person in (desk.writer, *desk.verifiers[:2]):
        assert list(disagreements.waiting_for(person, rows)) == []
    assert list(disagreements.waiting_for(desk.verifiers[2], rows)) == [claim]
    attempt = adjudications.open_bench(claim=claim, adjudicator=desk.manager, now=NOW)
    assert disagreements.others_at(claim, desk.verifiers[2]) == [desk.manager]
    assert disagreements.others_at(claim, desk.manager) == []
    assert list(disagreements.decided_in(desk.campaign)) == []
    rule(attempt, judgement())
    assert list(disagreements.waiting_for(desk.manager, rows)) == []
    assert list(disagreements.decided(rows)) == [claim]
    assert list(disagreements.decided_in(desk.campaign)) == [claim]
    assert list(disagreements.decided_in(desk.campaign, about_evidence=True)) == []


def test_the_digest_changes_with_the_claim_and_with_each_verification(desk: Desk) -> None:
    claim = disagree(desk)
    before = disagreements.state_digest(claim, desk.campaign)
    assert before == disagreements.state_digest(claim, desk.campaign)
    Verification.objects.filter(annotator=desk.verifiers[0]).update(number=2)
    changed = disagreements.state_digest(claim, desk.campaign)
    claim.text = "Another text."
    assert len({before, changed, disagreements.state_digest(claim, desk.campaign)}) == 3
