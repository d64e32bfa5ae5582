"""Programs that help a process: the same answers in the same order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from core.programs import ProgramPool

DOUBLED = [(number, 2 * number) for number in range(100)]


def _pool(programs: int, *, helps: bool = False) -> ProgramPool[int, int]:
    return ProgramPool(
        "tests.core.doubling", lambda number: 2 * number, programs=programs, helps=helps
    )


@pytest.mark.parametrize("programs", [0, 1, 3])
@pytest.mark.parametrize("helps", [False, True])
def test_answers_come_in_the_order_of_what_was_asked(programs: int, helps: bool) -> None:
    with _pool(programs, helps=helps) as pool:
        assert list(pool.results(range(100))) == DOUBLED


def test_what_a_killed_program_was_at_is_answered_here() -> None:
    with _pool(1) as pool:
        answers = pool.results(range(100))
        first = next(answers)
        (process_id,) = pool.process_ids
        os.kill(process_id, signal.SIGKILL)
        assert [first, *answers] == DOUBLED


def test_an_order_that_kills_programs_is_answered_here() -> None:
    with _pool(2) as pool:
        assert list(pool.results([1, -1, 2, -2, 3])) == [(1, 2), (-1, -2), (2, 4), (-2, -4), (3, 6)]


def test_an_error_of_ours_reaches_whoever_asked() -> None:
    def refuse(number: int) -> int:
        raise ValueError(number)

    with (
        ProgramPool("tests.core.doubling", refuse, programs=1) as pool,
        pytest.raises(ValueError, match="-1"),
    ):
        list(pool.results([-1]))


def test_few_orders_are_on_their_way_at_a_time() -> None:
    asked: list[int] = []

    def orders() -> Iterator[int]:
        for number in range(100):
            asked.append(number)
            yield number

    with _pool(1) as pool:
        next(pool.results(orders()))
        assert len(asked) <= 6


def test_programs_end_with_their_pool() -> None:
    with _pool(2) as pool:
        assert pool.process_ids == []
        next(pool.results(range(10)))
        process_ids = pool.process_ids
    assert len(process_ids) == 2
    assert not any(os.path.exists(f"/proc/{process_id}") for process_id in process_ids)
