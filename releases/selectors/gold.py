"""What predictions are measured by: the verdict, the challenge and the evidence of each claim.

Far less than a release tells of a claim: no texts, no contexts, no logs are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from annotation.models import Evidence as EvidenceRow
from releases.models import Release, ReleaseItem
from releases.records import Evidence, EvidenceSet, Record
from releases.selectors.dataset import records_of

AT_ONCE = 1000


def gold_of(release: Release, part: str) -> Iterator[Record]:
    """The claims of a part by their ids, as far as scoring goes."""
    if release.origin == Release.Origin.IMPORTED:
        yield from records_of(release, part)
        return
    items = ReleaseItem.objects.filter(release=release, split=part).order_by("record_id")
    rows = items.values_list("record_id", "version", "verdict", "challenge")
    last = -1
    while batch := list(rows.filter(record_id__gt=last)[:AT_ONCE]):
        last = batch[-1][0]
        sets = _sets([version for _, version, _, _ in batch])
        for record, version, verdict, challenge in batch:
            yield Record(
                id=record,
                claim="",
                verdict=verdict,
                sets=sets.get(version, ()),
                tags={"challenge": challenge} if challenge else {},
            )


def _sets(versions: Sequence[int | None]) -> dict[int | None, tuple[EvidenceSet, ...]]:
    rows = (
        EvidenceRow.objects.filter(evidence_set__version__in=versions)
        .order_by("evidence_set__version", "evidence_set__position", "position")
        .values_list("evidence_set__version", "evidence_set__position", "page__title", "address")
    )
    sets: dict[int | None, dict[int, list[Evidence]]] = defaultdict(lambda: defaultdict(list))
    for version, position, page, address in rows:
        sets[version][position].append(Evidence(page, address))
    return {
        version: tuple(tuple(pieces) for pieces in those.values())
        for version, those in sets.items()
    }
