"""People measured against silent gold, experts, and by arm."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection

from accounts.models import User
from annotation.models import Attempt, Claim, ClaimReport, Gold, Verification
from annotation.rules.measuring import Hits
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.review import checks
from annotation.selectors.verifying.silent_gold import silent_gold_for
from annotation.services.calibration.gold import withdraw_gold
from annotation.services.campaign import imports
from annotation.services.campaign.assistance import switch_assistance
from annotation.services.verifying import queue
from campaigns.models import Membership
from campaigns.protocols.judging import Depth
from core import append_only
from core.models import AuditEntry
from tests.annotation.disagreeing import take_claim
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
    verify,
)
from tests.annotation.world import later, make_annotators
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

WRONG = judgement([element("sentence_1")], verdict="refuted", answer="yes")
OTHER_EVIDENCE = judgement([element("sentence_2")])
MORE_EVIDENCE = judgement([element("sentence_2"), element("sentence_1")])


@pytest.fixture
def desk() -> Desk:
    made = make_desk(highlights_written=4, verifiers=2, protocol=mixed())
    make_silent(made, 4)
    return made


def answer_silent(desk: Desk, given: list[Judgement], person: User | None = None) -> None:
    """Verify until silent gold was answered with each of these."""
    left = list(given)
    while left:
        attempt = take(desk, person).attempt
        is_silent = attempt.purpose == Attempt.Purpose.SILENT
        submit_confirmed(
            attempt=attempt, judgement=left.pop(0) if is_silent else judgement(), now=NOW
        )


def test_a_person_is_measured_by_verdict_and_by_a_whole_gold_set(desk: Desk) -> None:
    answer_silent(desk, [judgement(), WRONG, OTHER_EVIDENCE, MORE_EVIDENCE])
    outcomes = checks.silent_outcomes(desk.campaign)
    assert [(one.is_right, one.is_complete) for one in outcomes] == [
        (True, True),
        (False, False),
        (True, False),
        (True, True),
    ]
    rows = {row.person: row for row in checks.silent_by_person(desk.campaign, outcomes)}
    mine, other = rows[desk.verifier], rows[desk.verifiers[1]]
    assert (mine.verdicts, mine.complete, mine.left) == (Hits(3, 4), Hits(2, 4), 0)
    assert mine.rate == Hits(4, Verification.objects.filter(annotator=desk.verifier).count())
    assert (mine.drift.earlier, mine.drift.later) == (Hits(1, 2), Hits(2, 2))
    assert (other.verdicts, other.left) == (Hits(), 4)


def test_the_gold_that_is_left_is_what_the_queue_would_give(desk: Desk) -> None:
    answer_silent(desk, [judgement(), judgement()])
    rows = checks.silent_by_person(desk.campaign, [])
    assert {row.person: row.left for row in rows} == {
        person: silent_gold_for(person, desk.campaign).count() for person in desk.verifiers
    }


def test_managers_see_the_claims_with_the_words_of_silent_gold(desk: Desk) -> None:
    assert checks.copied_claims(desk.campaign) == []
    claim = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    (copy,) = make_silent(desk, 1, text=claim.text)
    (row,) = checks.copied_claims(desk.campaign)
    assert (row.claim, row.shut_out, row.verifiers, row.is_stuck) == (claim, 0, 2, False)
    withdraw_gold(gold=copy, actor=desk.manager, now=NOW)
    assert checks.copied_claims(desk.campaign) == []
    # Both have the gold before the claim is there.
    for person in desk.verifiers:
        answer_silent(desk, [judgement()] * 4, person)
    gold = Gold.objects.filter(withdrawn_at=None).order_by("pk")[0]
    assert gold.claim is not None
    imported = imports.ImportedClaim(1, gold.claim.text, "supported", "{}")
    imports.add_claims(campaign=desk.campaign, claims=[imported], now=NOW)
    (row,) = checks.copied_claims(desk.campaign)
    assert (row.claim.text, row.shut_out, row.is_stuck) == (gold.claim.text, 2, True)


def copy_of_gold(desk: Desk) -> Claim:
    """Return a claim with the words of silent gold that was there before it."""
    gold = Gold.objects.filter(withdrawn_at=None).order_by("pk")[0]
    assert gold.claim is not None
    imported = imports.ImportedClaim(1, gold.claim.text, "supported", "{}")
    imports.add_claims(campaign=desk.campaign, claims=[imported], now=NOW)
    return Claim.objects.filter(campaign=desk.campaign).latest("pk")


def stuck(desk: Desk) -> tuple[int, int, int, bool]:
    (row,) = checks.copied_claims(desk.campaign)
    return row.shut_out, row.by_gold, row.verifiers, row.is_stuck


def test_a_claim_is_stuck_when_the_others_have_seen_it_or_left(desk: Desk) -> None:
    first, second = desk.verifiers
    answer_silent(desk, [judgement()] * 4, first)
    claim = copy_of_gold(desk)
    assert stuck(desk) == (1, 1, 2, False)
    User.objects.filter(pk=second.pk).update(is_active=False)
    assert stuck(desk) == (1, 1, 1, True)
    User.objects.filter(pk=second.pk).update(is_active=True)
    seen = take_claim(desk, claim, second)
    queue.skip_claim(attempt=seen, reason="other", text="Not clear.", now=NOW)
    assert stuck(desk) == (2, 1, 2, True)


def test_a_claim_is_not_stuck_by_gold_where_nobody_verifies_or_gold_is_not_why(
    desk: Desk,
) -> None:
    claim = copy_of_gold(desk)
    assert stuck(desk) == (0, 0, 2, False)
    ClaimReport.objects.create(
        claim=claim,
        claim_version=claim.versions.get(),
        campaign=desk.campaign,
        attempt=verify(desk).attempt,
        reasons=["other"],
        reported_at=NOW,
    )
    assert stuck(desk) == (2, 0, 2, False)
    ClaimReport.objects.all().delete()
    Membership.objects.filter(verifies_claims=True).delete()
    assert stuck(desk) == (0, 0, 0, False)


def test_whoever_is_not_shut_out_gets_the_claim_from_the_queue(desk: Desk) -> None:
    first, second = desk.verifiers
    answer_silent(desk, [judgement()] * 4, first)
    claim = copy_of_gold(desk)
    had = set()
    for person in (first, second):
        while True:
            try:
                attempt = take(desk, person).attempt
            except queue.NothingToVerifyError:
                break
            if attempt.claim_id == claim.pk:
                had.add(person)
                # Who is at it now is not shut out.
                assert stuck(desk) == (1, 1, 2, False)
            submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert had == {second}


def test_withdrawn_gold_and_void_work_do_not_count(desk: Desk) -> None:
    answer_silent(desk, [WRONG, judgement(), judgement()])
    rows = Verification.objects.filter(purpose="silent").order_by("pk")
    withdraw_gold(gold=Gold.objects.get(claim=rows[0].claim), actor=desk.manager, now=NOW)
    Verification.objects.filter(pk=rows[1].pk).update(void_since=NOW)
    outcomes = checks.silent_outcomes(desk.campaign)
    assert [one.is_right for one in outcomes] == [True]


def test_weeks_without_gold_are_shown_as_gaps(desk: Desk) -> None:
    answer_silent(desk, [judgement(), WRONG])
    late = Verification.objects.filter(purpose="silent").order_by("-pk")[0]
    Verification.objects.filter(pk=late.pk).update(submitted_at=NOW + timedelta(weeks=2))
    weeks = checks.by_week(checks.silent_outcomes(desk.campaign))
    assert list(weeks.values()) == [Hits(1, 1), Hits(), Hits(0, 1)]
    assert {week.weekday() for week in weeks} == {0}


def test_evidence_is_measured_against_an_experts_element_by_element() -> None:
    desk = make_desk(verifiers=2, protocol=verified_by(1, experts=Fraction(1)))
    expert = make_annotators(desk.campaign, 1, "Expert", verifies_claims=True, is_expert=True)[0]
    for given in (MORE_EVIDENCE, OTHER_EVIDENCE):
        submit_confirmed(attempt=take(desk).attempt, judgement=given, now=NOW)
    all_evidence = judgement([element("sentence_1")], [element("sentence_3")])
    for given in (all_evidence, all_evidence):
        submit_confirmed(attempt=take(desk, expert).attempt, judgement=given, now=NOW)
    (row,) = checks.evidence_by_person(desk.campaign)
    # Chosen: 2 and 1 elements, of which 1 and 0 are the expert's, who has 2 and 2.
    assert (row.person, row.claims) == (desk.verifier, 2)
    assert (row.precision, row.recall) == (Hits(1, 3), Hits(1, 4))
    assert checks.expert_slots(desk.campaign) == {"waiting": 0, "done": 2}


def test_agreement_is_compared_by_arm() -> None:
    often = mixed(duplicates=Fraction(1), depths=(Depth(total=2, share=Fraction(1)),))
    desk = make_desk(highlights_written=3, verifiers=2, protocol=often)
    make_silent(desk, 6)
    assert checks.agreement_by_arm(desk.campaign, []) == []
    switch_assistance(campaign=desk.campaign, is_on=True, actor=desk.manager, now=NOW)
    # In turn: lots depend on keys, and may give all duplicates of so few claims one arm.
    for position, key in enumerate(Claim.with_gold.order_by("pk").values_list("pk", flat=True)):
        arm = Claim.Arm.UNASSISTED if position % 2 else Claim.Arm.ASSISTED
        Claim.with_gold.filter(pk=key).update(arm=arm)
    for person, given in zip(desk.verifiers, [judgement(), WRONG], strict=True):
        while True:
            try:
                attempt = take(desk, person).attempt
            except queue.NothingToVerifyError:
                break
            is_assisted = Claim.with_gold.get(pk=attempt.at_claim).arm == Claim.Arm.ASSISTED
            submit_confirmed(
                attempt=attempt, judgement=judgement() if is_assisted else given, now=NOW
            )
    found = checks.agreement_by_arm(desk.campaign, checks.silent_outcomes(desk.campaign))
    assert [row.arm for row in found] == ["assisted", "unassisted"]
    assisted, unassisted = found
    assert assisted.pairs.hits == assisted.pairs.items > 0
    assert unassisted.pairs.hits == 0 < unassisted.pairs.items
    assert assisted.silent.hits == assisted.silent.items > 0
    assert 0 < unassisted.silent.hits < unassisted.silent.items
    # Had they been turned on later, there would be nothing to compare.
    with append_only.lifted(connection):
        AuditEntry.objects.filter(action="assistance.started").update(at=later(1))
    assert checks.agreement_by_arm(desk.campaign, checks.silent_outcomes(desk.campaign)) == []


def test_a_campaign_without_checks_shows_nothing() -> None:
    desk = make_desk()
    verify(desk)
    assert checks.silent_outcomes(desk.campaign) == []
    assert checks.by_week([]) == {}
    assert checks.evidence_by_person(desk.campaign) == []
