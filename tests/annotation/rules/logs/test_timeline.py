"""One order and one clock out of many page loads: it never jumps and never goes back."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from annotation.rules.logs.timeline import LoggedAct, TimedAct, build_timeline
from tests.people import NOW

SERVER = "server"


def at(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


class Log:
    """Acts in the order in which they arrive."""

    def __init__(self) -> None:
        self.acts: list[LoggedAct] = []
        self.counts: dict[str, int] = {}

    def _add(
        self, stream: str, kind: str, happened: float, received: float, body: dict[str, Any]
    ) -> None:
        self.counts[stream] = self.counts.get(stream, 0) + 1
        self.acts.append(
            LoggedAct(
                len(self.acts) + 1,
                stream,
                self.counts[stream],
                kind,
                NOW + at(happened),
                NOW + at(received),
                stream == SERVER,
                body,
            )
        )

    def server(self, kind: str, seconds: float) -> None:
        self._add(SERVER, kind, seconds, seconds, {})

    def browser(self, stream: str, *times: float, sent: float, off: float = 0) -> None:
        """Add a batch: acts at these seconds by a clock that is so much off."""
        for time in times:
            number = self.counts.get(stream, 0) + 1
            self._add(stream, "input", time + off, sent, {"stream": stream, "number": number})

    def times(self) -> list[tuple[str, float]]:
        return [(act.kind, act.at_ms / 1000) for act in build_timeline(self.acts)]


def test_time_starts_with_the_first_page_load() -> None:
    log = Log()
    log.server("started", 0)
    log.browser("a", 2, 5, 9.5, sent=10)
    log.server("submitted", 11)
    assert log.times() == [
        ("started", 0),
        ("input", 0),
        ("input", 3),
        ("input", 7.5),
        ("submitted", 7.5),
    ]


def test_time_stands_still_between_page_loads() -> None:
    log = Log()
    log.server("started", 0)
    log.browser("a", 0, 10, sent=10)
    log.server("submitted", 10)
    log.server("reopened", 72_000)
    log.browser("b", 72_000, 72_005, sent=72_005)
    log.server("submitted", 72_006)
    assert [second for _, second in log.times()] == [0, 0, 10, 10, 10, 10, 15, 15]


def test_a_wrong_clock_changes_nothing() -> None:
    right, wrong = Log(), Log()
    for log, off in ((right, 0.0), (wrong, -86_400.0)):
        log.server("started", 0)
        log.browser("a", 0, 10, sent=10)
        log.browser("b", 20, 25, sent=25, off=off)
        log.server("submitted", 26)
    assert wrong.times() == right.times()


def test_two_windows_at_once_run_one_clock() -> None:
    log = Log()
    log.server("started", 0)
    log.browser("a", 0, 10, sent=10)
    log.browser("b", 5, 12, sent=12)
    log.browser("a", 15, sent=15)
    assert log.times()[-1] == ("input", 15)


def test_what_arrives_after_the_submission_was_before_it() -> None:
    log = Log()
    log.server("started", 0)
    log.browser("a", 0, 3, sent=3)
    log.server("submitted", 5)
    log.browser("a", 4, sent=6)
    assert [kind for kind, _ in log.times()] == ["started", "input", "input", "input", "submitted"]


def test_a_clock_that_is_set_back_stands_still() -> None:
    log = Log()
    log.browser("a", 0, 10, 4, 12, sent=12)
    assert [second for _, second in log.times()] == [0, 10, 10, 12]


def test_nothing_told_of_nothing() -> None:
    assert build_timeline([]) == []


batches = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.lists(st.floats(0, 500, allow_nan=False), min_size=1, max_size=4),
        st.booleans(),
    ),
    max_size=8,
)


@given(batches, st.dictionaries(st.sampled_from("abc"), st.floats(-1e6, 1e6), max_size=3))
def test_the_clock_never_goes_back_and_nothing_is_lost(
    sent: list[tuple[str, list[float], bool]], off: dict[str, float]
) -> None:
    log = Log()
    log.server("started", 0)
    now = 0.0
    for stream, times, finishes in sent:
        begun = now
        now += 600
        log.browser(stream, *(begun + one for one in times), sent=now, off=off.get(stream, 0))
        if finishes:
            log.server("submitted", now + 1)
    timeline = build_timeline(log.acts)
    assert all(one.at_ms <= other.at_ms for one, other in pairwise(timeline))
    assert timeline[0] == TimedAct("started", 0, {})
    assert sorted(act.kind for act in timeline) == sorted(act.kind for act in log.acts)
    # It runs no longer than all of it took.
    assert timeline[-1].at_ms / 1000 <= now + 1
    # Each page load keeps its own order.
    for stream in "abc":
        mine = [act.body["number"] for act in timeline if act.body.get("stream") == stream]
        assert mine == list(range(1, len(mine) + 1))
