"""Acts dated at the ends of time: refused, and nothing that is stored stops a page or a release."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from annotation.models import Interaction, InteractionKind
from annotation.rules.logs.acts import EARLIEST, LATEST
from annotation.rules.logs.timeline import LoggedAct, build_timeline, correct_clocks
from annotation.services.logs.interactions import work_time_of
from tests.annotation.verifying_world import Desk, make_desk, take
from tests.people import NOW

LogIn = Callable[[User], Client]
IMPOSSIBLE = ["0001-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2100-01-01T00:00:00Z"]
IMPOSSIBLE += ["9999-12-31T23:59:59.999999Z", "0001-01-01T00:00:00+14:00"]


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk()


@pytest.mark.parametrize("at", IMPOSSIBLE)
def test_an_act_at_an_impossible_time_is_refused(log_in: LogIn, desk: Desk, at: str) -> None:
    attempt = take(desk).attempt
    stored = Interaction.objects.count()
    acts = [{"sequence": 1, "kind": "hidden", "at": at, "body": {}}]
    body = json.dumps({"stream": str(uuid.uuid4()), "acts": acts})
    address = f"/desk/{attempt.public_id}/sync/"
    answer = log_in(desk.verifier).post(address, body, "application/json")
    assert answer.status_code == 400
    assert Interaction.objects.count() == stored


@pytest.mark.postgres
@pytest.mark.parametrize("at", [EARLIEST - timedelta(days=1), LATEST, LATEST.replace(year=9999)])
def test_the_database_refuses_it_too(desk: Desk, at: datetime) -> None:
    attempt = take(desk).attempt
    # A time in the far future breaks both constraints; which one is told depends on the database.
    broken = "interaction_time_possible|interaction_before_arrival"
    with pytest.raises(IntegrityError, match=broken), transaction.atomic():
        Interaction.objects.create(
            attempt=attempt,
            stream=uuid.uuid4(),
            sequence=1,
            kind=InteractionKind.HIDDEN,
            happened_at=at,
            received_at=NOW,
        )


moments = st.datetimes(
    EARLIEST.replace(tzinfo=None), LATEST.replace(tzinfo=None) - timedelta(microseconds=1)
).map(lambda moment: moment.replace(tzinfo=UTC))


@given(times=st.lists(st.tuples(moments, moments, st.sampled_from("abc")), max_size=12))
def test_the_timeline_of_anything_that_can_be_stored_is_computed(
    times: list[tuple[datetime, datetime, str]],
) -> None:
    acts = [
        LoggedAct(place, stream, place + 1, "shown", happened, received)
        for place, (happened, received, stream) in enumerate(times)
    ]
    assert len(build_timeline(acts)) == len(correct_clocks(acts)) == len(acts)


def test_the_ends_of_what_can_be_stored_stop_nothing(desk: Desk) -> None:
    attempt = take(desk).attempt
    for number, at in enumerate([EARLIEST, LATEST - timedelta(seconds=1)], start=1):
        Interaction.objects.create(
            attempt=attempt,
            stream=uuid.UUID(int=7),
            sequence=number,
            kind=InteractionKind.SHOWN,
            happened_at=at,
            received_at=at,
        )
    assert work_time_of(attempt).active >= timedelta()
