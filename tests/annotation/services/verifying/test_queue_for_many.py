"""Fifty people at once: exactly as many verify a claim as should, each once, never its author."""

from __future__ import annotations

import uuid
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    Interaction,
    PersonDeck,
    Skip,
    Verification,
    VerificationVersion,
)
from annotation.rules.decks import deviation
from annotation.rules.logs.acts import DeskAct
from annotation.services.desk import leases, sync
from annotation.services.review import claim_reports
from annotation.services.verifying import queue, slots
from annotation.services.verifying.queue import TakenClaim
from campaigns.models import Membership
from campaigns.protocols.judging import Depth
from tests.annotation.services.writing.test_highlights_for_many import all_at_once
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

CROWD = 50
K = 3


def submit(taken: TakenClaim, hours: float = 0) -> Verification:
    return submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(hours))


def check_nothing_twice() -> None:
    done = Assignment.objects.filter(state="done").count()
    assert Verification.objects.count() == VerificationVersion.objects.count() == done
    assert Evidence.objects.count() == done
    assert Attempt.objects.filter(purpose="verify", outcome="submitted").count() == done
    pairs = list(Attempt.objects.filter(purpose="verify").values_list("claim", "annotator"))
    assert len(set(pairs)) == len(pairs)
    for claim in Claim.objects.prefetch_related("attempts"):
        assert claim.author_id not in {one.annotator_id for one in claim.attempts.all()}
    started = Interaction.objects.filter(kind="started").count()
    assert started == len(pairs)


def test_fifty_people_at_once() -> None:
    desk = make_desk(highlights_written=8, verifiers=CROWD, protocol=verified_by(K))
    # The author verifies too, and must never get a claim of their own.
    Membership.objects.filter(user=desk.writer).update(verifies_claims=True)
    everybody = [*desk.verifiers, desk.writer]

    def work(number: int, person: User) -> str:
        try:
            taken = take(desk, person)
        except queue.NothingToVerifyError:
            return "nothing"
        if number % 5 == 0:
            queue.skip_claim(attempt=taken.attempt, reason="too_hard", now=NOW)
            return "skipped"
        if number % 5 == 1:
            return "went away"
        for _ in range(1 + number % 2):
            submit(taken)
        return "verified"

    first = Counter(all_at_once(everybody, work))
    # 24 claims with three slots are enough for everybody but their author.
    assert first == {"verified": 30, "skipped": 10, "went away": 10, "nothing": 1}
    assert Claim.objects.count() == 24
    slots = Counter(Assignment.objects.values_list("claim", flat=True))
    assert set(slots.values()) == {K}
    assert len(slots) == 24
    check_nothing_twice()

    # Those who went away never come back; the others verify all that is left, and no more.
    def go_on(number: int, person: User) -> int:
        count = 0
        while True:
            try:
                taken = take(desk, person, hours=3)
            except queue.NothingToVerifyError:
                return count
            submit(taken, hours=3)
            count += 1

    there = [person for number, person in enumerate(everybody) if number % 5 != 1]
    all_at_once(there, go_on)
    # Who finds every free slot locked by others gives up early: ask once more, one by one.
    for number, person in enumerate(there):
        go_on(number, person)
    assert Verification.objects.count() == 24 * K
    people = Counter(Verification.objects.values_list("claim", flat=True))
    assert set(people.values()) == {K}
    assert set(Assignment.objects.values_list("state", flat=True)) == {"done"}
    assert Attempt.objects.filter(outcome="lost").count() == 10
    assert Skip.objects.count() == 10
    check_nothing_twice()


def test_duplicates_drawn_by_many_at_once_keep_every_deck() -> None:
    often = verified_by(
        1,
        duplicates=Fraction(1, 2),
        depths=(Depth(total=2, share=Fraction(2, 3)), Depth(total=3, share=Fraction(1, 3))),
    )
    desk = make_desk(highlights_written=10, verifiers=10, protocol=often)

    def work(number: int, person: User) -> None:
        while True:
            try:
                submit(take(desk, person))
            except queue.NothingToVerifyError:
                return

    all_at_once(desk.verifiers, work)
    for person in desk.verifiers:
        work(0, person)
    dealt: Counter[str] = Counter()
    for deck in PersonDeck.objects.all():
        assert deviation(deck.exact_shares, deck.counts) <= 1
        dealt.update(deck.counts)
    depths = Counter(Counter(Verification.objects.values_list("claim", flat=True)).values())
    assert {str(depth): count for depth, count in depths.items()} == dealt
    assert dealt.total() == 30
    check_nothing_twice()


