"""A target is met if every group of sources has as many units as it wants together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from annotation.rules.feasibility import can_meet, reachable, whole_shares

THIRDS = {"sentences": Fraction(1, 3), "table": Fraction(2, 3)}
BOTH = frozenset(THIRDS)
SENTENCES, TABLE = frozenset({"sentences"}), frozenset({"table"})


@pytest.mark.parametrize("total", range(50))
def test_whole_shares_add_up_and_stay_within_one_of_their_share(total: int) -> None:
    counts = whole_shares(THIRDS, total)
    assert sum(counts.values()) == total
    assert all(abs(counts[name] - share * total) < 1 for name, share in THIRDS.items())


def test_a_page_serves_one_source_only() -> None:
    wanted = {"sentences": 5, "table": 10}
    assert can_meet(wanted, {BOTH: 15})
    assert not can_meet(wanted, {BOTH: 14})
    assert can_meet(wanted, {SENTENCES: 5, TABLE: 10})
    assert not can_meet(wanted, {SENTENCES: 11, TABLE: 9})


def test_a_target_is_met_as_far_as_the_scarcest_source_goes() -> None:
    assert reachable(THIRDS, 90_000, {BOTH: 130}) == 130
    # With 20 tables for two thirds there are at most 30 highlights in all, and one rest.
    assert reachable(THIRDS, 90_000, {SENTENCES: 1000, TABLE: 20}) == 30
    assert reachable(THIRDS, 12, {BOTH: 130}) == 12
    assert reachable(THIRDS, 12, {}) == 0
