"""The evidence of many claims in a few words each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.raw_rows import from_json
from releases import formats
from releases.dataset.evidence_sets import placed_evidence
from releases.models import ImportedRecord, Release, ReleaseItem

_BETWEEN_SETS, _BETWEEN_PIECES = " | ", "; "


def evidence_texts(release: Release, items: Sequence[ReleaseItem]) -> dict[int, str]:
    """Return by item the elements of its evidence: sets apart by bars, elements by semicolons."""
    found: dict[int, str] = {}
    by_version = {item.version_id: item.pk for item in items if item.version_id is not None}
    sets: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for version, number, page, element in placed_evidence(by_version, "page__title", release):
        sets[by_version[version]][number].append(f"{page}_{element}")
    found |= {key: _joined(by_number.values()) for key, by_number in sets.items()}
    by_record = {item.imported_id: item.pk for item in items if item.imported_id is not None}
    if by_record:
        source = formats.get(release.source_format)
        lines = ImportedRecord.objects.filter(pk__in=by_record).values_list("pk", "body")
        for key, body in lines:
            record = source.read(from_json(body))
            pieces = ((piece.id for piece in each) for each in record.sets)
            found[by_record[key]] = _joined(pieces)
    return found


def _joined(sets: Iterable[Iterable[str]]) -> str:
    return _BETWEEN_SETS.join(_BETWEEN_PIECES.join(pieces) for pieces in sets)
