"""The evidence of verifications, set by set, in the order in which people put it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from annotation.models import Evidence as EvidenceRow
from core.raw_rows import read_rows
from releases.dataset.rules.records import EvidencePiece, EvidencePieces
from releases.models import AddedSet, Release

# The numbers of added sets come after those of any verification's own.
_ADDED = 1_000_000


def placed_evidence(
    versions: Iterable[int | None], page: str, release: Release | None = None
) -> list[tuple[Any, ...]]:
    """Return version, number of the set, page and address of each piece.

    `page` is the field that is read of a page. With a release, the accepted sets that it adds come
    after those of its verifications.
    """
    versions = list(versions)
    rows = (
        EvidenceRow.objects.filter(evidence_set__version__in=versions)
        .order_by("evidence_set__version", "evidence_set__position", "position")
        .values_list("evidence_set__version", "evidence_set__position", page, "address")
    )
    own = read_rows(rows)
    return own if release is None else own + _added_evidence(versions, page, release)


def _added_evidence(
    versions: list[int | None], page: str, release: Release
) -> list[tuple[Any, ...]]:
    pieces = "accepted_set__evidence"
    rows = (
        AddedSet.objects.filter(item__release=release, item__version__in=versions)
        .order_by("item__version", "position", f"{pieces}__position")
        .values_list("item__version", "position", f"{pieces}__{page}", f"{pieces}__address")
    )
    return [
        (version, _ADDED + position, found, address)
        for version, position, found, address in read_rows(rows)
    ]


def sets_by_version(
    pieces: Iterable[tuple[int, int, EvidencePiece]],
) -> dict[int | None, tuple[EvidencePieces, ...]]:
    """Return the sets of each version, from pieces with version and number of the set."""
    sets: dict[int | None, dict[int, list[EvidencePiece]]] = defaultdict(lambda: defaultdict(list))
    for version, number, piece in pieces:
        sets[version][number].append(piece)
    return {version: tuple(map(tuple, by_number.values())) for version, by_number in sets.items()}
