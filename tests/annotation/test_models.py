"""What the database itself refuses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import ApiToken, Invitation
from campaigns.models import Campaign, Membership
from campaigns.parts import LABELS, PARTS, GivenPart
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize(
    ("role", "writes", "verifies"),
    [("annotator", False, False), ("manager", True, False), ("king", False, False)],
)
def test_tasks_fit_the_role(cast: Cast, role: str, writes: bool, verifies: bool) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(
            campaign=cast.campaign,
            user=cast.stranger,
            role=role,
            writes_claims=writes,
            verifies_claims=verifies,
            joined_at=NOW,
        )
    assert Membership.objects.count() == 3


def test_nobody_is_twice_in_a_campaign(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(
            campaign=cast.campaign, user=cast.manager, role="researcher", joined_at=NOW
        )
    assert Membership.objects.count() == 3


def test_a_campaign_has_a_known_state(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.create(name="x", state="lost", created_at=NOW)


@pytest.mark.parametrize("state", ["open", "paused", "closed"])
def test_nobody_works_in_a_campaign_without_a_design(cast: Cast, state: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.filter(pk=cast.campaign.pk).update(state=state)
    cast.campaign.refresh_from_db()
    assert cast.campaign.state == "draft"


@pytest.mark.parametrize(
    "wrong",
    [
        {"expires_at": NOW},
        {"accepted_at": NOW},
        {"revoked_at": NOW, "accepted_at": NOW, "accepted_by_id": 1},
    ],
)
def test_an_invitation_makes_sense(cast: Cast, wrong: dict[str, object]) -> None:
    fields = {
        "digest": "0" * 64,
        "invited_by": cast.manager,
        "created_at": NOW,
        "expires_at": NOW + timedelta(days=1),
    }
    if "accepted_by_id" in wrong:
        wrong = wrong | {"accepted_by_id": cast.stranger.pk}
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(**(fields | wrong))
    assert not Invitation.objects.exists()


def test_a_token_has_a_name(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(user=cast.manager, name="", start="t", digest="1", created_at=NOW)


def test_each_part_has_a_label_and_finds_its_key() -> None:
    assert list(PARTS) == list(LABELS)
    assert [part.key for part in PARTS.values()] == list(PARTS)
    assert GivenPart(PARTS["writer"].role, True, True).key == "annotator"
