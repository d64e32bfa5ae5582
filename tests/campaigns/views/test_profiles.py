"""Managers read who the annotators are, never one person's answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.roles import Role
from accounts.services.profiles import save_profile
from campaigns.models import Membership
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db


def test_groups_are_drawn_with_their_table(cast: Cast, log_in: Callable[[User], Client]) -> None:
    for number in range(6):
        person = User.objects.create(username=f"speaker{number}", skeleton=f"s{number}")
        Membership.objects.create(
            campaign=cast.campaign,
            user=person,
            role=Role.ANNOTATOR,
            verifies_claims=True,
            joined_at=NOW,
        )
        save_profile(
            person=person,
            first_language="fil" if number else "ga",
            country="",
            education="degree",
            age_band="",
        )
    path = f"/campaigns/{cast.campaign.public_id}/profiles/"
    page = log_in(cast.manager).get(path).content.decode()
    assert "7 annotators." in page
    # One speaks Irish, and one says nothing: nothing of the languages can be shown.
    assert "Irish" not in page
    assert "Filipino" not in page
    assert "Age" in page
    assert log_in(cast.annotator).get(path).status_code == 403
