"""A claim can be corrected until somebody starts to verify it; its history is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from annotation.models import Claim, ClaimKey, ClaimVersion
from annotation.rules.checks.duplicates import identity_key
from annotation.rules.writing import submissions
from annotation.rules.writing.submissions import WrittenClaim
from annotation.services.writing import claim_checks, claims, corrections, highlights
from tests.annotation.world import EVERY_WARNING, World, later, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

BETTER = WrittenClaim(
    slot="type_2",
    text="The second bridge of the town was finished in 1902.",
    verdict="refuted",
    tags={"challenge": "numerical_reasoning"},
    overridden=EVERY_WARNING,
)


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def stored(world: World) -> list[Claim]:
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    written = written_for(taken.highlight)
    return claims.submit_claims(attempt=taken.attempt, claims=written, now=NOW)


def correct(claim: Claim, written: WrittenClaim, world: World) -> Claim:
    return corrections.correct_claim(claim=claim, written=written, actor=world.writer, now=later(1))


def assert_unchanged(claim: Claim) -> None:
    assert Claim.objects.get(pk=claim.pk).text == claim.text
    assert ClaimVersion.objects.filter(claim=claim).count() == 1


def test_a_correction_is_another_version(world: World, stored: list[Claim]) -> None:
    claim = stored[1]
    before = claim.text
    correct(claim, BETTER, world)
    claim.refresh_from_db()
    assert (claim.text, claim.verdict) == (BETTER.text, "refuted")
    assert claim.wording == identity_key(BETTER.text)
    assert claim.tags == {"challenge": "numerical_reasoning"}
    versions = ClaimVersion.objects.filter(claim=claim).order_by("number")
    assert [(one.number, one.text, one.written_at) for one in versions] == [
        (1, before, NOW),
        (2, BETTER.text, later(1)),
    ]
    assert ClaimKey.objects.filter(claim=claim, key="1902").exists()


def test_a_mutation_may_be_based_on_the_other_claim(world: World, stored: list[Claim]) -> None:
    third = stored[2]
    written = replace(
        BETTER, slot="type_3", text="No bridge of the town was ever finished.", base=("type_2", 1)
    )
    assert correct(third, written, world).base == stored[1]


def test_the_same_again_is_no_version(world: World, stored: list[Claim]) -> None:
    claim = stored[1]
    same = replace(BETTER, text=claim.text, verdict=claim.verdict, tags=claim.tags)
    correct(claim, same, world)
    assert_unchanged(claim)


def test_a_claim_that_is_being_verified_stays(world: World, stored: list[Claim]) -> None:
    Claim.objects.filter(pk=stored[1].pk).update(verifying_since=NOW)
    with pytest.raises(corrections.BeingVerifiedError):
        correct(stored[1], BETTER, world)
    assert_unchanged(stored[1])


def test_only_the_author_corrects(world: World, stored: list[Claim]) -> None:
    with pytest.raises(corrections.NotTheAuthorError):
        corrections.correct_claim(claim=stored[1], written=BETTER, actor=world.writers[1], now=NOW)
    assert_unchanged(stored[1])


def test_a_correction_is_checked_like_a_submission(world: World, stored: list[Claim]) -> None:
    claim = stored[1]
    for text in ("", "x" * 10_000, "Is it so?"):
        with pytest.raises(claim_checks.ClaimsRefusedError):
            correct(claim, replace(BETTER, text=text), world)
    with pytest.raises(submissions.MisfitError):
        correct(claim, replace(BETTER, verdict="perhaps"), world)
    with pytest.raises(claim_checks.ClaimsRefusedError):
        correct(claim, replace(BETTER, text=stored[0].text), world)
    assert_unchanged(claim)


def test_what_was_written_cannot_be_rewritten(stored: list[Claim]) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        ClaimVersion.objects.filter(claim=stored[0]).update(text="Other")
    with pytest.raises(DatabaseError), transaction.atomic():
        ClaimVersion.objects.all().delete()
    assert ClaimVersion.objects.count() == 3
