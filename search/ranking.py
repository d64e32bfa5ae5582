"""How hits are ordered: BM25 over the parts of a page, with boosts that are data.

The text holds all of a page, its title and redirects too, and must match; a match in a part adds
to the score. The whole is multiplied by a page's weight, which grows with its tier: each tier is
twice to three times as many incoming links as the one below it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import frexp, ldexp

# The fewest incoming links of each tier from 1 on; below the first is tier 0.
TIERS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
TOP_TIER = len(TIERS)
# Of a mantissa, which is at least a half: 4,096 rounded values, or 3.6 to 3.9 digits.
_STEPS = 2**13


@dataclass(frozen=True, slots=True)
class Profile:
    """Named boosts."""

    title: float
    redirects: float
    lead: float
    headings: float
    text: float
    # The word in exactly this form, beside its stem.
    exact_form: float
    # The query is the page's whole title.
    whole_title: float
    # Each tier of incoming links adds this share of the score. It is written into the index.
    tier: float

    def of(self, part: str) -> float:
        boost: float = getattr(self, part)
        return boost


CLASSIC = Profile(
    title=3.0,
    redirects=1.5,
    lead=0.6,
    headings=0.3,
    text=1.0,
    exact_form=0.2,
    whole_title=30.0,
    tier=0.05,
)


def tier_of(incoming_links: int) -> int:
    return bisect_right(TIERS, incoming_links)


def weight_of(tier: int) -> float:
    """What the score of a page of this tier is multiplied by."""
    return 1.0 + CLASSIC.tier * tier


def rounded(score: float) -> float:
    """A score to about four digits, by its bits: the engines' sums differ in the last of these.

    Hits of the same rounded score are ordered by page id.
    """
    mantissa, exponent = frexp(score)
    return ldexp(round(mantissa * _STEPS) / _STEPS, exponent)
