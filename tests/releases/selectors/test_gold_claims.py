"""Claims of a campaign to learn from: none that is withheld, or kept for measuring."""

from __future__ import annotations

from uuid import uuid4

import pytest

from annotation.models import Claim
from assist.claim_sources import SourceGoneError
from campaigns.models import Campaign
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.splits import RequestedPart
from releases.models import ReleaseItem
from releases.selectors.gold_claims import gold_claims
from tests.releases.world import (
    choices_of,
    make_campaign,
    make_release,
    make_tiny_release,
    verify_all,
)


def texts_of(campaign: Campaign) -> list[str]:
    return sorted(one.text for one in gold_claims(campaign.public_id))


def test_claims_that_count_are_read_with_labels_and_evidence(db: None) -> None:
    desk = make_campaign(2)
    verify_all(desk)
    gold = list(gold_claims(desk.campaign.public_id))
    assert len(gold) == 6
    for found, claim in zip(gold, Claim.objects.order_by("pk"), strict=True):
        place = claim.pk % 3
        assert found.text == claim.text
        assert found.label == ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")[place]
        [page] = {page for pieces in found.sets for page, _ in pieces}
        assert page == claim.from_highlight.page.title


def test_a_campaign_that_is_gone_is_refused(db: None) -> None:
    with pytest.raises(SourceGoneError):
        list(gold_claims(uuid4()))
    campaign = make_campaign(1).campaign
    Campaign.objects.filter(pk=campaign.pk).update(
        state=Campaign.State.DELETING, archived_from="open"
    )
    with pytest.raises(SourceGoneError):
        list(gold_claims(campaign.public_id))


def test_claims_that_nobody_verified_are_not_read(db: None) -> None:
    assert texts_of(make_campaign(1).campaign) == []


def test_of_a_release_with_parts_the_first_is_for_learning(db: None) -> None:
    desk = make_campaign(6)
    verify_all(desk)
    parts = (RequestedPart("train"), RequestedPart("test", size=3))
    make_release(desk.campaign, choices_of(desk.campaign, parts=parts))
    learned = ReleaseItem.objects.filter(split="train").values_list("claim__text", flat=True)
    assert 0 < len(learned) < 18
    assert texts_of(desk.campaign) == sorted(learned)


def test_withheld_labels_are_not_learned(db: None) -> None:
    desk = make_campaign(2)
    verify_all(desk)
    choices: Choices = choices_of(desk.campaign, parts=(RequestedPart("test"),), withheld=("test",))
    make_release(desk.campaign, choices)
    assert texts_of(desk.campaign) == []


def test_an_imported_dataset_is_read_from_its_lines(db: None) -> None:
    desk = make_campaign(1)
    make_tiny_release(desk.campaign)
    [found] = gold_claims(desk.campaign.public_id)
    assert (found.text, found.label) == ("Aare is a river.", "SUPPORTS")
    assert found.sets == ((("Aare", "sentence_0"),),)
