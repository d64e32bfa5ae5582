"""Drawing by rank keeps the smallest, whatever the order."""

from __future__ import annotations

import random

from annotation.rules.ranking import LowestRanks, allot, pick, rank_of


def smallest_of(ranks: list[int], limit: int) -> list[int]:
    pool = LowestRanks(limit)
    for rank in ranks:
        pool.offer(rank, f"t{rank}", rank)
    assert pool.offered == len(ranks)
    return [candidate.rank for candidate in pool.in_order()]


def test_the_smallest_are_kept_in_any_order() -> None:
    ranks = list(range(500))
    random.Random(7).shuffle(ranks)
    assert smallest_of(ranks, 5) == [0, 1, 2, 3, 4]
    assert smallest_of(ranks[::-1], 5) == [0, 1, 2, 3, 4]
    assert smallest_of(ranks, 0) == []


def test_a_rank_depends_on_seed_and_title_alone() -> None:
    assert rank_of("s", "Aare") == rank_of("s", "Aare")
    assert len({rank_of("s", "Aare"), rank_of("t", "Aare"), rank_of("s", "Reuss")}) == 3
    assert all(0 <= rank_of("s", n) < 2**63 for n in range(100))


def test_picks_are_spread_evenly() -> None:
    counts = [0, 0, 0, 0]
    for n in range(4000):
        counts[pick("s", 4, n)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_no_unit_is_allotted_twice_and_the_rarer_source_chooses_first() -> None:
    common, rare = LowestRanks(3), LowestRanks(3)
    for rank in range(6):
        common.offer(rank, f"t{rank}", rank)
    for rank in (0, 1):
        rare.offer(rank, f"t{rank}", rank)
    allotted = allot([("common", common, 2), ("rare", rare, 1)])
    assert [one.page for one in allotted["rare"]] == [0]
    assert [one.page for one in allotted["common"]] == [1, 2]
