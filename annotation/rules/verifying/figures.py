"""A counting aid: how many of the chosen cells are numbers, their sum, mean, least and largest.

Miscounting is the first cause of disagreement between verifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

# "1,233", "1 233", "288", "-3.5"; years and the like, too.
_NUMBER = re.compile(r"[-−]?(?:\d{1,3}(?:[,\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?(?![\w])")
# Notes beside a number: "(2010)", "[3]".
_BESIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LONGEST = 30


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of at least two numbers."""

    count: int
    sum: Decimal
    mean: Decimal
    least: Decimal
    largest: Decimal


def number_in(text: str) -> Decimal | None:
    """Return the number that a cell states; none if it states no number, or several."""
    found = _NUMBER.findall(_BESIDE.sub(" ", text))
    if len(found) != 1 or len(found[0]) > _LONGEST:
        return None
    return Decimal(re.sub(r"[,\s]", "", found[0]).replace("−", "-"))


def figures_of(texts: Iterable[str]) -> Figures | None:
    """Return the figures of the numbers among the texts of cells; none for fewer than two."""
    numbers = [number for number in map(number_in, texts) if number is not None]
    if len(numbers) < 2:
        return None
    total = sum(numbers, Decimal())
    mean = (total / len(numbers)).quantize(Decimal("0.0001")).normalize()
    return Figures(
        len(numbers), _plain(total), _plain(mean), _plain(min(numbers)), _plain(max(numbers))
    )


def _plain(number: Decimal) -> Decimal:
    """Return the number without an exponent: "1200", not "1.2E+3"."""
    return Decimal(f"{number:f}")
