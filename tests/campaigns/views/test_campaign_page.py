"""The frame of a campaign's pages: what the window's title says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Area
from campaigns.tabs import tabs_within
from tests.annotation.verifying_world import make_desk

pytestmark = pytest.mark.django_db


def title_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    found = re.search(r"<title>(.*?)</title>", answer.content.decode(), re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def test_the_title_of_every_page_names_the_page_and_the_campaign(
    log_in: Callable[[User], Client],
) -> None:
    desk = make_desk()
    manager = log_in(desk.manager)
    titles = {
        tab.name: title_of(manager, reverse(tab.url_name, args=[desk.campaign.public_id]))
        for tab in tabs_within(desk.campaign, frozenset(Area))
    }
    assert titles["people"] == f"Members · {desk.campaign.name} · Touchstone"
    assert [title for title, times in Counter(titles.values()).items() if times > 1] == []
    assert all(f" · {desk.campaign.name} · " in title for title in titles.values())
