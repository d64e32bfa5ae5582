"""The verification of a claim that counts, by the design's rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from accounts.models import User
from annotation.models import Verification, VerificationVersion
from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.judging import Resolution
from releases.dataset.selection import SelectedClaims, select_claims
from releases.models import Release
from releases.services import releases
from tests.annotation.verifying_world import Desk, verified_by
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import make_campaign, new_release, verify_all

pytestmark = pytest.mark.django_db

MAJORITY = Resolution(rule=ResolutionRule.MAJORITY, otherwise=ResolutionRule.ADJUDICATED)


def verified_twice(resolution: Resolution) -> Desk:
    """Create six claims; the second verifier disagrees with the first."""
    desk = make_campaign(2, replace(verified_by(2), resolution=resolution))
    for person in desk.verifiers:
        assert verify_all(desk, person) == 6
    second = Verification.objects.filter(annotator=desk.verifiers[1])
    second.update(verdict="other", submitted_at=NOW + timedelta(days=1))
    return desk


def answered_by(selection: SelectedClaims) -> set[User]:
    versions = VerificationVersion.objects.filter(pk__in=[one.version for one in selection.chosen])
    return {one.verification.annotator for one in versions.select_related("verification")}


@pytest.mark.parametrize("resolution", [Resolution(rule=ResolutionRule.FIRST), MAJORITY])
def test_programs_decide_nothing_of_what_people_verified(resolution: Resolution) -> None:
    desk = verified_twice(resolution)
    program, person = desk.verifiers
    User.objects.filter(pk=program.pk).update(is_simulated=True)
    selection = select_claims(desk.campaign)
    assert len(selection.chosen) == 6
    assert answered_by(selection) == {person}
    assert selection.left_out == {"simulated_verifications": 6}
    assert not selection.simulated


def test_in_a_demonstration_programs_count_like_people() -> None:
    desk = verified_twice(Resolution(rule=ResolutionRule.FIRST))
    User.objects.filter(pk=desk.verifiers[0].pk).update(is_simulated=True)
    desk.campaign.is_demonstration = True
    selection = select_claims(desk.campaign)
    assert answered_by(selection) == {desk.verifiers[0]}
    assert selection.left_out == {"further_verifications": 6}
    assert selection.simulated


def test_without_a_majority_nothing_is_decided_until_somebody_adjudicates() -> None:
    desk = verified_twice(MAJORITY)
    assert select_claims(desk.campaign).left_out == {"undecided": 6}


def test_where_there_is_no_majority_the_other_rule_decides() -> None:
    desk = verified_twice(Resolution(rule=ResolutionRule.MAJORITY, otherwise=ResolutionRule.FIRST))
    selection = select_claims(desk.campaign)
    assert answered_by(selection) == {desk.verifiers[0]}
    assert selection.left_out == {"further_verifications": 6}


def test_a_design_that_verifications_cannot_decide_is_refused() -> None:
    resolution = Resolution(rule=ResolutionRule.MAJORITY, otherwise=ResolutionRule.BY_CONSTRUCTION)
    desk = make_campaign(1, replace(verified_by(1), resolution=resolution))
    with refused(releases.ChoicesRefusedError, "The verdict follows from how a claim is made"):
        new_release(desk.campaign)
    assert not Release.objects.exists()