@pytest.fixture
def desk() -> Desk:
    return make_desk(verifiers=8)


def test_a_queue_that_ran_dry_is_filled_once_for_all_who_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = make_desk(highlights_written=8, verifiers=16)
    opened: list[int] = []
    open_slots = slots.open_slots

    def open_and_count(**options: Any) -> int:
        opened.append(open_slots(**options))
        return opened[-1]

    monkeypatch.setattr(slots, "open_slots", open_and_count)
    got = all_at_once(desk.verifiers, lambda number, person: take(desk, person))
    assert opened == [24]
    assert len({taken.assignment.pk for taken in got}) == 16


def test_one_person_in_many_windows_gets_one_claim(desk: Desk) -> None:
    got = all_at_once([desk.verifier] * 8, lambda number, person: take(desk, person))
    assert len({taken.assignment.pk for taken in got}) == 1
    assert Attempt.objects.filter(purpose="verify").count() == 1
    assert Interaction.objects.filter(kind="started").count() == 1


def test_one_submission_in_many_windows_is_written_once(desk: Desk) -> None:
    taken = take(desk)
    got = all_at_once([desk.verifier] * 8, lambda number, person: submit(taken))
    assert len({verification.pk for verification in got}) == 1
    check_nothing_twice()


def test_a_window_that_saves_while_another_submits_does_not_stop_it(desk: Desk) -> None:
    taken = take(desk)

    def act(number: int, person: User) -> bool:
        if number % 2:
            return submit(taken).pk > 0
        stream = uuid.UUID(int=number + 1)
        acts = [DeskAct(sequence=1, kind="heartbeat", happened_at=NOW)]
        sync.sync_desk(
            attempt=taken.attempt, stream=stream, acts=acts, draft=None, now=NOW, sent_at=NOW
        )
        return True

    for _ in range(3):
        # Both take the locks of the slot and of the attempt in the same order.
        assert all(all_at_once([desk.verifier] * 8, act))
    check_nothing_twice()


def test_submitting_skipping_and_reporting_at_once_do_one_of_them(desk: Desk) -> None:
    taken = take(desk)

    def act(number: int, person: User) -> str:
        try:
            if number % 3 == 0:
                submit(taken)
            elif number % 3 == 1:
                queue.skip_claim(attempt=taken.attempt, reason="too_hard", now=NOW)
            else:
                claim_reports.report_claim(attempt=taken.attempt, reasons=["ambiguous"], now=NOW)
        except leases.LeaseLostError:
            return "lost"
        return "done"

    got = all_at_once([desk.verifier] * 9, act)
    ends = (Verification.objects.count(), Skip.objects.count(), ClaimReport.objects.count())
    assert sorted(ends) == [0, 0, 1]
    assert Counter(got) == {"done": 3, "lost": 6}


def test_a_claim_that_is_edited_while_people_take_it_is_verified_in_its_new_form() -> None:
    desk = make_desk(verifiers=9, protocol=verified_by(K))
    made = claim_reports.report_claim(attempt=take(desk).attempt, reasons=["ambiguous"], now=NOW)

    def act(number: int, person: User) -> None:
        if number == 4:
            claim_reports.edit_reported_claim(
                report=made, text="A better claim.", actor=desk.manager, now=NOW
            )
            return
        while True:
            try:
                submit(take(desk, person))
            except queue.NothingToVerifyError:
                return

    all_at_once(desk.verifiers[:], act)
    for person in desk.verifiers:
        act(0, person)
    valid = Verification.objects.filter(void_since=None)
    assert set(Counter(valid.values_list("claim", flat=True)).values()) == {K}
    edited = VerificationVersion.objects.filter(
        verification__claim=made.claim_id, verification__void_since=None
    )
    assert set(edited.values_list("claim_version__text", flat=True)) == {"A better claim."}
