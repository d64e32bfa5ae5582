"""The pages of spot checks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from annotation.models import SampledClaim, SpotCheck
from campaigns.models import Campaign, Membership
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    desk = make_desk(protocol=verified_by(1))
    for _ in range(2):
        verify(desk)
    return desk


def test_a_round_is_drawn_judged_plotted_and_downloaded(desk: Desk, log_in: LogIn) -> None:
    client = log_in(desk.manager)
    campaign = desk.campaign.public_id
    address = reverse("spot-checks", args=[campaign])
    refused = client.post(address, {"size": "0"})
    assert refused.status_code == 422
    assert not SpotCheck.objects.exists()
    drawn = client.post(address, {"size": "2", "seed": "one", "by_verdict": "on"})
    judge = reverse("spot-check", args=[campaign, 1])
    assert drawn.headers["Location"] == judge
    for result in ("sufficient", "wrong_label"):
        page = client.get(judge).content.decode()
        assert "Label right, evidence sufficient" in page
        checked = SampledClaim.objects.filter(result="").order_by("position")[0]
        assert checked.claim.text in page
        answer = reverse("spot-check-answer", args=[campaign, checked.public_id])
        assert client.post(answer, {"result": result, "comment": "=1+1"}).status_code == 302
        again = client.post(answer, {"result": "malformed"})
        assert "Somebody else has judged this claim by now. Your result was not saved." in [
            str(one) for one in get_messages(again.wsgi_request)
        ]
    assert client.get(judge).headers["Location"] == address
    page = client.get(address).content.decode()
    assert "2 of 2 claims judged." in page
    lines = client.get(reverse("spot-check-file", args=[campaign, 1])).content.decode()
    assert lines.splitlines()[0] == "\ufeffposition,claim,verdict,result,comment,checked_at"
    assert [line.split(",")[2:5] for line in lines.splitlines()[1:]] == [
        ["supported", "sufficient", "'=1+1"],
        ["supported", "wrong_label", "'=1+1"],
    ]


def test_an_unknown_result_is_told_and_nothing_is_stored(desk: Desk, log_in: LogIn) -> None:
    client = log_in(desk.manager)
    campaign = desk.campaign.public_id
    client.post(reverse("spot-checks", args=[campaign]), {"size": "1"})
    checked = SampledClaim.objects.get()
    answer = reverse("spot-check-answer", args=[campaign, checked.public_id])
    response = client.post(answer, {"result": "nice"})
    assert response.headers["Location"].endswith("/spot-checks/1/?position=1")
    checked.refresh_from_db()
    assert checked.result == ""


def test_rounds_come_ten_a_page_the_newest_first(desk: Desk, log_in: LogIn) -> None:
    for number in range(1, 13):
        SpotCheck.objects.create(
            campaign=desk.campaign, number=number, seed="s", drawn_at=NOW, drawn_by=desk.manager
        )
    client = log_in(desk.manager)
    address = reverse("spot-checks", args=[desk.campaign.public_id])
    first = client.get(address)
    assert [shown.spot_check.number for shown, _figure in first.context["rounds"]] == [
        *range(12, 2, -1)
    ]
    assert "1 of 2" in first.content.decode()
    second = client.get(address, {"page": "2"})
    assert [shown.spot_check.number for shown, _figure in second.context["rounds"]] == [2, 1]


def test_a_campaign_without_a_design_has_nothing_to_draw(desk: Desk, log_in: LogIn) -> None:
    client = log_in(desk.manager)
    draft = Campaign.objects.create(name="New", seed="s", created_at=NOW)
    Membership.objects.create(campaign=draft, user=desk.manager, role=Role.MANAGER, joined_at=NOW)
    refused = client.post(reverse("spot-checks", args=[draft.public_id]), {"size": "1"})
    assert refused.status_code == 422
    assert "No claim of this campaign counts yet." in refused.content.decode()
    assert not SpotCheck.objects.exists()
