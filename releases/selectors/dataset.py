"""The claims of a release as records, streamed: a few hundred in memory at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any

from annotation.models import Attempt, VerificationVersion
from annotation.models import Evidence as EvidenceRow
from annotation.selectors.logs import logs_of
from annotation.timeline import Told, tell
from releases import formats
from releases.elements import evidence_of
from releases.models import ImportedRecord, Release, ReleaseItem
from releases.records import Act, Evidence, EvidenceSet, Record
from wiki import documents
from wiki.models import Page

AT_ONCE = 400


def records_of(release: Release, split: str | None = None) -> Iterator[Record]:
    """The claims of a release, or of one of its parts, by their ids."""
    items = ReleaseItem.objects.filter(release=release)
    if split is not None:
        items = items.filter(split=split)
    read = _Reader(release)
    last = -1
    while batch := list(items.filter(record_id__gt=last).order_by("record_id")[:AT_ONCE]):
        last = batch[-1].record_id
        yield from read.records(batch)


def record_of(item: ReleaseItem) -> Record:
    """One claim of a release."""
    return next(iter(_Reader(item.release).records([item])))


class _Reader:
    """Reads batches of items with one query a table."""

    def __init__(self, release: Release) -> None:
        self._salt = release.salt.encode()[:64]
        self._names: dict[int, str] = {}

    def records(self, items: Sequence[ReleaseItem]) -> Iterator[Record]:
        if any(item.imported_id for item in items):
            yield from _imported(items)
            return
        versions = self._versions(items)
        evidence = self._evidence(versions)
        acts = _acts(versions)
        for item in items:
            assert item.version_id is not None
            version = versions[item.version_id]
            yield Record(
                id=item.record_id,
                claim=version["claim_version__text"],
                verdict=version["verdict"],
                sets=evidence.get(item.version_id, ()),
                tags=version["tags"],
                acts=acts.get(version["verification__attempt"], ()),
                split=item.split,
                provenance=self._provenance(version),
            )

    def _versions(self, items: Sequence[ReleaseItem]) -> dict[int, dict[str, Any]]:
        rows = VerificationVersion.objects.filter(pk__in=[item.version_id for item in items])
        return {row["pk"]: row for row in rows.values(*_FIELDS)}

    def _evidence(
        self, versions: Mapping[int, Mapping[str, Any]]
    ) -> dict[int, tuple[EvidenceSet, ...]]:
        rows = (
            EvidenceRow.objects.filter(evidence_set__version__in=versions)
            .order_by("evidence_set__version", "evidence_set__position", "position")
            .values_list("evidence_set__version", "evidence_set__position", "page", "address")
        )
        placed = list(rows)
        wanted: dict[int, dict[str, Evidence]] = defaultdict(dict)
        for _, _, page, address in placed:
            wanted[page].setdefault(address, _NOT_READ)
        for page, packed in _documents(wanted):
            wanted[page] = evidence_of(documents.unpack(packed), wanted[page])
        sets: dict[int, dict[int, list[Evidence]]] = defaultdict(lambda: defaultdict(list))
        for version, position, page, address in placed:
            sets[version][position].append(wanted[page][address])
        return {
            version: tuple(tuple(pieces) for pieces in those.values())
            for version, those in sets.items()
        }

    def _provenance(self, row: Mapping[str, Any]) -> dict[str, Any]:
        highlight = "verification__claim__highlight__"
        return {
            "author": self._person(row["verification__claim_author"]),
            "verifier": self._person(row["verification__annotator"]),
            "slot": row["verification__claim__slot"],
            "base": row["claim_version__base"],
            "prescribed": row["verification__claim__prescribed"],
            "intended_verdict": row["claim_version__verdict"],
            "expected_tags": row["claim_version__tags"],
            "highlight": {
                "page": row[highlight + "page__title"],
                "revision": row[highlight + "page__revision"],
                "source": row[highlight + "source"],
                "addresses": row[highlight + "addresses"],
            },
            "written_at": _time(row["claim_version__written_at"]),
            "verified_at": _time(row["submitted_at"]),
            "seconds": {name: row[f"{name}_ms"] / 1000 for name in ("active", "loading", "idle")},
            "claim_version": row["claim_version__number"],
            "verification_version": row["number"],
            "guidelines": {
                "claim": row["claim_version__guidelines__number"],
                "verification": row["guidelines__number"],
            },
            "answer": row["answer"],
            "simulated": row["verification__annotator__is_simulated"]
            or row["verification__claim_author__is_simulated"],
        }

    def _person(self, pk: int) -> str:
        """A name for a person that says nothing about them, the same in every release."""
        name = self._names.get(pk)
        if name is None:
            digest = blake2b(str(pk).encode(), key=self._salt, digest_size=8)
            name = self._names[pk] = digest.hexdigest()
        return name


_FIELDS = (
    "pk",
    "number",
    "verdict",
    "answer",
    "tags",
    "submitted_at",
    "active_ms",
    "loading_ms",
    "idle_ms",
    "guidelines__number",
    "claim_version__text",
    "claim_version__number",
    "claim_version__verdict",
    "claim_version__tags",
    "claim_version__base",
    "claim_version__written_at",
    "claim_version__guidelines__number",
    "verification__attempt",
    "verification__annotator",
    "verification__annotator__is_simulated",
    "verification__claim_author",
    "verification__claim_author__is_simulated",
    "verification__claim__slot",
    "verification__claim__prescribed",
    "verification__claim__highlight__source",
    "verification__claim__highlight__addresses",
    "verification__claim__highlight__page__title",
    "verification__claim__highlight__page__revision",
)
_NOT_READ = Evidence("", "")
_HANDED_IN = "submitted"


def _imported(items: Sequence[ReleaseItem]) -> Iterator[Record]:
    internal = formats.get("internal")
    rows = ImportedRecord.objects.filter(pk__in=[item.imported_id for item in items])
    bodies = dict(rows.values_list("pk", "body"))
    for item in items:
        assert item.imported_id is not None
        yield internal.read(bodies[item.imported_id])


def _documents(pages: Mapping[int, Any]) -> Iterator[tuple[int, bytes | memoryview]]:
    """The pages' stored documents. Claims of one highlight follow one another and share theirs."""
    return Page.objects.filter(pk__in=pages).values_list("pk", "content__document").iterator(100)


def _acts(versions: Mapping[int, Mapping[str, Any]]) -> dict[int, tuple[Act, ...]]:
    """By attempt: what was done until the version was handed in, in seconds since the start."""
    numbers = {row["verification__attempt"]: row["number"] for row in versions.values()}
    logs = logs_of(Attempt.objects.filter(pk__in=numbers).only("public_id"))
    return {pk: _until(tell(log), numbers[pk]) for pk, log in logs.items()}


def _until(told: Sequence[Told], version: int) -> tuple[Act, ...]:
    """The acts up to the one by which this version was handed in; later ones are another's."""
    acts = []
    for one in told:
        acts.append(Act(one.kind, one.seconds, one.body))
        if one.kind == _HANDED_IN and one.body.get("version") == version:
            break
    return tuple(acts)


def _time(at: datetime) -> str:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")
