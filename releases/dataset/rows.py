"""The claims of a release as records, streamed: some hundreds in memory at a time.

Rows come as the database keeps them, one query a table for each batch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length
from msgspec.structs import replace

from annotation.models import VerificationVersion
from annotation.rules.logs.bodies import known_part
from annotation.rules.logs.timeline import TimedAct, build_timeline
from annotation.selectors.logs.acts import logs_of
from core.raw_rows import UtcText, from_json, moment, read_rows
from releases import formats
from releases.dataset.elements import evidence_of
from releases.dataset.evidence_sets import placed_evidence, sets_by_version
from releases.dataset.person_hashes import PersonHashes
from releases.dataset.rules.batches import batches
from releases.dataset.rules.names import PeopleNames, without_names
from releases.dataset.rules.records import Act, EvidencePiece, EvidencePieces, Record
from releases.models import ImportedRecord, Release, ReleaseItem
from wiki import documents
from wiki.models import Page

AT_ONCE = 300


def records_of(release: Release, split: str | None = None) -> Iterator[Record]:
    """Yield the claims of a release, or of one of its parts, by their ids."""
    reader = RecordReader(release)
    for first, last in ranges_of(release, split):
        yield from reader.between(split, first, last)


def ranges_of(release: Release, split: str | None = None) -> Iterator[tuple[int, int]]:
    """Yield the first and the last id of some hundreds of claims at a time."""
    ids = _items_of(release, split).values_list("record_id", flat=True)
    last = -1
    while batch := list(ids.filter(record_id__gt=last)[:AT_ONCE]):
        yield batch[0], batch[-1]
        last = batch[-1]


def record_of(item: ReleaseItem) -> Record:
    """Return a claim of a release."""
    items = _items(ReleaseItem.objects.filter(pk=item.pk))
    return next(RecordReader(item.release).records(items))


def _items_of(release: Release, split: str | None) -> QuerySet[ReleaseItem]:
    items = ReleaseItem.objects.filter(release=release).order_by("record_id")
    return items if split is None else items.filter(split=split)


class _ItemRow(NamedTuple):
    record: int
    version: int | None
    imported: int | None
    split: str
    weight: float | None


def _items(items: Any) -> list[_ItemRow]:
    rows = read_rows(
        items.values_list("record_id", "version", "imported", "split", "balancing_weight")
    )
    return list(map(_ItemRow._make, rows))


class _VersionRow(NamedTuple):
    """A claim and its verification; `_PATHS` has the paths of columns with other names."""

    pk: int
    number: int
    verdict: str
    answer: str
    tags: Any
    submitted_at: str
    active_ms: int
    loading_ms: int
    idle_ms: int
    scope: Any
    figures: Any
    guidelines: int
    claim: str
    claim_number: int
    claim_verdict: str
    claim_tags: Any
    claim_base: int | None
    base_slot: str | None
    claim_written_at: str
    claim_guidelines: int
    attempt: int
    annotator: int
    purpose: str
    annotator_is_simulated: Any
    author: int | None
    author_is_simulated: Any
    slot: str
    prescribed: Any
    source: str | None
    addresses: Any
    page: str
    revision: int


_HIGHLIGHT = "verification__claim__highlight"
_PATHS: dict[str, Any] = {
    "submitted_at": UtcText("submitted_at"),
    "guidelines": "guidelines__number",
    "claim": "claim_version__text",
    "claim_number": "claim_version__number",
    "claim_verdict": "claim_version__verdict",
    "claim_tags": "claim_version__tags",
    "claim_base": "claim_version__base",
    "base_slot": "claim_version__base__slot",
    "claim_written_at": UtcText("claim_version__written_at"),
    "claim_guidelines": "claim_version__guidelines__number",
    "attempt": "verification__attempt",
    "annotator": "verification__annotator",
    "purpose": "verification__purpose",
    "annotator_is_simulated": "verification__annotator__is_simulated",
    "author": "verification__claim_author",
    "author_is_simulated": "verification__claim_author__is_simulated",
    "slot": "verification__claim__slot",
    "prescribed": "verification__claim__prescribed",
    "source": f"{_HIGHLIGHT}__source",
    "addresses": f"{_HIGHLIGHT}__addresses",
    "page": f"{_HIGHLIGHT}__page__title",
    "revision": f"{_HIGHLIGHT}__page__revision",
}
_FIELDS = tuple(_PATHS.get(name, name) for name in _VersionRow._fields)


class RecordReader:
    """Reads the claims of a release in batches, with one query a table."""

    def __init__(self, release: Release) -> None:
        self._release = release
        self._people = PersonHashes(release.salt)
        self._hidden = PeopleNames(release.frozen.people)

    def between(self, split: str | None, first: int, last: int) -> Iterator[Record]:
        """Yield the claims of a part, or of all, with these ids and those between them."""
        items = _items_of(self._release, split).filter(record_id__range=(first, last))
        return self.records(_items(items))

    def records(self, items: Sequence[_ItemRow]) -> Iterator[Record]:
        """Yield the records of items, whose rows are read all at once.

        A record is written and gone before the next is made: memory that was just used is fast.
        """
        if any(item.imported for item in items):
            yield from self._imported(items)
            return
        versions = _versions([item.version for item in items if item.version is not None])
        evidence = _evidence(self._release, versions)
        ordered = [versions[item.version] for item in items if item.version is not None]
        bases = self._numbers({row.claim_base for row in ordered if row.claim_base is not None})
        logs = logs_of([row.attempt for row in ordered])
        for item, version, (_, log) in zip(items, ordered, logs, strict=True):
            record = Record(
                item.record,
                version.claim,
                version.verdict,
                evidence.get(version.pk, ()),
                from_json(version.tags),
                _until(build_timeline(log), version.number),
                item.split,
                self._provenance(version, bases, item.weight),
            )
            yield without_names(record, self._hidden)

    def _imported(self, items: Sequence[_ItemRow]) -> Iterator[Record]:
        """Yield the records of imported items: lines may be long, so few are read at a time."""
        source = formats.get(self._release.source_format)
        sizes = _lines(items, Length("body"))
        for some in batches(items, lambda item: sizes[item.imported], most=AT_ONCE):
            bodies = _lines(some, "body")
            for item in some:
                line = from_json(bodies[item.imported])
                yield source.keep(line, replace(source.read(line), split=item.split))

    def _numbers(self, claims: Set[int]) -> dict[int | None, int]:
        """Return the ids in the files of those claims that are in the release."""
        if not claims:
            return {}
        items = ReleaseItem.objects.filter(release=self._release, claim__in=claims)
        return dict(items.values_list("claim", "record_id"))

    def _provenance(
        self, row: _VersionRow, bases: Mapping[int | None, int], weight: float | None
    ) -> dict[str, Any]:
        return {
            "author": self._person(row.author),
            "verifier": self._person(row.annotator),
            "adjudicated": row.purpose == _ADJUDICATION,
            "slot": row.slot,
            "base": bases.get(row.claim_base),
            "base_slot": row.base_slot,
            "prescribed": from_json(row.prescribed),
            "intended_verdict": row.claim_verdict,
            "expected_tags": from_json(row.claim_tags),
            # An imported claim has none.
            "highlight": row.source
            and {
                "page": row.page,
                "revision": row.revision,
                "source": row.source,
                "addresses": from_json(row.addresses),
            },
            "written_at": _time(row.claim_written_at),
            "verified_at": _time(row.submitted_at),
            "seconds": {
                "active": row.active_ms / 1000,
                "loading": row.loading_ms / 1000,
                "idle": row.idle_ms / 1000,
            },
            "claim_version": row.claim_number,
            "verification_version": row.number,
            "guidelines": {"claim": row.claim_guidelines, "verification": row.guidelines},
            "answer": row.answer,
            "evidence_scope": from_json(row.scope),
            "figures": from_json(row.figures),
            "balancing_weight": weight,
            "simulated": bool(row.annotator_is_simulated or row.author_is_simulated),
        }

    def _person(self, pk: int | None) -> str | None:
        """Return a name for a person that says nothing about them, the same in every release.

        The author of an imported claim is not known.
        """
        return None if pk is None else self._people.name(pk)


_NOT_READ = EvidencePiece("", "")
_SUBMITTED = "submitted"
_ADJUDICATION = "adjudication"


def _lines(items: Sequence[_ItemRow], column: Any) -> dict[int | None, Any]:
    """Return a column of the lines that claims were imported from."""
    rows = ImportedRecord.objects.filter(pk__in=[item.imported for item in items])
    return dict(read_rows(rows.values_list("pk", column)))


def _versions(keys: Sequence[int]) -> dict[int, _VersionRow]:
    rows = VerificationVersion.objects.filter(pk__in=keys).values_list(*_FIELDS)
    return {row[0]: _VersionRow._make(row) for row in read_rows(rows)}


def _evidence(
    release: Release, versions: Iterable[int]
) -> dict[int | None, tuple[EvidencePieces, ...]]:
    """Return the sets of every version in their order, with the elements themselves."""
    placed = placed_evidence(versions, "page", release)
    found: dict[int, dict[str, EvidencePiece]] = defaultdict(dict)
    for _, _, page, address in placed:
        found[page][address] = _NOT_READ
    for page, packed in _documents(found):
        found[page] = evidence_of(documents.unpack_text(packed), found[page])
    return sets_by_version(
        (version, number, found[page][address]) for version, number, page, address in placed
    )


def _documents(pages: Mapping[int, Any]) -> Iterator[tuple[int, bytes | memoryview]]:
    """Return the stored documents of pages. Claims of one highlight follow one another."""
    return Page.objects.filter(pk__in=pages).values_list("pk", "content__document").iterator(100)


def _until(timed_acts: Sequence[TimedAct], version: int) -> tuple[Act, ...]:
    """Return the acts up to the submission of this version; later ones belong to another."""
    acts = []
    for act in timed_acts:
        acts.append(Act(act.kind, act.at_ms / 1000, known_part(act.kind, act.body)))
        if act.kind == _SUBMITTED and act.body.get("version") == version:
            break
    return tuple(acts)


def _time(at: str) -> str:
    return moment(at).isoformat(timespec="seconds") + "Z"
