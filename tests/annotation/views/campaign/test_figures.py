"""The charts on the first page of a campaign."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.selectors.campaign import progress
from annotation.views.campaign.figures import pace_chart
from tests.people import NOW

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.mark.parametrize(
    ("most", "marks"), [(0, ["0", "2", "4"]), (3, ["0", "2", "4"]), (5, ["0", "3", "6"])]
)
def test_the_axis_of_the_pace_counts_whole_highlights(most: int, marks: list[str]) -> None:
    days = ((NOW.date(), 1), (NOW.date(), most))
    pace = progress.Pace(days=days, today=most, a_day=1.0, days_left=None)
    assert [mark.words for mark in pace_chart(pace).heights] == marks
