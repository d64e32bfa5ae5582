"""Some claims are verified again, in proportion to each person's volume."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from annotation.models import Assignment, Attempt, Claim, PersonDeck, Verification
from annotation.rules.decks import deviation
from annotation.services.campaign import designs
from annotation.services.verifying import queue, suggestions
from annotation.services.verifying.suggestions import SuggestedElement, Suggestion
from campaigns.protocols.judging import Depth
from tests.annotation.verifying_world import Desk, element, make_desk, take, verified_by, verify
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

# Half of the claims; of those two thirds with two verifications, one third with three.
OFTEN = verified_by(
    1,
    duplicates=Fraction(1, 2),
    depths=(Depth(total=2, share=Fraction(2, 3)), Depth(total=3, share=Fraction(1, 3))),
)


@pytest.fixture
def desk() -> Desk:
    return make_desk(highlights_written=6, verifiers=4, protocol=OFTEN)


def verify_everything(desk: Desk) -> None:
    busy = list(desk.verifiers)
    while busy:
        for person in list(busy):
            try:
                verify(desk, person)
            except queue.NothingToVerifyError:
                busy.remove(person)


def test_duplicates_follow_each_persons_deck(desk: Desk) -> None:
    verify_everything(desk)
    decks = list(PersonDeck.objects.all())
    assert sum(sum(deck.counts.values()) for deck in decks) == 18
    for deck in decks:
        assert deviation(deck.exact_shares, deck.counts) <= 1
    dealt = sum((Counter(deck.counts) for deck in decks), Counter[str]())
    depths = Counter(
        str(claim.verifications.count())
        for claim in Claim.objects.prefetch_related("verifications")
    )
    assert depths == dealt
    assert dealt.keys() == {"1", "2", "3"}
    for claim in Claim.objects.all():
        people = list(claim.verifications.values_list("annotator", flat=True))
        assert len(set(people)) == len(people)
        assert claim.author_id not in people


def test_the_first_of_each_claim_is_no_duplicate(desk: Desk) -> None:
    verify_everything(desk)
    slots = Assignment.objects.values_list("slot", "kind").distinct()
    assert set(slots) == {(1, "ordinary"), (2, "duplicate"), (3, "duplicate")}
    assert not Assignment.objects.exclude(state="done").exists()


def test_a_changed_share_starts_another_deck(desk: Desk) -> None:
    verify(desk)
    designs.change_numbers(
        campaign=desk.campaign, numbers={"redundancy.duplicates": "1/3"}, actor=None, now=NOW
    )
    verify(desk)
    verify(desk)
    rows = PersonDeck.objects.filter(annotator=desk.verifier).order_by("version")
    assert [sum(deck.counts.values()) for deck in rows] == [1, 2]
    assert len({deck.seed for deck in rows}) == 2


def test_without_duplicates_nobody_verifies_again() -> None:
    desk = make_desk(protocol=verified_by(1))
    verify_everything(desk)
    assert Verification.objects.count() == Assignment.objects.count() == 3
    assert not PersonDeck.objects.exists()


# --- assisted checking ----------------------------------------------------------------------------
SUGGESTION = Suggestion("test 1", [SuggestedElement(element("sentence_1"), 0.9)], "supported", 0.8)


@pytest.fixture
def provider() -> object:
    suggestions.provide("test", lambda claim: SUGGESTION)
    yield
    suggestions.withdraw("test")


@pytest.mark.usefixtures("provider")
def test_suggestions_are_off_unless_the_campaign_says_otherwise(desk: Desk) -> None:
    Claim.objects.update(arm="assisted")
    taken = take(desk)
    assert suggestions.suggest_evidence(attempt=taken.attempt) is None
    desk.campaign.suggests_evidence = True
    desk.campaign.save(update_fields=["suggests_evidence"])
    assert suggestions.suggest_evidence(attempt=taken.attempt) == SUGGESTION


@pytest.mark.usefixtures("provider")
def test_everybody_who_verifies_a_claim_gets_suggestions_or_nobody_does(desk: Desk) -> None:
    desk.campaign.suggests_evidence = True
    desk.campaign.save(update_fields=["suggests_evidence"])
    verify_everything(desk)
    arms: dict[int, set[bool]] = {}
    for attempt in Attempt.objects.filter(purpose="verify"):
        arms.setdefault(attempt.at_claim, set()).add(suggestions.is_assisted(attempt))
    assert {len(seen) for seen in arms.values()} == {1}
    # Duplicates are in both arms.
    twice = Assignment.objects.filter(kind="duplicate").values_list("claim__arm", flat=True)
    assert set(twice) == {"assisted", "unassisted"}


@pytest.mark.usefixtures("provider")
def test_arms_are_dealt_while_suggestions_are_off_and_stay(desk: Desk) -> None:
    verify_everything(desk)
    before = dict(Claim.objects.exclude(arm="").values_list("pk", "arm"))
    assert set(before.values()) == {"assisted", "unassisted"}
    attempts = Attempt.objects.filter(purpose="verify")
    assert not any(suggestions.is_assisted(attempt) for attempt in attempts)
    desk.campaign.suggests_evidence = True
    desk.campaign.save(update_fields=["suggests_evidence"])
    assert dict(Claim.objects.exclude(arm="").values_list("pk", "arm")) == before
    assert {suggestions.is_assisted(attempt) for attempt in attempts} == {True, False}


def test_without_a_provider_nothing_is_suggested(desk: Desk) -> None:
    desk.campaign.suggests_evidence = True
    desk.campaign.save(update_fields=["suggests_evidence"])
    assert suggestions.suggest_evidence(attempt=take(desk).attempt) is None


def test_raised_verifications_deal_only_depths_above_them() -> None:
    # Depths without a share are no reason to refuse a number, and are never dealt.
    often = verified_by(
        2,
        duplicates=Fraction(1, 2),
        depths=(Depth(total=2, share=Fraction(0)), Depth(total=3, share=Fraction(1))),
    )
    desk = make_desk(highlights_written=2, verifiers=4, protocol=often)
    verify_everything(desk)
    dealt = sum((Counter(deck.counts) for deck in PersonDeck.objects.all()), Counter[str]())
    assert dealt.total() == 6
    assert dealt.keys() == {"2", "3"}
    ended = Counter(str(claim.verifications.count()) for claim in Claim.objects.all())
    assert ended == dealt
