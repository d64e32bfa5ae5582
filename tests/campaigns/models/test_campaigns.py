"""Constraints of campaigns in the database."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from campaigns.models import Campaign
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres


def test_a_campaign_has_a_known_state(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.create(name="x", state="lost", created_at=NOW)


@pytest.mark.parametrize("state", ["open", "paused", "closed"])
def test_nobody_works_in_a_campaign_without_a_design(cast: Cast, state: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.filter(pk=cast.campaign.pk).update(state=state)
    cast.campaign.refresh_from_db()
    assert cast.campaign.state == "draft"
