"""Hits with their interval, and drift."""

from __future__ import annotations

import pytest

from annotation.rules.measuring import Drift, Hits


def test_hits_have_a_share_with_its_interval() -> None:
    assert Hits.of([True, False, True]) + Hits(8, 7 + 10) == Hits(10, 20)
    assert Hits(10, 20).percents == (50, 30, 70)
    assert Hits().percents is None


@pytest.mark.parametrize(
    ("earlier", "later", "is_down", "is_up"),
    [
        (20, 5, True, False),
        (5, 20, False, True),
        (20, 18, False, False),
        (0, 0, False, False),
    ],
)
def test_drift_is_a_difference_that_chance_does_not_explain(
    earlier: int, later: int, is_down: bool, is_up: bool
) -> None:
    outcomes = [n < earlier for n in range(20)] + [n < later for n in range(20)]
    drift = Drift.of(outcomes)
    assert (drift.earlier, drift.later) == (Hits(earlier, 20), Hits(later, 20))
    assert (drift.is_down, drift.is_up) == (is_down, is_up)


def test_a_person_without_items_or_with_one_has_no_drift() -> None:
    for outcomes in ([], [True]):
        drift = Drift.of(outcomes)
        assert not drift.is_down
        assert not drift.is_up
        assert not drift.difference.is_defined
