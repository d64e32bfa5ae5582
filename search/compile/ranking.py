"""How hits are ordered: BM25 over the parts of a page, with boosts that are data.

The text holds all of a page, its title and redirects too, and must match; a match in a part adds
to the score. The whole is multiplied by a page's weight, which grows with its tier: each tier is
twice to three times as many incoming links as the one below it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# The fewest incoming links of each tier from 1 on; below the first is tier 0.
TIERS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
TOP_TIER = len(TIERS)
# Of a score's bits, all but the last 11: 4,096 values from a number to its double, or 3.6 digits.
_HALF = 1 << 10
_KEPT = 0xFFFFFFFF - (2 * _HALF - 1)


@dataclass(frozen=True, slots=True)
class Profile:
    """Named boosts."""

    # What a match in a part of the page adds. A match in its text counts one.
    parts: Mapping[str, float]
    # The word in exactly this form, beside its stem.
    exact_form: float
    # A redirect's title where a title is asked for: the page comes after those of such titles.
    redirect_as_title: float
    # The query is the page's whole title.
    whole_title: float
    # Each tier of incoming links adds this share of the score. It is written into the index.
    tier: float


CLASSIC = Profile(
    parts={"title": 3.0, "redirects": 1.5, "lead": 0.6, "headings": 0.3},
    exact_form=0.2,
    redirect_as_title=0.1,
    whole_title=30.0,
    tier=0.05,
)


def tier_of(incoming_links: int) -> int:
    return bisect_right(TIERS, incoming_links)


def weight_of(tier: int) -> float:
    """What the score of a page of this tier is multiplied by."""
    return 1.0 + CLASSIC.tier * tier


def rounded(scores: Iterable[float]) -> list[float]:
    """Scores of single precision to about four digits: in the others the engines' sums differ.

    Hits of the same rounded score are ordered by page id.
    """
    bits = array("I", array("f", scores).tobytes())
    kept = array("I", [(score + _HALF) & _KEPT for score in bits])
    return array("f", kept.tobytes()).tolist()
