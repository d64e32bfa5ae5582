"""Groups below five are never shown, nor what would tell them."""

from __future__ import annotations

from itertools import product

import pytest

from metrics.small_groups import GroupedCounts, group_counts


@pytest.mark.parametrize(
    ("counts", "shown", "pooled"),
    [
        ({}, (), 0),
        ({"en": 4}, (), 4),
        ({"en": 5}, (("en", 5),), 0),
        ({"en": 12, "de": 6}, (("en", 12), ("de", 6)), 0),
        # The total would tell the two: the next group goes with them.
        ({"en": 12, "de": 6, "fr": 2}, (("en", 12),), 8),
        ({"en": 12, "de": 6, "fr": 2, "it": 3}, (("en", 12), ("de", 6)), 5),
        ({"en": 17, "": 3}, (), 20),
        ({"en": 5, "de": 5, "fr": 0}, (("de", 5), ("en", 5)), 0),
    ],
)
def test_small_groups_are_pooled(
    counts: dict[str, int], shown: tuple[tuple[str, int], ...], pooled: int
) -> None:
    assert group_counts(counts) == GroupedCounts(shown, pooled)


def test_nothing_below_five_is_ever_told() -> None:
    for sizes in product(range(8), repeat=4):
        counts = dict(zip("abcd", sizes, strict=True))
        found = group_counts(counts)
        assert found.total == sum(sizes)
        assert all(count >= 5 for _name, count in found.shown)
        # A pool below five is only there when nothing else is.
        assert found.pooled == 0 or found.pooled >= 5 or found.shown == ()
