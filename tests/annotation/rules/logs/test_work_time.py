"""Time at the desk is loading, active or idle, and nothing counts twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.rules.logs.work_time import Moment, split_time, time_since_break
from tests.people import NOW


def moments(*acts: tuple[float, str], stream: str = "a") -> list[Moment]:
    return [
        Moment(stream, number, kind, NOW + timedelta(seconds=second))
        for number, (second, kind) in enumerate(acts, start=1)
    ]


def seconds(those: list[Moment]) -> tuple[float, float, float]:
    time = split_time(those)
    return tuple(one.total_seconds() for one in (time.loading, time.active, time.idle))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("acts", "split"),
    [
        ([], (0, 0, 0)),
        ([(0, "input")], (0, 0, 0)),
        ([(0, "input"), (30, "input")], (0, 30, 0)),
        ([(0, "input"), (60, "input")], (0, 60, 0)),
        ([(0, "input"), (90, "input")], (0, 60, 30)),
        ([(0, "loading_started"), (5, "loading_ended"), (10, "input")], (5, 5, 0)),
        ([(0, "input"), (10, "hidden"), (20, "shown"), (25, "input")], (0, 15, 10)),
        # A heartbeat says that the window is there, not that the person is.
        ([(0, "input"), (40, "heartbeat"), (80, "heartbeat"), (120, "input")], (0, 60, 60)),
        ([(0, "input"), (10, "hidden"), (40, "heartbeat"), (50, "shown")], (0, 10, 40)),
        # A clock that is set back adds nothing.
        ([(0, "input"), (50, "input"), (10, "input"), (55, "input")], (0, 55, 0)),
    ],
)
def test_time_is_split(acts: list[tuple[float, str]], split: tuple[float, float, float]) -> None:
    assert seconds(moments(*acts)) == split


def test_two_windows_at_once_count_once() -> None:
    first = moments((0, "input"), (30, "input"), (60, "input"))
    second = moments((20, "input"), (50, "input"), (70, "input"), stream="b")
    assert seconds(first + second) == (0, 70, 0)


def test_the_time_between_two_page_loads_is_nobodys() -> None:
    first = moments((0, "input"), (30, "input"))
    second = moments((500, "input"), (510, "input"), stream="b")
    assert seconds(first + second) == (0, 40, 0)


KINDS = ["input", "heartbeat", "hidden", "shown", "loading_started", "loading_ended", "searched"]


@given(st.lists(st.tuples(st.integers(0, 200), st.sampled_from(KINDS)), min_size=1, max_size=30))
def test_the_parts_add_up_to_the_whole(steps: list[tuple[int, str]]) -> None:
    at, acts = 0, []
    for gap, kind in steps:
        at += gap
        acts.append((float(at), kind))
    assert sum(seconds(moments(*acts))) == acts[-1][0] - acts[0][0]


@pytest.mark.parametrize(
    ("acts", "now", "minutes"),
    [
        ([], 20, 0),
        ([0, 9, 18, 27], 27, 27),
        # Ten minutes of nothing are a break; what came before it is over.
        ([0, 10, 18], 18, 8),
        ([0, 9], 19, 0),
    ],
)
def test_time_since_the_last_break(acts: list[float], now: float, minutes: float) -> None:
    those = moments(*((60 * minute, "input") for minute in acts))
    since = time_since_break(those, NOW + timedelta(minutes=now))
    assert since == timedelta(minutes=minutes)


def test_a_heartbeat_does_not_end_a_break() -> None:
    acts = moments((0, "input"), (300, "heartbeat"), (600, "heartbeat"), (660, "input"))
    assert time_since_break(acts, NOW + timedelta(minutes=12)) == timedelta(minutes=1)
