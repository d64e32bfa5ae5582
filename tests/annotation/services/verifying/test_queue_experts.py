"""Experts verify a share of the claims that others verified, with all evidence there is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import Assignment, Attempt, Claim, PersonDeck, Verification
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.selectors.desk.waiting import waiting_claims
from annotation.selectors.review.disagreements import disagreements_in
from annotation.selectors.verifying.verifications import verifications_in
from annotation.services.review import claim_reports
from annotation.services.verifying import queue
from campaigns.models import Campaign, Membership
from campaigns.protocols.judging import Depth
from releases.dataset.selection import select_claims
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
from tests.annotation.world import make_annotators
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

# More sets than a design can ask for: the sentences of the page, alone and in pairs.
MANY = (
    [[element(f"sentence_{n}")] for n in range(4)]
    + [
        [element(f"sentence_{first}"), element(f"sentence_{second}")]
        for first in range(4)
        for second in range(first)
    ]
    + [[element(f"cell_0_{row}_{column}")] for row in (1, 2) for column in (0, 1)]
)


@pytest.fixture
def desk() -> Desk:
    return make_desk(
        highlights_written=2, verifiers=2, protocol=verified_by(1, experts=Fraction(1))
    )


@pytest.fixture
def expert(desk: Desk) -> User:
    return make_annotators(desk.campaign, 1, "Expert", verifies_claims=True, is_expert=True)[0]


def test_an_expert_gets_what_others_verified_and_nobody_else_gets_that(
    desk: Desk, expert: User
) -> None:
    with pytest.raises(queue.NothingToVerifyError):
        take(desk, expert)
    done = verify(desk)
    slot = Assignment.with_checks.get(kind="expert")
    assert (slot.claim, slot.state) == (done.claim, "waiting")
    assert take(desk, desk.verifiers[1]).assignment.claim != done.claim
    taken = take(desk, expert)
    assert (taken.assignment, taken.attempt.purpose) == (slot, "expert")
    given = submit_confirmed(attempt=taken.attempt, judgement=judgement(*MANY), now=NOW)
    assert (given.purpose, given.versions.get().evidence_sets.count()) == ("expert", 14)
    # The first verification counts, whatever the expert says.
    assert [one.claim for one in select_claims(desk.campaign).chosen] == [done.claim_id]
    assert list(verifications_in(desk.campaign)) == [done]


def test_others_have_as_many_sets_as_the_protocol_allows(desk: Desk) -> None:
    with pytest.raises(JudgementRefusedError):
        submit_confirmed(attempt=take(desk).attempt, judgement=judgement(*MANY), now=NOW)


def test_an_experts_verdict_is_no_disagreement(desk: Desk, expert: User) -> None:
    verify(desk)
    other = judgement([element("sentence_2")], verdict="refuted", answer="yes")
    submit_confirmed(attempt=take(desk, expert).attempt, judgement=other, now=NOW)
    assert not disagreements_in(desk.campaign).exists()


def test_an_expert_reads_how_many_wait(desk: Desk, expert: User) -> None:
    campaign = Campaign.objects.get(pk=desk.campaign.pk)
    assert waiting_claims(expert, [campaign], NOW) == {}
    verify(desk)
    verify(desk)
    assert waiting_claims(expert, [campaign], NOW) == {campaign.pk: 2}
    assert waiting_claims(desk.verifiers[1], [campaign], NOW) == {campaign.pk: 4}


def test_an_edited_claim_is_drawn_again(desk: Desk, expert: User) -> None:
    done = verify(desk)
    attempt = take(desk, expert).attempt
    report = claim_reports.report_claim(attempt=attempt, reasons=["ambiguous"], now=NOW)
    claim_reports.edit_reported_claim(report=report, text="New text.", actor=desk.manager, now=NOW)
    states = Assignment.with_checks.filter(claim=done.claim).values_list("kind", "state")
    assert Counter(states) == {
        ("ordinary", "closed"): 1,
        ("expert", "closed"): 1,
        ("ordinary", "waiting"): 1,
    }


def test_experts_and_duplicates_are_drawn_independently_by_each_persons_decks() -> None:
    often = verified_by(
        1,
        duplicates=Fraction(1, 2),
        depths=(Depth(total=2, share=Fraction(1)),),
        experts=Fraction(1, 2),
    )
    desk = make_desk(highlights_written=7, verifiers=1, protocol=often)
    for _ in range(20):
        verify(desk)
    decks = {deck.factor: deck.counts for deck in PersonDeck.objects.all()}
    assert decks == {"depth": {"1": 10, "2": 10}, "expert": {"yes": 10, "no": 10}}
    both = [
        (
            claim.assignments.filter(kind="duplicate").exists(),
            Assignment.with_checks.filter(claim=claim, kind="expert").exists(),
        )
        for claim in Claim.objects.filter(verifications__isnull=False)
    ]
    assert set(Counter(both)) == {(True, True), (True, False), (False, True), (False, False)}


def test_a_sample_ends_at_its_size() -> None:
    sample = verified_by(
        1,
        duplicates=Fraction(1),
        most_duplicates=4,
        depths=(Depth(total=5, share=Fraction(1)),),
    )
    desk = make_desk(highlights_written=3, verifiers=3, protocol=sample)
    while True:
        try:
            for person in desk.verifiers:
                verify(desk, person)
        except queue.NothingToVerifyError:
            break
    deep = Assignment.objects.filter(kind="duplicate")
    assert deep.values("claim").distinct().count() == 4
    assert deep.count() == 16
    assert Verification.objects.filter(purpose=Attempt.Purpose.VERIFY).count() >= 9


def test_the_database_lets_only_verifiers_be_experts(desk: Desk) -> None:
    writer = Membership.objects.filter(user=desk.writer)
    manager = Membership.objects.filter(user=desk.manager)
    for membership in (writer, manager):
        with pytest.raises(IntegrityError), transaction.atomic():
            membership.update(is_expert=True)
