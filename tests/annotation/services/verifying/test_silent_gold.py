"""Silent gold among the ordinary work."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    Gold,
    PersonDeck,
    Skip,
    Suspension,
    Verification,
)
from annotation.rules.decks import deviation
from annotation.selectors.campaign.counts import counts_of
from annotation.selectors.campaign.progress import funnel_of, highlight_counts
from annotation.selectors.desk.waiting import waiting_claims
from annotation.selectors.review import checks
from annotation.selectors.review.disagreements import disagreements_in
from annotation.selectors.verifying.silent_gold import silent_gold_for
from annotation.selectors.verifying.verifications import history_of, verifications_in
from annotation.services.calibration import gold as gold_service
from annotation.services.campaign import imports
from annotation.services.desk import held_items, leases
from annotation.services.review import claim_reports, suspensions, undoing
from annotation.services.verifying import queue, reopening
from campaigns.models import Campaign, Membership
from releases.dataset.selection import select_claims
from tests.annotation.silent_world import make_silent, mixed
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


@pytest.fixture
def desk() -> Desk:
    made = make_desk(highlights_written=4, verifiers=3, protocol=mixed())
    make_silent(made, 5)
    return made


def take_silent(desk: Desk, person: User | None = None) -> Attempt:
    """Verify until the person holds silent gold."""
    while True:
        taken = take(desk, person)
        if taken.attempt.purpose == Attempt.Purpose.SILENT:
            return taken.attempt
        submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=NOW)


def take_claim(desk: Desk, person: User, hours: int) -> Attempt:
    """Verify what is silent gold until the person holds a claim."""
    while True:
        attempt = take(desk, person, hours=hours).attempt
        if attempt.purpose != Attempt.Purpose.SILENT:
            return attempt
        submit_confirmed(attempt=attempt, judgement=judgement(), now=later(hours))


def verify_all(desk: Desk, person: User) -> list[str]:
    """Verify until nothing waits; return the purposes in their order."""
    purposes = []
    while True:
        try:
            purposes.append(verify(desk, person).purpose)
        except queue.NothingToVerifyError:
            return purposes


def test_a_person_gets_silent_gold_at_the_rate_and_each_item_once(desk: Desk) -> None:
    purposes = verify_all(desk, desk.verifier)
    assert purposes.count("silent") == 5
    assert purposes.count("verify") == 12
    # While there was gold, every second item was.
    deck = PersonDeck.objects.get(factor="silent")
    assert deviation(deck.exact_shares, deck.counts) < 1
    silent = Attempt.objects.filter(purpose="silent").values_list("claim", flat=True)
    assert len(set(silent)) == 5


def test_others_get_the_same_gold_in_an_order_of_their_own(desk: Desk) -> None:
    orders = []
    for person in desk.verifiers[:2]:
        for _ in range(8):
            verify(desk, person)
        mine = Attempt.objects.filter(annotator=person, purpose="silent").order_by("pk")
        orders.append(list(mine.values_list("claim", flat=True)))
    assert set(orders[0]) & set(orders[1])
    assert orders[0] != orders[1]


def test_without_a_rate_or_without_gold_there_is_none() -> None:
    plain = make_desk(highlights_written=2, protocol=mixed(Fraction(0)))
    make_silent(plain, 3)
    assert set(verify_all(plain, plain.verifier)) == {"verify"}
    assert not PersonDeck.objects.exists()


def test_gold_that_runs_out_simply_stops_and_goes_on_when_there_is_more(desk: Desk) -> None:
    Gold.objects.exclude(pk=Gold.objects.order_by("pk")[0].pk).update(
        withdrawn_at=NOW, withdrawn_by=desk.manager
    )
    assert [verify(desk).purpose for _ in range(6)].count("silent") == 1
    make_silent(desk, 1, text="One more {} of gold.")
    assert [verify(desk).purpose for _ in range(3)].count("silent") == 1


def test_gold_that_is_due_is_given_when_work_appears_after_the_look(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if others opened the slots between the look for work and the search for a slot.
    monkeypatch.setattr(queue, "_is_work", lambda campaign, annotator, now: False)
    purposes = verify_all(desk, desk.verifier)
    # While there was gold, every second item was.
    assert purposes[:10].count("silent") == purposes.count("silent") == 5
    deck = PersonDeck.objects.get(factor="silent")
    assert deck.counts["yes"] == 5
    assert deviation(deck.exact_shares, deck.counts) < 1


def test_it_is_in_no_count_duplicate_disagreement_or_release(desk: Desk) -> None:
    others = [judgement(), judgement([element("cell_0_1_0")], verdict="refuted", answer="yes")]
    for person, given in zip(desk.verifiers, others, strict=False):
        while Attempt.objects.filter(annotator=person, purpose="silent").count() < 3:
            taken = take(desk, person)
            is_silent = taken.attempt.purpose == "silent"
            submit_confirmed(
                attempt=taken.attempt, judgement=given if is_silent else judgement(), now=NOW
            )
    campaign = desk.campaign
    done = Attempt.objects.filter(purpose="verify", outcome="submitted").count()
    assert Verification.objects.filter(purpose="silent").count() >= 6
    assert counts_of([campaign])[campaign.pk].verified == done
    assert verifications_in(campaign, valid=False).count() == done
    steps = funnel_of(campaign, mixed(), highlight_counts(campaign))
    assert [step.count for step in steps if step.name == "verified"] == [done]
    assert not disagreements_in(campaign).exists()
    assert len(select_claims(campaign).chosen) == done
    assert not Assignment.objects.filter(claim__state="gold").exists()
    assert set(PersonDeck.objects.values_list("factor", flat=True)) == {"silent"}


def test_a_persons_own_lists_and_corrections_have_it_like_any_other(desk: Desk) -> None:
    attempt = take_silent(desk)
    stored = submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert attempt in history_of(desk.verifier, desk.campaign)
    assert reopening.is_correctable(stored, later(23))
    opened = reopening.reopen_verification(verification=stored, actor=desk.verifier, now=later(1))
    other = judgement([element("sentence_2")])
    assert submit_confirmed(attempt=opened, judgement=other, now=later(1)).number == 2


def test_the_number_that_waits_goes_down_by_one_whatever_is_taken(desk: Desk) -> None:
    def waiting() -> int:
        return waiting_claims(desk.verifier, [fresh], NOW).get(fresh.pk, 0)

    fresh = Campaign.objects.get(pk=desk.campaign.pk)
    numbers = [waiting()]
    while numbers[-1]:
        verify(desk)
        numbers.append(waiting())
    assert numbers == list(range(17, -1, -1))
    with pytest.raises(queue.NothingToVerifyError):
        take(desk)


def test_skipped_gold_is_never_given_to_anybody_again_in_that_slot(desk: Desk) -> None:
    attempt = take_silent(desk)
    queue.skip_claim(attempt=attempt, reason="too_hard", now=NOW)
    slot = Assignment.with_checks.get(pk=attempt.in_slot)
    assert (slot.state, slot.holder) == ("closed", None)
    assert Skip.objects.get().attempt == attempt
    silent = verify_all(desk, desk.verifier).count("silent")
    assert silent + Attempt.objects.filter(purpose="silent", outcome="skipped").count() == 5


def test_gold_whose_skip_was_undone_comes_back_to_the_same_attempt(desk: Desk) -> None:
    attempt = take_silent(desk)
    skip = queue.skip_claim(attempt=attempt, reason="too_hard", now=NOW)
    undoing.undo_skip(skip=skip, actor=desk.manager, now=NOW)
    rows = checks.silent_by_person(desk.campaign, [])
    assert {row.person: row.left for row in rows}[desk.verifier] == 5
    assert verify_all(desk, desk.verifier).count("silent") == 5
    attempt.refresh_from_db()
    assert (attempt.outcome, attempt.reopened_at) == ("submitted", NOW)
    assert Attempt.objects.filter(annotator=desk.verifier, purpose="silent").count() == 5


def test_gold_left_lying_is_lost_when_somebody_else_asks_for_work(desk: Desk) -> None:
    attempt = take_silent(desk)
    assert take(desk, hours=1).attempt == attempt
    take_claim(desk, desk.verifiers[1], hours=30)
    attempt.refresh_from_db()
    assert attempt.outcome == "lost"
    with pytest.raises(leases.LeaseLostError):
        held_items.renew_lease(attempt=attempt, now=later(30))


def test_what_was_left_lying_is_lost_one_at_a_time_the_oldest_first(desk: Desk) -> None:
    first, second = take_silent(desk), take_silent(desk, desk.verifiers[1])
    Assignment.with_checks.filter(pk=second.in_slot).update(lease_until=NOW)
    third = take_claim(desk, desk.verifiers[2], hours=30)
    outcomes = Attempt.objects.in_bulk([first.pk, second.pk])
    assert (outcomes[first.pk].outcome, outcomes[second.pk].outcome) == ("open", "lost")
    # A claim that was abandoned before gold is lost before it, and gold stays.
    Assignment.with_checks.filter(pk=third.in_slot).update(lease_until=NOW)
    assert take_claim(desk, desk.verifiers[1], hours=31).in_slot == third.in_slot
    assert Attempt.objects.get(pk=first.pk).outcome == "open"
    submit_confirmed(attempt=first, judgement=judgement(), now=later(31))


def test_experts_take_no_gold_away(desk: Desk) -> None:
    attempt = take_silent(desk)
    Membership.objects.filter(user=desk.verifiers[1]).update(is_expert=True)
    claim = Claim.objects.filter(assignments__state="waiting")[0]
    Assignment.with_checks.create(
        campaign=desk.campaign, claim=claim, slot=9, kind="expert", rank=1, opened_at=NOW
    )
    assert take(desk, desk.verifiers[1], hours=30).attempt.purpose == "expert"
    assert Attempt.objects.get(pk=attempt.pk).outcome == "open"


def test_a_late_submission_of_lost_gold_is_refused_as_of_a_lost_claim(desk: Desk) -> None:
    attempt = take_silent(desk)
    take_claim(desk, desk.verifiers[1], hours=30)
    attempt.refresh_from_db()
    with pytest.raises(leases.LeaseLostError):
        submit_confirmed(attempt=attempt, judgement=judgement(), now=later(30))
    assert not Verification.objects.filter(attempt=attempt).exists()


def test_a_late_submission_of_freed_gold_is_refused_as_of_a_freed_claim(desk: Desk) -> None:
    attempt = take_silent(desk)
    slot = Assignment.with_checks.get(pk=attempt.in_slot)
    queue.free_claim(assignment=slot, actor=desk.manager, now=NOW)
    attempt.refresh_from_db()
    with pytest.raises(leases.LeaseLostError):
        submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert not Verification.objects.filter(attempt=attempt).exists()


def test_gold_withdrawn_while_somebody_has_it_is_stored_and_does_not_count(desk: Desk) -> None:
    attempt = take_silent(desk)
    gold = Gold.objects.get(claim=attempt.at_claim)
    gold_service.withdraw_gold(gold=gold, actor=desk.manager, now=NOW)
    stored = submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert (stored.purpose, stored.verdict) == ("silent", "supported")
    assert take_silent(desk, desk.verifiers[1]).at_claim != gold.claim_id


def test_the_answer_of_gold_that_somebody_has_stays_as_it_is(desk: Desk) -> None:
    gold = Gold.objects.get(claim=take_silent(desk).at_claim)
    with pytest.raises(gold_service.GoldInUseError):
        gold_service.answer_gold(gold=gold, actor=desk.manager, now=NOW)


def test_reported_gold_is_given_to_nobody_until_decided_and_can_be_withdrawn(desk: Desk) -> None:
    attempt = take_silent(desk)
    gold = Gold.objects.get(claim=attempt.at_claim)
    report = claim_reports.report_claim(attempt=attempt, reasons=["ambiguous"], now=NOW)
    assert gold.claim_id not in seen_by(desk, desk.verifiers[1])
    with pytest.raises(claim_reports.GoldReportedError):
        claim_reports.edit_reported_claim(
            report=report, text="Another text.", actor=desk.manager, now=NOW
        )
    claim_reports.confirm_report(report=report, actor=desk.manager, now=NOW)
    gold.refresh_from_db()
    report.refresh_from_db()
    assert (report.state, gold.withdrawn_by) == ("confirmed", desk.manager)
    assert report.claim.state == "gold"


def seen_by(desk: Desk, person: User) -> set[int]:
    verify_all(desk, person)
    return set(Attempt.objects.filter(annotator=person).values_list("claim", flat=True))


def test_nobody_gets_gold_that_they_know(desk: Desk) -> None:
    # The same words in a claim of the dataset that they have seen.
    done = verify(desk)
    while done.purpose != "verify":
        done = verify(desk)
    known = Gold.objects.exclude(claim__attempts__annotator=desk.verifier)[0]
    Gold.objects.filter(pk=known.pk).update(identity=done.claim.identity)
    assert known.claim_id not in seen_by(desk, desk.verifier)


def import_texts(desk: Desk, texts: list[str]) -> None:
    """Import claims: they have no author, and a file may have a text twice."""
    imports.add_claims(
        campaign=desk.campaign,
        claims=[
            imports.ImportedClaim(number, text, "supported", "{}")
            for number, text in enumerate(texts, start=1)
        ],
        now=NOW,
    )


def test_nobody_gets_the_same_words_as_a_claim_and_as_gold() -> None:
    desk = make_desk(highlights_written=0, verifiers=2, protocol=mixed())
    texts = [f"River {number} is long." for number in range(6)]
    import_texts(desk, texts)
    for text in texts:
        make_silent(desk, 1, text=text.upper().replace(".", "!"))
    first, second = desk.verifiers
    # The gold waits until its claim is verified; then others get it.
    assert [verify(desk, first).purpose for _ in range(3)] == ["verify"] * 3
    purposes = verify_all(desk, second)
    assert purposes.count("verify") == 3
    # As long as claims wait, every second item: how many that are, lots decide.
    assert purposes.count("silent") in (2, 3)
    had = Attempt.objects.filter(annotator=second).values_list("claim__text", flat=True)
    assert len({text.lower()[:7] for text in had}) == len(purposes)
    assert waiting_claims(first, [desk.campaign], NOW) == {}


def test_a_claim_with_the_words_of_gold_is_one_item_that_waits() -> None:
    desk = make_desk(highlights_written=0, verifiers=1, protocol=mixed())
    texts = [f"River {number} is long." for number in range(6)]
    import_texts(desk, texts)
    make_silent(desk, 4, text="Other claim {} of gold.")
    for text in texts[:3]:
        make_silent(desk, 1, text=text)
    campaign = Campaign.objects.get(pk=desk.campaign.pk)
    numbers = [waiting_claims(desk.verifier, [campaign], NOW)[campaign.pk]]
    while numbers[-1]:
        verify(desk)
        numbers.append(waiting_claims(desk.verifier, [campaign], NOW).get(campaign.pk, 0))
    assert numbers == list(range(10, -1, -1))


def test_nobody_gets_gold_with_the_words_of_their_own_claim(desk: Desk) -> None:
    own = Claim.objects.exclude(author=None)[0]
    assert own.author is not None
    gold = make_silent(desk, 1, text=own.text)[0]
    assert gold not in silent_gold_for(desk.verifier, desk.campaign)
    # Once it is verified.
    Claim.objects.filter(pk=own.pk).update(verifying_since=NOW)
    assert gold not in silent_gold_for(own.author, desk.campaign)
    assert gold in silent_gold_for(desk.verifier, desk.campaign)


def test_work_set_aside_has_silent_gold_among_it_and_it_is_not_queued(desk: Desk) -> None:
    for _ in range(6):
        verify(desk)
    mine = Verification.objects.filter(annotator=desk.verifier)
    assert mine.filter(purpose="silent").exists()
    made = suspensions.set_aside(
        campaign=desk.campaign,
        person=desk.verifier,
        task=Suspension.Work.VERIFY,
        since=NOW,
        reason="Guessed.",
        actor=desk.manager,
        now=later(1),
    )
    assert (made.items, mine.filter(void_since=None).count()) == (6, 0)
    assert not Assignment.with_checks.filter(kind="silent", state="waiting").exists()
    suspensions.undo_suspension(suspension=made, actor=desk.manager, now=later(2))
    assert mine.filter(void_since=None).count() == 6


def test_the_database_keeps_silent_slots_out_of_the_queue(desk: Desk) -> None:
    slot = Assignment.with_checks.filter(pk=take_silent(desk).in_slot)
    for change in ({"state": "waiting", "holder": None, "lease_until": None}, {"kind": "loud"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            slot.update(**change)
