"""The weight of a page: its score is multiplied by it, and it grows with the links to the page.

Each tier has two to three times as many incoming links as the one below it. Weights are written
into the index.
"""

from __future__ import annotations

from bisect import bisect_right

# The fewest incoming links of each tier from 1 on; below the first is tier 0.
TIERS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
TOP_TIER = len(TIERS)
# Each tier adds this share of the score.
_SHARE_PER_TIER = 0.05


def tier_of(incoming_links: int) -> int:
    """Return the tier of a page with this many incoming links."""
    return bisect_right(TIERS, incoming_links)


def weight_of(tier: int) -> float:
    """Return the factor for the scores of pages of this tier."""
    return 1.0 + _SHARE_PER_TIER * tier
