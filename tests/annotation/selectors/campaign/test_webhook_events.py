"""Events of the work: found by their time, without a word of anybody."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotation.models import Adjudication, Verification
from annotation.selectors.campaign.webhook_events import find_adjudications, find_verifications
from campaigns.events import Occurrence
from campaigns.models import Campaign
from tests.annotation.verifying_world import make_desk, verify
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_verifications_for_the_dataset_are_events_of_their_claims() -> None:
    desk = make_desk()
    first, second = verify(desk), verify(desk, desk.verifiers[1], hours=1)
    silent = verify(desk, desk.verifiers[2], hours=2)
    Verification.objects.filter(pk=silent.pk).update(purpose="silent")
    found = find_verifications(desk.campaign, NOW, 10)
    assert [event.key for event in found] == [str(first.public_id), str(second.public_id)]
    claim = first.claim.public_id
    assert found[0] == Occurrence(
        key=str(first.public_id),
        at=first.submitted_at,
        kind="claim",
        id=str(claim),
        url=f"/api/v1/campaigns/{desk.campaign.public_id}/claims/{claim}",
    )
    assert find_verifications(desk.campaign, NOW, 1) == found[:1]
    assert find_verifications(desk.campaign, second.submitted_at, 10) == found[1:]
    other = Campaign.objects.create(name="Lakes", created_at=NOW)
    assert find_verifications(other, NOW, 10) == []


def test_adjudications_are_events_of_their_claims() -> None:
    desk = make_desk()
    claim = verify(desk).claim
    decided = Adjudication.objects.create(
        campaign=desk.campaign,
        claim=claim,
        adjudicator=desk.manager,
        outcome="bad_claim",
        cause="slip",
        decided_at=NOW,
    )
    (event,) = find_adjudications(desk.campaign, NOW, 10)
    assert (event.key, event.at, event.id) == (str(decided.public_id), NOW, str(claim.public_id))
    assert find_adjudications(desk.campaign, NOW + timedelta(seconds=1), 10) == []
