"""Spot checks by researchers, who see only labels that a release has published."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from annotation.models import Claim, SampledClaim, SpotCheck
from annotation.services.review import spot_checks
from campaigns.models import Membership
from releases.dataset.rules.splits import RequestedPart
from releases.models import Release, ReleaseItem
from releases.selectors.published_claims import published_claims
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import choices_of, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
LogIn = Callable[[User], Client]


@pytest.fixture
def researcher(desk: Desk) -> User:
    person = User.objects.create(username="rita", name="Rita", email="rita@example.org")
    Membership.objects.create(
        campaign=desk.campaign, user=person, role=Role.RESEARCHER, joined_at=NOW
    )
    return person


def released(desk: Desk) -> tuple[set[int], set[int]]:
    """Release the campaign with the labels of its test part withheld; return both parts' claims."""
    parts = (RequestedPart("train"), RequestedPart("test", size=6))
    release = make_release(
        desk.campaign, choices_of(desk.campaign, parts=parts, withheld=("test",))
    )
    items = ReleaseItem.objects.filter(release=release)
    return (
        set(items.filter(split="train").values_list("claim", flat=True)),
        set(items.filter(split="test").values_list("claim", flat=True)),
    )


def draw_all(desk: Desk) -> SpotCheck:
    return spot_checks.draw_spot_check(
        campaign=desk.campaign, size=1000, by_verdict=False, actor=desk.manager, now=NOW, seed="s"
    )


def test_before_the_first_release_a_researcher_draws_nothing(
    desk: Desk, researcher: User, log_in: LogIn
) -> None:
    response = log_in(researcher).post(
        reverse("spot-checks", args=[desk.campaign.public_id]), {"size": "1000"}
    )
    assert response.status_code == 422
    assert "No release has published labels of this campaign yet" in response.content.decode()
    assert not SpotCheck.objects.exists()


def test_a_researcher_draws_and_judges_published_labels_only(
    desk: Desk, researcher: User, log_in: LogIn
) -> None:
    train, test = released(desk)
    assert test
    client = log_in(researcher)
    campaign = desk.campaign.public_id
    drawn = client.post(reverse("spot-checks", args=[campaign]), {"size": "1000"})
    assert drawn.headers["Location"] == reverse("spot-check", args=[campaign, 1])
    assert set(SampledClaim.objects.values_list("claim", flat=True)) == train
    assert client.get(drawn.headers["Location"]).status_code == 200
    checked = SampledClaim.objects.order_by("position")[0]
    answer = reverse("spot-check-answer", args=[campaign, checked.public_id])
    client.post(answer, {"result": "sufficient"})
    checked.refresh_from_db()
    assert (checked.result, checked.checked_by) == ("sufficient", researcher)


def test_of_a_manager_s_round_a_researcher_sees_published_labels_only(
    desk: Desk, researcher: User, log_in: LogIn
) -> None:
    train, test = released(desk)
    draw_all(desk)
    client = log_in(researcher)
    campaign = desk.campaign.public_id
    texts = dict(Claim.objects.values_list("pk", "text"))
    file = client.get(reverse("spot-check-file", args=[campaign, 1])).content.decode()
    assert len(file.splitlines()) == 1 + len(train)
    assert not any(texts[key] in file for key in test)
    for checked in SampledClaim.objects.all():
        shown = client.get(
            reverse("spot-check", args=[campaign, 1]), {"position": str(checked.position)}
        )
        assert shown.status_code == (200 if checked.claim_id in train else 302)
    withheld = SampledClaim.objects.filter(claim__in=test)[0]
    answer = reverse("spot-check-answer", args=[campaign, withheld.public_id])
    refused = client.post(answer, {"result": "sufficient"})
    # Before it are those of the positions above.
    assert [str(one) for one in get_messages(refused.wsgi_request)][-1] == (
        "The label of this claim is not published: managers judge it."
    )
    assert not SampledClaim.objects.exclude(result="").exists()


def test_what_one_release_withholds_stays_withheld_and_a_withdrawn_one_publishes_nothing(
    desk: Desk,
) -> None:
    train, _test = released(desk)
    assert set(published_claims(desk.campaign)) == train
    Release.objects.update(
        withdrawn_at=timezone.now(), withdrawn_by=desk.manager, withdrawal_reason="Wrong"
    )
    assert set(published_claims(desk.campaign)) == set()
