"""The page on which managers choose what counts in releases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Campaign
from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.judging import Resolution
from campaigns.selectors.protocols import protocol_of
from tests.annotation.verifying_world import make_desk

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


def test_a_manager_chooses_the_rule_and_an_unknown_one_is_refused(log_in: LogIn) -> None:
    desk = make_desk()
    client = log_in(desk.manager)
    address = reverse("campaign-counting", args=[desk.campaign.public_id])
    assert client.post(address, {"rule": "by lot"}).status_code == 422
    assert client.post(address, {"rule": "adjudicated_first"}).status_code == 302
    campaign = Campaign.objects.get(pk=desk.campaign.pk)
    assert protocol_of(campaign).resolution == Resolution(
        rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.FIRST
    )
    page = client.get(address).content.decode()
    checked = page.split('value="adjudicated_first"')[1].split(">")[0]
    assert "checked" in checked


def test_a_campaign_without_a_design_has_nothing_to_choose(log_in: LogIn) -> None:
    desk = make_desk()
    Campaign.objects.filter(pk=desk.campaign.pk).update(state=Campaign.State.DRAFT, protocol=None)
    address = reverse("campaign-counting", args=[desk.campaign.public_id])
    response = log_in(desk.manager).get(address)
    assert response.headers["Location"].endswith("/design/")
