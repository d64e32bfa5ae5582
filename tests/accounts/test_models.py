"""Constraints of invitations and tokens in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import ApiToken, Invitation
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres


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
