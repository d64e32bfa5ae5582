"""Constraints of memberships in the database."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from campaigns.models import Membership
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
