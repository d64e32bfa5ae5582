"""The candidates of a campaign, in a number of queries that does not grow with them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import TaskName
from annotation.selectors.calibration.candidacies import candidates_in
from campaigns.models import Campaign
from tests.annotation.calibration_world import Ground, make_ground, take

pytestmark = pytest.mark.django_db


def queries_for(ground: Ground, begun: int) -> tuple[int, int]:
    """Let so many candidates begin; return the number of rows and of queries."""
    for person in ground.candidates[:begun]:
        take(ground, TaskName.VERIFY, person)
    campaign = Campaign.objects.get(pk=ground.campaign.pk)
    with CaptureQueriesContext(connection) as queries:
        rows = candidates_in(campaign)
    return len(rows), len(queries)


def test_queries_do_not_grow_with_candidates() -> None:
    ground = make_ground(candidates=6)
    rows, few = queries_for(ground, 1)
    assert queries_for(ground, 6) == (rows, few)
    assert rows >= 6
