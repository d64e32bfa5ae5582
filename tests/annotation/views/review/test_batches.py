"""The pages of batches and samples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from annotation.models import Claim, ClaimReview, ReviewBatch
from tests.annotation.verifying_world import Desk, make_desk, verified_by

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    design = verified_by(1)
    acceptance = replace(design.acceptance, sampled=1)
    return make_desk(protocol=replace(design, acceptance=acceptance))


def test_a_batch_is_drawn_read_and_rejected_with_its_consequences_said_first(
    desk: Desk, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    campaign = desk.campaign.public_id
    address = reverse("review-batches", args=[campaign])
    assert "With more than 0 faults the batch is rejected" in client.get(address).content.decode()
    drawn = client.post(address, {"writer": str(desk.writer.pk)})
    batch = reverse("review-batch", args=[campaign, 1])
    assert drawn.headers["Location"] == batch
    early = client.post(batch, {"state": "rejected", "comment": "Vague."})
    assert early.status_code == 422
    assert "The sample is not read to its end" in early.content.decode()
    claim = client.get(reverse("review-next", args=[campaign]), {"batch": "1"})
    [sampled] = Claim.objects.filter(review_batches__is_sampled=True)
    assert claim.headers["Location"] == (
        reverse("review-claim", args=[campaign, sampled.public_id]) + "?batch=1"
    )
    client.post(
        reverse("review-decide", args=[campaign, sampled.public_id]) + "?batch=1",
        {"version": "1", "seen": "", "decision": "returned", "comment": "Vague."},
    )
    page = client.get(batch).content.decode()
    assert "The sample says: reject" in page
    assert "The other 2 claims go back to Writer 0 with your comment." in page
    silent = client.post(batch, {"state": "rejected", "comment": ""})
    assert silent.status_code == 422
    assert Claim.objects.filter(state=Claim.State.RETURNED).count() == 1
    assert client.post(batch, {"state": "rejected", "comment": "Vague."}).status_code == 302
    assert Claim.objects.filter(state=Claim.State.RETURNED).count() == 3
    late = client.post(batch, {"state": "rejected", "comment": "Vague."})
    said = "Somebody has already decided about this batch. Your decision was not saved."
    assert said in late.content.decode()
    writer = log_in(desk.writer)
    kept = ClaimReview.objects.filter(batch__isnull=False).order_by("pk")[0].claim
    shown = writer.get(reverse("claim-correct", args=[kept.public_id])).content.decode()
    assert "Send back as it is" in shown
    writer.post(reverse("claim-keep", args=[kept.public_id]))
    kept.refresh_from_db()
    assert kept.state == Claim.State.LIVE


def test_a_sample_of_everybody_is_drawn_and_bad_sizes_are_refused(
    desk: Desk, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    address = reverse("review-batches", args=[desk.campaign.public_id])
    for size in ("0", "201", "many"):
        assert client.post(address, {"size": size}).status_code == 422
    assert not ReviewBatch.objects.exists()
    assert client.post(address, {"size": "2"}).status_code == 302
    page = client.get(reverse("review-batch", args=[desk.campaign.public_id, 1])).content.decode()
    assert "Sample 1 of everybody’s claims" in page
    assert "The sample says" not in page


def test_a_campaign_without_batches_says_where_they_are_turned_on(log_in: LogIn) -> None:
    desk = make_desk(protocol=verified_by(1))
    client = log_in(desk.manager)
    address = reverse("review-batches", args=[desk.campaign.public_id])
    assert "Batches are off in this campaign." in client.get(address).content.decode()
    refused = client.post(address, {"writer": str(desk.writer.pk)})
    assert refused.status_code == 422
    assert "This campaign reviews no claims in batches." in refused.content.decode()
    assert not ReviewBatch.objects.exists()
