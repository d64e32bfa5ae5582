"""Recall of retrieval, counted as in FEVEROUS and as in FEVER.

FEVEROUS counts elements: of all pages (sentences, tables) that the claims' evidence needs, the
share that was found. FEVER counts claims: the share of verifiable claims of which one evidence set
was found as a whole; an oracle then judges those, and all that are not enough, rightly.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClaimRetrieval:
    """A claim's gold evidence sets, and what was found for it, best first."""

    sets: tuple[frozenset[Hashable], ...]
    found: Sequence[Hashable]
    is_verifiable: bool = True


@dataclass(frozen=True, slots=True)
class RecallFigures:
    """The recall at k in both ways of counting; None where there was nothing to find."""

    k: int
    claims: int
    coverage: float | None
    complete: float | None
    oracle_accuracy: float | None


def recall_at(claims: Iterable[ClaimRetrieval], k: int) -> RecallFigures:
    """Count what is among the first k that were found."""
    needed = covered = number = verifiable = complete = 0
    for claim in claims:
        number += 1
        found = set(claim.found[:k])
        gold = frozenset[Hashable]().union(*claim.sets)
        needed += len(gold)
        covered += len(gold & found)
        if claim.is_verifiable:
            verifiable += 1
            complete += any(one <= found for one in claim.sets if one)
    return RecallFigures(
        k=k,
        claims=number,
        coverage=covered / needed if needed else None,
        complete=complete / verifiable if verifiable else None,
        oracle_accuracy=(complete + number - verifiable) / number if number else None,
    )
