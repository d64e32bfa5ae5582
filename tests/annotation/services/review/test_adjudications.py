"""Adjudication: managers decide about claims whose verifications disagree."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.roles import Role
from annotation.models import (
    Adjudication,
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    Draft,
    Verification,
)
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.rules.verifying.judgements import Judgement
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.review import disagreements
from annotation.services.desk import stages
from annotation.services.review import adjudications, claim_reports, undoing
from annotation.services.verifying import confirmations, reopening, verifications
from annotation.services.writing import claims
from campaigns.models import Campaign, Membership
from core.models import AuditEntry
from tests.annotation.disagreeing import add_manager, disagree, rule, ruling_for
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    verified_by,
    verify,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2), verifiers=5)


@pytest.fixture
def claim(desk: Desk) -> Claim:
    return disagree(desk)


def bench(desk: Desk, claim: Claim, person: User | None = None) -> Attempt:
    return adjudications.open_bench(claim=claim, adjudicator=person or desk.manager, now=NOW)


def test_a_decision_stores_verdict_evidence_cause_and_locks_what_it_was_about(
    desk: Desk, claim: Claim
) -> None:
    attempt = bench(desk, claim)
    chosen = judgement([element("sentence_2")], [element("cell_0_1_1")], verdict="refuted",
                       answer="yes")  # fmt: skip
    decided = rule(attempt, chosen, cause="miscounting", comment=" They counted six. ")
    given = decided.verification
    assert given is not None
    assert (decided.outcome, decided.cause, decided.comment) == (
        "decided", "miscounting", "They counted six.",
    )  # fmt: skip
    assert (decided.adjudicator, decided.claim, decided.decided_at) == (desk.manager, claim, NOW)
    assert (given.purpose, given.verdict, given.annotator) == (
        "adjudication", "refuted", desk.manager,
    )  # fmt: skip
    version = given.versions.get()
    assert [
        [piece.address for piece in each.evidence.order_by("position")]
        for each in version.evidence_sets.order_by("position")
    ] == [["sentence_2"], ["cell_0_1_1"]]
    shown = Verification.objects.filter(claim=claim, purpose="verify").order_by("pk")
    assert [one.locked_by for one in shown] == ["adjudicated", "adjudicated"]
    entry = AuditEntry.objects.get(action="claim.adjudicated")
    assert entry.details == {
        "outcome": "decided", "cause": "miscounting", "verdict": "refuted", "replaces": "",
    }  # fmt: skip
    attempt.refresh_from_db()
    assert attempt.outcome == Attempt.Outcome.SUBMITTED


def test_a_verdict_that_nobody_gave_says_that_all_were_wrong(desk: Desk, claim: Claim) -> None:
    third = judgement([element("sentence_3")], verdict="not_enough_information", answer="no")
    decided = rule(bench(desk, claim), third)
    assert decided.outcome == "all_wrong"
    assert decided.verification is not None


def test_the_same_decision_sent_twice_is_stored_once(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    ruling = ruling_for(claim, cause="slip")
    first = rule(attempt, judgement(), ruling=ruling)
    again = adjudications.adjudicate_claim(
        attempt=attempt, judgement=judgement(), ruling=ruling, now=NOW
    )
    assert again == first
    assert Adjudication.objects.count() == 1
    assert Verification.objects.filter(purpose="adjudication").count() == 1


def test_all_wrong_without_a_verdict_has_no_verification(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    decided = adjudications.reject_all(
        attempt=attempt, ruling=ruling_for(claim, cause="guideline_gap"), now=NOW
    )
    assert (decided.outcome, decided.verification) == ("all_wrong", None)
    assert not Verification.objects.filter(purpose="adjudication").exists()
    assert list(disagreements.undecided(disagreements.disagreements_in(desk.campaign))) == []


def test_a_bad_claim_goes_the_way_of_a_reported_one(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    decided = adjudications.report_bad_claim(
        attempt=attempt,
        reasons=["ambiguous"],
        ruling=ruling_for(claim, cause="ambiguous_claim", comment="Which river?"),
        now=NOW,
    )
    report = ClaimReport.objects.get()
    assert (report.claim, report.reasons, report.note, report.state) == (
        claim, ["ambiguous"], "Which river?", "open",
    )  # fmt: skip
    assert (decided.outcome, decided.verification) == ("bad_claim", None)
    attempt.refresh_from_db()
    assert attempt.outcome == Attempt.Outcome.REPORTED


@pytest.mark.parametrize("undoes", [False, True])
def test_a_bad_claim_whose_report_is_dismissed_comes_back_to_the_bench(
    desk: Desk, claim: Claim, undoes: bool
) -> None:
    ruling = ruling_for(claim, cause="ambiguous_claim")
    attempt = bench(desk, claim)
    adjudications.report_bad_claim(attempt=attempt, reasons=["ambiguous"], ruling=ruling, now=NOW)
    report = ClaimReport.objects.get()
    if undoes:
        undoing.undo_report(report=report, actor=desk.manager, now=NOW)
    else:
        claim_reports.dismiss_report(report=report, actor=desk.manager, now=NOW)
    waiting = disagreements.undecided(disagreements.disagreements_in(desk.campaign))
    assert list(waiting) == [claim]
    # The same manager opens it again and reports it again.
    again = bench(desk, claim)
    assert (again, again.outcome) == (attempt, Attempt.Outcome.OPEN)
    adjudications.report_bad_claim(attempt=again, reasons=["ambiguous"], ruling=ruling, now=NOW)
    assert ClaimReport.objects.get().state == "open"
    assert Adjudication.objects.filter(superseded_at=None).count() == 1


def test_who_wrote_or_verified_a_claim_does_not_decide_about_it(desk: Desk, claim: Claim) -> None:
    for person in (desk.writer, desk.verifiers[0]):
        Membership.objects.filter(user=person).update(
            role=Role.MANAGER, writes_claims=False, verifies_claims=False
        )
        with pytest.raises(adjudications.PartInClaimError):
            bench(desk, claim, person)
    assert not Attempt.objects.filter(purpose="adjudication").exists()


def test_the_database_refuses_an_adjudication_by_the_author(desk: Desk, claim: Claim) -> None:
    attempt = verifications.begin_verification(
        claim=claim, annotator=desk.writer, purpose=Attempt.Purpose.ADJUDICATION, now=NOW
    )
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement())
    with (
        pytest.raises(IntegrityError, match="verification_not_by_the_author"),
        transaction.atomic(),
    ):
        verifications.submit_verification(attempt=attempt, judgement=judgement(), now=NOW)
    assert not Verification.objects.filter(purpose="adjudication").exists()


def test_people_who_do_not_manage_the_campaign_do_not_decide(desk: Desk, claim: Claim) -> None:
    stranger = User.objects.create(username="sam", name="Sam", email="sam@example.org")
    for person in (desk.verifiers[2], stranger):
        with pytest.raises(adjudications.NotAnAdjudicatorError):
            bench(desk, claim, person)
    assert not Attempt.objects.filter(purpose="adjudication").exists()


def test_a_manager_who_left_while_deciding_stores_nothing(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement())
    Membership.objects.filter(user=desk.manager).update(role=Role.RESEARCHER)
    with pytest.raises(adjudications.NotAnAdjudicatorError):
        adjudications.adjudicate_claim(
            attempt=attempt, judgement=judgement(), ruling=ruling_for(claim), now=NOW
        )
    assert not Adjudication.objects.exists()


def test_the_second_of_two_managers_is_told_and_may_then_replace(desk: Desk, claim: Claim) -> None:
    other = add_manager(desk)
    mine, theirs = bench(desk, claim), bench(desk, claim, other)
    shown = ruling_for(claim)
    first = rule(mine, judgement(), ruling=shown)
    with pytest.raises(adjudications.AlreadyAdjudicatedError) as caught:
        rule(theirs, judgement([element("sentence_4")]), ruling=shown)
    assert caught.value.adjudication == first
    assert Adjudication.objects.get() == first
    theirs.refresh_from_db()
    assert theirs.outcome == Attempt.Outcome.OPEN
    second = rule(theirs, judgement([element("sentence_4")]))
    first.refresh_from_db()
    assert (first.superseded_at, second.superseded_at) == (NOW, None)
    assert Adjudication.objects.count() == 2


def test_one_decision_about_a_claim_is_in_force(desk: Desk, claim: Claim) -> None:
    first = rule(bench(desk, claim), judgement())
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjudication.objects.create(
            campaign=desk.campaign,
            claim=claim,
            adjudicator=desk.manager,
            verification=first.verification,
            outcome="decided",
            cause="slip",
            decided_at=NOW,
        )
    assert Adjudication.objects.get() == first


def test_a_verification_that_was_corrected_meanwhile_stops_the_decision(
    desk: Desk, claim: Claim
) -> None:
    attempt = bench(desk, claim)
    shown = ruling_for(claim)
    verification = Verification.objects.filter(claim=claim, annotator=desk.verifiers[1]).get()
    reopened = reopening.reopen_verification(
        verification=verification, actor=desk.verifiers[1], now=NOW
    )
    changed = judgement([element("sentence_4")], verdict="refuted", answer="yes")
    confirmations.confirm_judgement(attempt=reopened, judgement=changed)
    verifications.submit_verification(attempt=reopened, judgement=changed, now=NOW)
    with pytest.raises(adjudications.BenchChangedError):
        rule(attempt, judgement(), ruling=shown)
    assert not Adjudication.objects.exists()
    assert not Verification.objects.filter(locked_by="adjudicated").exists()


def test_a_decision_ends_the_time_to_correct_alike_for_all_earlier_work(
    desk: Desk, claim: Claim
) -> None:
    # Else a verification that became final sooner than others would tell a duplicate.
    same = Verification.objects.filter(claim=claim, purpose="verify")
    same.update(submitted_at=later(2))
    before, after = verify(desk, desk.verifiers[2], 1), verify(desk, desk.verifiers[3], 3)
    rule(bench(desk, claim), judgement())
    for verification in (before, after):
        verification.refresh_from_db()
    assert [one.locked_by for one in same] == ["adjudicated", "adjudicated"]
    assert (before.locked_by, after.locked_by) == ("adjudicated", "")
    assert not reopening.is_correctable(before, later(4))
    assert reopening.is_correctable(after, later(4))


def test_a_correction_that_is_open_is_refused_after_the_decision(desk: Desk, claim: Claim) -> None:
    verification = Verification.objects.filter(claim=claim, annotator=desk.verifiers[1]).get()
    reopened = reopening.reopen_verification(
        verification=verification, actor=desk.verifiers[1], now=NOW
    )
    rule(bench(desk, claim), judgement())
    changed = judgement([element("sentence_4")])
    confirmations.confirm_judgement(attempt=reopened, judgement=changed)
    with pytest.raises(reopening.NotCorrectableError) as caught:
        verifications.submit_verification(attempt=reopened, judgement=changed, now=NOW)
    assert caught.value.reason == "adjudicated"
    verification.refresh_from_db()
    assert verification.number == 1


def test_an_edited_claim_ends_the_decision_and_can_be_decided_again(
    desk: Desk, claim: Claim
) -> None:
    decided = rule(bench(desk, claim), judgement())
    other = add_manager(desk)
    report = claim_reports.report_adjudicated_claim(
        attempt=verifications.begin_verification(
            claim=claim, annotator=other, purpose=Attempt.Purpose.ADJUDICATION, now=NOW
        ),
        claim=claim,
        reasons=["ambiguous"],
        note="",
        now=NOW,
    )
    claim_reports.edit_reported_claim(
        report=report, text="Another claim altogether.", actor=other, now=NOW
    )
    decided.refresh_from_db()
    assert decided.superseded_at == NOW
    with pytest.raises(adjudications.NothingToAdjudicateError):
        bench(desk, claim)
    people = desk.verifiers[3:]
    disagree(desk, claim=claim, people=people)
    attempt = bench(desk, claim)
    # The desk starts from what was decided before.
    assert Draft.objects.get(attempt=attempt).body["verdict"] == "supported"
    again = rule(attempt, judgement())
    assert again.verification == decided.verification
    given = Verification.objects.get(adjudications=again)
    assert (given.number, given.void_since) == (2, None)


def test_a_withdrawn_claim_is_not_decided(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    shown = ruling_for(claim)
    claims.withdraw_claim(claim=claim, actor=desk.manager, reason="", now=NOW)
    with pytest.raises(verifications.ClaimWithdrawnError):
        rule(attempt, judgement(), ruling=shown)
    with pytest.raises(adjudications.NothingToAdjudicateError):
        bench(desk, claim)
    assert not Adjudication.objects.exists()


@pytest.mark.parametrize(
    ("cause", "comment", "error"),
    [
        ("", "", adjudications.CauseError),
        ("bad luck", "", adjudications.CauseError),
        ("other", "  ", adjudications.CommentError),
        ("slip", "x" * 1001, adjudications.CommentError),
        ("slip", "a\0b", adjudications.CommentError),
    ],
)
def test_a_decision_needs_its_cause(
    desk: Desk, claim: Claim, cause: str, comment: str, error: type[Exception]
) -> None:
    attempt = bench(desk, claim)
    ruling = ruling_for(claim, cause=cause, comment=comment)
    with pytest.raises(error):
        rule(attempt, judgement(), ruling=ruling)
    with pytest.raises(error):
        adjudications.reject_all(attempt=attempt, ruling=ruling, now=NOW)
    with pytest.raises(error):
        adjudications.report_bad_claim(
            attempt=attempt, reasons=["ambiguous"], ruling=ruling, now=NOW
        )
    assert not Adjudication.objects.exists()
    assert not ClaimReport.objects.exists()
    attempt.refresh_from_db()
    assert attempt.outcome == Attempt.Outcome.OPEN


def test_a_judgement_with_faults_is_refused_and_nothing_is_stored(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    with pytest.raises(JudgementRefusedError):
        adjudications.adjudicate_claim(
            attempt=attempt, judgement=Judgement(), ruling=ruling_for(claim), now=NOW
        )
    assert not Adjudication.objects.exists()
    assert not Verification.objects.filter(locked_by="adjudicated").exists()


def test_a_claim_with_one_verification_is_not_decided(desk: Desk) -> None:
    alone = Claim.objects.order_by("pk")[1]
    with pytest.raises(adjudications.NothingToAdjudicateError):
        bench(desk, alone)


def test_a_manager_decides_again_after_days(desk: Desk, claim: Claim) -> None:
    first = rule(bench(desk, claim), judgement())
    late = NOW + timedelta(days=9)
    attempt = adjudications.open_bench(claim=claim, adjudicator=desk.manager, now=late)
    chosen = judgement([element("sentence_4")])
    confirmations.confirm_judgement(attempt=attempt, judgement=chosen)
    second = adjudications.adjudicate_claim(
        attempt=attempt, judgement=chosen, ruling=ruling_for(claim), now=late
    )
    assert second.verification == first.verification
    assert Verification.objects.get(adjudications=second).number == 2
    assert Adjudication.objects.filter(superseded_at=None).get() == second


def test_managers_decide_after_the_campaign_was_closed(desk: Desk, claim: Claim) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(state=Campaign.State.CLOSED)
    decided = rule(bench(desk, claim), judgement([element("sentence_1")]))
    assert decided.outcome == Adjudication.Outcome.DECIDED
    assert Verification.objects.get(adjudications=decided).verdict == "supported"


def test_an_archived_campaign_takes_no_decision(desk: Desk, claim: Claim) -> None:
    attempt = bench(desk, claim)
    given = judgement([element("sentence_1")])
    confirmations.confirm_judgement(attempt=attempt, judgement=given)
    Campaign.objects.filter(pk=desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.CLOSED
    )
    ruling: Ruling = ruling_for(claim)
    with pytest.raises(stages.CampaignNotOpenError):
        adjudications.reject_all(attempt=attempt, ruling=ruling, now=NOW)
    with pytest.raises(stages.CampaignNotOpenError):
        adjudications.adjudicate_claim(attempt=attempt, judgement=given, ruling=ruling, now=NOW)
    assert not Adjudication.objects.exists()
    assert Verification.objects.filter(claim=claim).count() == 2
    assert Assignment.objects.filter(claim=claim).count() == 2
