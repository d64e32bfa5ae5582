"""Fifty people at once: nobody gets another's highlight, and every quota holds all the time."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from annotation.models import (
    Attempt,
    Claim,
    ClaimVersion,
    Deck,
    Highlight,
    Prescription,
    Skip,
)
from annotation.rules.decks import deviation
from annotation.services.campaign import designs
from annotation.services.writing import claims, highlights
from annotation.services.writing.highlights import TakenHighlight
from campaigns.models import Campaign
from tests.annotation.world import World, later, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

CROWD = 50
ROUNDS = 2


def all_at_once(people: list[User], act: Callable[[int, User], Any]) -> list[Any]:
    start = threading.Barrier(len(people))

    def work_of(numbered: tuple[int, User]) -> Any:
        start.wait()
        try:
            return act(*numbered)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(people)) as pool:
        return list(pool.map(work_of, enumerate(people)))


def finish(number: int, taken: TakenHighlight) -> None:
    """Skip, leave or submit: a fifth each of the first two; some submit twice."""
    if number % 5 == 0:
        highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    elif number % 5 != 1:
        written = written_for(taken.highlight)
        for _ in range(1 + number % 2):
            claims.submit_claims(attempt=taken.attempt, claims=written, now=NOW)


def check_decks(campaign: Campaign) -> None:
    for deck in Deck.objects.filter(campaign=campaign):
        drawn = list(Prescription.objects.filter(deck=deck).order_by("position"))
        assert [one.position for one in drawn] == list(range(1, len(drawn) + 1))
        counts: Counter[str] = Counter()
        for prescription in drawn:
            counts[prescription.value] += 1
            assert deviation(deck.exact_shares, counts) <= 1
        assert dict(counts) == deck.counts
        live = Counter(one.value for one in drawn if one.highlight_id is not None)
        freed = len(drawn) - live.total()
        assert deviation(deck.exact_shares, live) <= 1 + freed


def check_nothing_twice(campaign: Campaign) -> None:
    pages = Highlight.objects.filter(campaign=campaign).values_list("page", flat=True)
    assert len(set(pages)) == len(pages)
    written = Highlight.objects.filter(campaign=campaign, state="written")
    for highlight in written:
        assert Claim.objects.filter(highlight=highlight).count() == 3
        assert Attempt.objects.filter(highlight=highlight, outcome="submitted").count() == 1
        assert Prescription.objects.filter(highlight=highlight).count() == 4
    assert Claim.objects.count() == ClaimVersion.objects.count() == 3 * written.count()
    assert Skip.objects.count() == Highlight.objects.filter(state="skipped").count()


@pytest.fixture
def world() -> World:
    return make_world()


def test_fifty_people_at_once() -> None:
    # Enough of each kind, whoever skips which.
    world = make_world(pages=180, writers=CROWD, target=110, wanted={"sentences": 70, "table": 100})
    campaign = world.campaign
    taken_by: list[tuple[int, int, int]] = []

    def work(number: int, person: User) -> None:
        for round_ in range(ROUNDS):
            if round_ and number % 5 == 1:
                return  # went away
            taken = highlights.take_highlight(campaign=campaign, annotator=person, now=NOW)
            taken_by.append((taken.highlight.pk, taken.highlight.lease, person.pk))
            finish(number, taken)

    all_at_once(world.writers, work)
    # No highlight to two people: nobody's lease had run out, so each was taken once.
    assert len(taken_by) == 90
    assert len({highlight for highlight, _, _ in taken_by}) == 90
    assert {lease for _, lease, _ in taken_by} == {1}
    states = Counter(Highlight.objects.filter(lease__gte=1).values_list("state", flat=True))
    assert states == {"written": 60, "skipped": 20, "held": 10}
    check_decks(campaign)
    check_nothing_twice(campaign)

    # Those who went away come back never; others get what they left, with what was dealt for it.
    left = set(Highlight.objects.filter(state="held").values_list("pk", flat=True))
    dealt = dict(Prescription.objects.values_list("pk", "value"))
    there = [person for number, person in enumerate(world.writers) if number % 5 > 1]
    got = all_at_once(
        there,
        lambda number, person: highlights.take_highlight(
            campaign=campaign, annotator=person, now=later(3)
        ),
    )
    assert len({taken.highlight.pk for taken in got}) == 30
    again = [taken for taken in got if taken.highlight.lease == 2]
    assert {taken.highlight.pk for taken in again} == left
    for taken in got:
        claims.submit_claims(
            attempt=taken.attempt, claims=written_for(taken.highlight), now=later(3)
        )
    assert Attempt.objects.filter(outcome="lost").count() == 10
    assert {pk: dealt[pk] for pk in dealt}.items() <= dict(
        Prescription.objects.values_list("pk", "value")
    ).items()
    check_decks(campaign)
    check_nothing_twice(campaign)


def test_one_person_in_many_windows_gets_one_highlight(world: World) -> None:
    person = world.writer
    got = all_at_once(
        [person] * 8,
        lambda number, person: highlights.take_highlight(
            campaign=world.campaign, annotator=person, now=NOW
        ),
    )
    assert len({taken.highlight.pk for taken in got}) == 1
    assert Attempt.objects.count() == 1
    assert Prescription.objects.count() == 4


def test_one_submission_in_many_windows_is_written_once(world: World) -> None:
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    written = written_for(taken.highlight)
    got = all_at_once(
        [world.writer] * 8,
        lambda number, person: claims.submit_claims(attempt=taken.attempt, claims=written, now=NOW),
    )
    assert len({tuple(claim.pk for claim in made) for made in got}) == 1
    assert Claim.objects.count() == 3


def test_quotas_changed_while_people_take_are_counted_anew() -> None:
    world = make_world(writers=9, target=12)

    def act(number: int, person: User) -> None:
        if number == 4:
            designs.change_numbers(
                campaign=world.campaign,
                numbers={
                    "factors.verdict.values.supported.share": "1/4",
                    "factors.verdict.values.refuted.share": "3/4",
                },
                actor=None,
                now=NOW,
            )
        else:
            highlights.take_highlight(campaign=world.campaign, annotator=person, now=NOW)

    all_at_once(world.writers, act)
    dealt = [
        sum(deck.counts.values()) for deck in Deck.objects.filter(factor="verdict").order_by("pk")
    ]
    assert (len(dealt), sum(dealt)) == (2, 8)
    assert Highlight.objects.filter(state="held").count() == 8
    check_decks(world.campaign)
