"""The waiting time after failed attempts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.throttling import SAME_NAME_AND_PLACE, Limit

MINUTE = timedelta(minutes=1)
LIMIT = Limit(free=3, first_wait=MINUTE, longest_wait=10 * MINUTE)


@pytest.mark.parametrize(
    ("tries", "minutes"), [(0, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 8), (7, 10), (10**9, 10)]
)
def test_the_wait_doubles_up_to_the_longest(tries: int, minutes: int) -> None:
    assert LIMIT.wait_after(tries) == minutes * MINUTE


def test_eight_tries_are_free() -> None:
    assert [SAME_NAME_AND_PLACE.wait_after(tries) for tries in (7, 8)] == [timedelta(), MINUTE]
