"""The annotators in the datasheet: approval rates, and who they are if the manager has it told."""

from __future__ import annotations

import json

import pytest

from accounts.models import Profile
from accounts.services.profiles import save_profile
from annotation.models import Candidacy, TaskName
from annotation.services.calibration import candidacies
from campaigns.models import Campaign
from releases.dataset.rules.cards import CardAnswers
from releases.services.cards import save_card
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.annotation.world import make_annotators
from tests.people import NOW
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def tell(desk: Desk) -> None:
    """Give the campaign six annotators who say where they live, and a fifth who does not."""
    make_annotators(desk.campaign, 1, "Silent", verifies_claims=True)
    for person in make_annotators(desk.campaign, 6, "Speaker", verifies_claims=True):
        save_profile(person=person, first_language="", country="PH", education="", age_band="")


def test_the_datasheet_tells_groups_of_five_or_more_if_asked(desk: Desk) -> None:
    tell(desk)
    card = CardAnswers(describes_people=True)
    save_card(campaign=desk.campaign, card=card, edited=None, by=desk.manager, now=NOW)
    folder = folder_of(make_release(desk.campaign))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    country = next(each for each in manifest["people"]["questions"] if each[0] == "Country")
    assert manifest["people"]["people"] == 11
    # Those who said nothing are a group, too.
    assert country == ["Country", [["Philippines", 6], ["Not said", 5]], 0]
    sheet = (folder / "datasheet.html").read_text(encoding="utf-8")
    assert "Only groups of five people or more are told" in sheet
    assert "Philippines" in sheet


def test_without_the_managers_word_nothing_is_told(desk: Desk) -> None:
    tell(desk)
    assert Profile.objects.count() == 6
    folder = folder_of(make_release(desk.campaign))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert "people" not in manifest
    assert "Philippines" not in (folder / "datasheet.html").read_text(encoding="utf-8")


def test_the_datasheet_has_the_approval_rate_of_each_task(desk: Desk) -> None:
    people = make_annotators(desk.campaign, 3, "Candidate", verifies_claims=True)
    Campaign.objects.filter(pk=desk.campaign.pk).update(requires_calibration=True)
    outcomes = Candidacy.Outcome
    for person, outcome in zip(
        people, (outcomes.APPROVED, outcomes.REJECTED, outcomes.REJECTED), strict=True
    ):
        candidacies.decide(
            campaign=desk.campaign,
            person=person,
            task=TaskName.VERIFY,
            outcome=outcome,
            actor=desk.manager,
            now=NOW,
        )
    # Approved for earlier work: no candidate.
    Candidacy.objects.create(
        campaign=desk.campaign,
        person=desk.verifier,
        task=TaskName.VERIFY,
        outcome=outcomes.APPROVED,
        begun_at=NOW,
        decided_at=NOW,
    )
    folder = folder_of(make_release(Campaign.objects.get(pk=desk.campaign.pk)))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["calibration"] == {"verify": {"approved": 1, "decided": 3}}
    sheet = (folder / "datasheet.html").read_text(encoding="utf-8")
    said = "Verifying claims: of 3 candidates who were calibrated, the managers approved 1 (33%)."
    assert said in sheet
