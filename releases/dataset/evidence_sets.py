"""The evidence of verifications, set by set, in the order in which people put it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from annotation.models import Evidence as EvidenceRow
from core.raw_rows import read_rows
from releases.dataset.rules.records import EvidencePiece, EvidencePieces


def placed_evidence(versions: Iterable[int | None], page: str) -> list[tuple[Any, ...]]:
    """Return version, number of the set, page and address of each piece.

    `page` is the field that is read of a page.
    """
    rows = (
        EvidenceRow.objects.filter(evidence_set__version__in=versions)
        .order_by("evidence_set__version", "evidence_set__position", "position")
        .values_list("evidence_set__version", "evidence_set__position", page, "address")
    )
    return read_rows(rows)


def sets_by_version(
    pieces: Iterable[tuple[int, int, EvidencePiece]],
) -> dict[int | None, tuple[EvidencePieces, ...]]:
    """Return the sets of each version, from pieces with version and number of the set."""
    sets: dict[int | None, dict[int, list[EvidencePiece]]] = defaultdict(lambda: defaultdict(list))
    for version, number, piece in pieces:
        sets[version][number].append(piece)
    return {version: tuple(map(tuple, by_number.values())) for version, by_number in sets.items()}
