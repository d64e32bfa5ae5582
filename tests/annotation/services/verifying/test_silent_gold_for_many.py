"""Many people at once: silent gold at its rate and once a person, samples up to their size."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from accounts.models import User
from annotation.models import Assignment, Attempt, Interaction, PersonDeck, Verification
from annotation.rules.decks import deviation
from annotation.services.verifying import queue
from campaigns.protocols.judging import Depth
from tests.annotation.services.writing.test_highlights_for_many import all_at_once
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import Desk, make_desk, take, verified_by, verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


def verify_all(desk: Desk, person: User) -> None:
    """Verify until nothing waits for the person."""
    while True:
        try:
            verify(desk, person)
        except queue.NothingToVerifyError:
            return


def everybody_verifies_all(desk: Desk) -> None:
    all_at_once(desk.verifiers, lambda number, person: verify_all(desk, person))
    # Who finds every free slot locked by others gives up early: ask once more, one by one.
    for person in desk.verifiers:
        verify_all(desk, person)


def test_silent_gold_taken_by_many_at_once_keeps_every_deck() -> None:
    desk = make_desk(highlights_written=10, verifiers=8, protocol=mixed(Fraction(1, 3)))
    make_silent(desk, 12)
    everybody_verifies_all(desk)
    assert Verification.objects.filter(purpose="verify").count() == 30
    silent = list(Attempt.objects.filter(purpose="silent").values_list("claim", "annotator"))
    assert len(set(silent)) == len(silent) > 0
    # Everybody could have had more of it, so that a third of everybody's work is gold.
    for deck in PersonDeck.objects.filter(factor="silent"):
        assert deviation(deck.exact_shares, deck.counts) <= 1
        mine = Attempt.objects.filter(annotator=deck.annotator)
        assert Counter(mine.values_list("purpose", flat=True)) == Counter(
            silent=deck.counts.get("yes", 0), verify=deck.counts.get("no", 0)
        )
    slots = Assignment.with_checks.filter(kind="silent")
    assert slots.count() == len(silent)
    assert set(slots.values_list("state", flat=True)) == {"done"}


def test_one_person_in_many_windows_gets_one_item_of_gold() -> None:
    desk = make_desk(highlights_written=4, verifiers=1, protocol=mixed())
    make_silent(desk, 4)
    while take(desk).attempt.purpose != "silent":
        verify(desk)
    Attempt.objects.filter(purpose="silent").get()
    verify(desk)
    while True:
        got = all_at_once([desk.verifier] * 8, lambda number, person: take(desk, person))
        assert len({taken.attempt.pk for taken in got}) == 1
        if got[0].attempt.purpose == "silent":
            break
        verify(desk)
    assert Attempt.objects.filter(purpose="silent").count() == 2
    assert Interaction.objects.filter(kind="started", attempt=got[0].attempt).count() == 1
    assert Assignment.with_checks.filter(kind="silent", state="held").count() == 1
    deck = PersonDeck.objects.get(factor="silent")
    assert deck.counts["yes"] == 2


def test_a_sample_drawn_by_many_at_once_ends_at_its_size() -> None:
    sample = verified_by(
        1,
        duplicates=Fraction(1),
        most_duplicates=5,
        depths=(Depth(total=2, share=Fraction(1)),),
    )
    desk = make_desk(highlights_written=10, verifiers=10, protocol=sample)
    # The first items of everybody, whose decks are not there yet.
    all_at_once(desk.verifiers, lambda number, person: verify(desk, person))
    deep = Assignment.objects.filter(kind="duplicate")
    assert deep.values("claim").distinct().count() == 5
    everybody_verifies_all(desk)
    assert deep.values("claim").distinct().count() == deep.count() == 5
    depths = Counter(Verification.objects.values_list("claim", flat=True)).values()
    assert Counter(depths) == {1: 25, 2: 5}
