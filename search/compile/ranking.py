"""Ranking profiles: BM25 over the parts of a page, with boosts that are data.

The text of a page includes its title and redirects and must match; a match in a part adds to the
score. The sum is multiplied by the page's weight (`search.indexing.weights`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankingProfile:
    """Named boosts."""

    # The boost of a match in each part of the page. A match in its text counts one.
    parts: Mapping[str, float]
    # The word in exactly this form, in addition to its stem.
    exact_form: float
    # A redirect's title where a title is asked for: its page comes after pages with such titles.
    redirect_as_title: float
    # The query is the page's whole title.
    whole_title: float


CLASSIC = RankingProfile(
    parts={"title": 3.0, "redirects": 1.5, "lead": 0.6, "headings": 0.3},
    exact_form=0.2,
    redirect_as_title=0.1,
    whole_title=30.0,
)
