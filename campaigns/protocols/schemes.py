"""Schemes of duplicates and experts, each as numbers of the same mechanism.

- FEVEROUS (Aly et al., 2021): a tenth of the claims, in proportion to each person's volume; two
  thirds of them end with two verifications, one third with three.
- FEVER (Thorne et al., 2018): 4% of the claims are verified by five people, and 1% by experts who
  look for all evidence.
- TabFact (Chen et al., 2020): a sample of 1,000 claims is verified by five people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from campaigns.protocols.numbers import Given, numbers
from campaigns.protocols.protocol import Protocol

TABFACT_SAMPLE = 1000
# Shares are offered in whole thousandths.
_THOUSANDTHS = 1000


@dataclass(frozen=True, slots=True)
class DuplicateScheme:
    """A scheme by name, with its numbers."""

    name: str
    title: str
    numbers: Mapping[str, Given]


def schemes_for(protocol: Protocol, planned: int) -> tuple[DuplicateScheme, ...]:
    """Return the schemes that fit a protocol. `planned` is how many claims there will be."""
    known = {number.path for number in numbers(protocol)}
    return tuple(scheme for scheme in _schemes(planned) if set(scheme.numbers) <= known)


def _schemes(planned: int) -> tuple[DuplicateScheme, ...]:
    return (
        _scheme(
            "feverous",
            "FEVEROUS",
            duplicates=Fraction(1, 10),
            depths={2: Fraction(2, 3), 3: Fraction(1, 3)},
        ),
        _scheme(
            "fever",
            "FEVER",
            duplicates=Fraction(4, 100),
            depths={5: Fraction(1)},
            experts=Fraction(1, 100),
        ),
        _scheme(
            "tabfact",
            "TabFact",
            duplicates=_share_for(TABFACT_SAMPLE, planned),
            depths={5: Fraction(1)},
            most=TABFACT_SAMPLE,
        ),
    )


def _scheme(
    name: str,
    title: str,
    *,
    duplicates: Fraction,
    depths: Mapping[int, Fraction],
    experts: Fraction = Fraction(0),
    most: int = 0,
) -> DuplicateScheme:
    shares = {
        f"redundancy.depths.of_{total}.share": depths.get(total, Fraction(0)) for total in (2, 3, 5)
    }
    return DuplicateScheme(
        name,
        title,
        {
            "redundancy.verifications": 1,
            "redundancy.duplicates": duplicates,
            "redundancy.most_duplicates": most,
            "redundancy.experts": experts,
            **shares,
        },
    )


def _share_for(sample: int, planned: int) -> Fraction:
    """Return the share with which a sample is drawn from all claims, not only from the first."""
    if planned <= sample:
        return Fraction(1)
    # Rounded up, so that the sample is full before the claims are used up.
    return Fraction(-(-sample * _THOUSANDTHS // planned), _THOUSANDTHS)
