"""The switch of suggestions on the page of checks."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Campaign
from core.models import AuditEntry
from tests.people import Cast


def test_a_manager_turns_suggestions_on_and_off(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    client = log_in(cast.manager)
    switch = reverse("campaign-suggestions-switch", args=[cast.campaign.public_id])
    page = reverse("campaign-checks", args=[cast.campaign.public_id])
    assert "Turn suggestions on" in client.get(page).content.decode()
    for on in ("1", "1", ""):
        client.post(switch, {"on": on})
        assert Campaign.objects.get(pk=cast.campaign.pk).suggests_evidence is bool(on)
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["assistance.started", "assistance.stopped"]
