"""The gold that predictions are compared with: verdict, challenge and evidence of each claim.

Far less than a release has of a claim: no texts, no contexts, no logs are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from releases.dataset.evidence_sets import placed_evidence, sets_by_version
from releases.dataset.rows import records_of
from releases.dataset.rules.records import EvidencePiece, Record
from releases.models import Release, ReleaseItem

AT_ONCE = 1000


def gold_of(release: Release, part: str) -> Iterator[Record]:
    """Yield the claims of a part by their ids, with what scoring needs."""
    if release.origin == Release.Origin.IMPORTED:
        yield from records_of(release, part)
        return
    items = ReleaseItem.objects.filter(release=release, split=part).order_by("record_id")
    rows = items.values_list("record_id", "version", "verdict", "challenge")
    last = -1
    while batch := list(rows.filter(record_id__gt=last)[:AT_ONCE]):
        last = batch[-1][0]
        versions = [version for _, version, _, _ in batch]
        placed = placed_evidence(versions, "page__title", release)
        sets = sets_by_version(
            (version, number, EvidencePiece(page, address))
            for version, number, page, address in placed
        )
        for record, version, verdict, challenge in batch:
            yield Record(
                id=record,
                claim="",
                verdict=verdict,
                sets=sets.get(version, ()),
                tags={"challenge": challenge} if challenge else {},
            )
