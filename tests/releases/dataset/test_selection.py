"""The verification of a claim that counts, by the design's rules."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from msgspec.structs import replace

from accounts.models import User
from annotation.models import Adjudication, Claim, Verification, VerificationVersion
from annotation.services.review import adjudications
from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.judging import Resolution
from releases.dataset.rules.frozen_counts import ResolutionCounts
from releases.dataset.selection import SelectedClaims, select_claims
from releases.models import Release, ReleaseItem
from releases.services import releases
from releases.storage.folders import folder_of
from tests.annotation.disagreeing import add_manager, rule
from tests.annotation.verifying_world import Desk, element, judgement, verified_by
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import make_campaign, make_release, new_release, verify_all

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


ADJUDICATED = Resolution(rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.FIRST)


def test_a_decision_in_force_counts_before_the_first_verification() -> None:
    desk, decided, kept = decided_claims(ADJUDICATED)
    selection = select_claims(desk.campaign)
    versions = {one.claim: one for one in selection.chosen}
    assert versions[decided.pk].verdict == "not_enough_information"
    assert sorted(versions) == sorted(claim.pk for claim in (decided, *kept))
    assert selection.resolved == ResolutionCounts(changed=1, verdicts=1, adjudicated=1)
    assert answered_by(selection) == {desk.verifiers[0], manager_of(desk)}


def test_the_first_verification_counts_whatever_a_manager_decided_if_the_campaign_says_so() -> None:
    desk, _decided, _kept = decided_claims(Resolution(rule=ResolutionRule.FIRST))
    selection = select_claims(desk.campaign)
    assert answered_by(selection) == {desk.verifiers[0]}
    assert selection.resolved == ResolutionCounts()
    assert selection.left_out == {"further_verifications": 6}


def test_a_superseded_decision_does_not_count() -> None:
    desk, _decided, _kept = decided_claims(ADJUDICATED)
    Adjudication.objects.update(superseded_at=NOW)
    assert answered_by(select_claims(desk.campaign)) == {desk.verifiers[0]}


def test_a_claim_of_which_all_were_wrong_is_left_out_where_decisions_count() -> None:
    desk, _decided, _kept = decided_claims(ADJUDICATED)
    Adjudication.objects.update(outcome="all_wrong", verification=None)
    selection = select_claims(desk.campaign)
    assert len(selection.chosen) == 5
    assert selection.left_out == {"all_wrong": 1, "further_verifications": 5}
    assert selection.resolved == ResolutionCounts(changed=1)


def test_the_manifest_and_the_datasheet_state_the_rule_and_what_it_changed() -> None:
    desk, decided, _kept = decided_claims(ADJUDICATED)
    release = make_release(desk.campaign)
    manifest = json.loads((folder_of(release) / "manifest.json").read_bytes())
    assert manifest["resolution"] == {
        "rule": "adjudicated",
        "otherwise": "first",
        "changed_claims": 1,
        "changed_verdicts": 1,
        "adjudicated_claims": 1,
    }
    datasheet = (folder_of(release) / "datasheet.html").read_text()
    assert (
        "Where a claim was verified more than once, the decision of a manager counts; where there"
        " is none, the first verification counts. Compared with the first verification, this"
        " changed 1 claim: 1 with another verdict, 1 decided by a manager." in datasheet
    )
    # In the official format and in our own, the verdict and the evidence are the manager's.
    number = ReleaseItem.objects.get(release=release, claim=decided).record_id
    lines = {
        name: {
            line["id"]: line
            for path in sorted((folder_of(release) / name).glob("*.jsonl"))
            if path.stem not in ("pages", "verifications", "writing")
            for line in map(json.loads, path.read_text().splitlines())
            if line["id"] != ""
        }
        for name in ("feverous", "internal")
    }
    official = lines["feverous"][number]
    assert official["label"] == "NOT ENOUGH INFO"
    assert official["evidence"][0]["content"] == ["River 004_sentence_4"]
    assert lines["internal"][number]["provenance"]["adjudicated"] is True
    assert sum(one["provenance"]["adjudicated"] for one in lines["internal"].values()) == 1
    # A verification that a release used is locked, and so is the manager's.
    given = Verification.objects.get(purpose="adjudication")
    assert given.locked_by == "released"


def decided_claims(resolution: Resolution) -> tuple[Desk, Claim, list[Claim]]:
    """Create six claims, verified twice; a manager decided about one whose first was not NEI."""
    desk = verified_twice(resolution)
    manager = manager_of(desk)
    first = Verification.objects.filter(annotator=desk.verifiers[0])
    other = first.exclude(verdict="not_enough_information").order_by("pk")[0]
    claim = other.claim
    attempt = adjudications.open_bench(claim=claim, adjudicator=manager, now=NOW)
    chosen = judgement(
        [element("sentence_4", page="River 004")], verdict="not_enough_information", answer="no"
    )
    rule(attempt, chosen)
    return desk, claim, list(Claim.objects.exclude(pk=claim.pk))


def manager_of(desk: Desk) -> User:
    found = User.objects.filter(username="milo").first()
    return found or add_manager(desk)
