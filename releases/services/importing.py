"""Importing datasets: files of claims become a campaign with one release of finished data.

Every line of every file is read before anything is written, so a file with a fault leaves nothing
behind. Then the claims are written in short steps; until the last of them is there, the release is
being built and nobody sees it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Set
from datetime import datetime
from itertools import islice
from pathlib import Path

from django.db import transaction

from accounts.models import User
from accounts.roles import Role
from annotation.models import Membership
from annotation.protocols import registry
from annotation.services import campaigns
from jobs.services import audit
from releases import formats
from releases.choices import Choices, Pages, possible_formats
from releases.formats import DatasetFormat
from releases.formats.base import plain
from releases.models import ImportedRecord, Release, ReleaseItem
from releases.reading import Fault, ReadRecord, read_records
from releases.records import Record, evidence_kind
from releases.splits import PartWanted
from wiki.models import Corpus
from wiki.selectors.pages import resolve_titles

MOST_FAULTS = 50
_RECORDS_A_STEP = 500


class ImportRefusedError(Exception):
    """The files cannot be imported; `faults` say why, by file and line."""

    def __init__(self, faults: list[tuple[str, Fault]]) -> None:
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults[:3]))
        self.faults = faults


def import_dataset(
    *,
    name: str,
    corpus: Corpus,
    format_name: str,
    files: Mapping[str, Path],
    by: User | None,
    now: datetime,
) -> Release:
    """A campaign of this name whose first release is what the files say, a part each.

    Raises ImportRefusedError, and `campaigns.CampaignNameTakenError`.
    """
    one = formats.get(format_name)
    check_files(one, files)
    release = _begin(name, corpus, one, files, by, now)
    for part, path in files.items():
        records = (read.record for read in _good(read_records(path, one)))
        while batch := list(islice(records, _RECORDS_A_STEP)):
            known = resolve_titles(corpus, {title for record in batch for title in record.pages})
            _write(release, part, batch, known.keys())
    release.frozen_at = now
    release.save(update_fields=["frozen_at"])
    return release


def check_files(one: DatasetFormat, files: Mapping[str, Path]) -> None:
    """Raise ImportRefusedError where a line of some file is not as it should be."""
    faults: list[tuple[str, Fault]] = []
    seen: set[int] = set()
    for path in files.values():
        for read in read_records(path, one):
            if isinstance(read, Fault):
                faults.append((path.name, read))
            elif read.record.id in seen:
                reason = f"The id {read.record.id} stands in another part already."
                faults.append((path.name, Fault(read.line, reason)))
            else:
                seen.add(read.record.id)
            if len(faults) >= MOST_FAULTS:
                raise ImportRefusedError(faults)
    if faults or not files:
        raise ImportRefusedError(faults or [("", Fault(0, "There is no file."))])


@transaction.atomic
def _begin(
    name: str,
    corpus: Corpus,
    one: DatasetFormat,
    files: Mapping[str, Path],
    by: User | None,
    now: datetime,
) -> Release:
    known = one.name in registry.PROTOCOLS
    protocol = registry.get(one.name if known else registry.DEFAULT)
    campaign = campaigns.create_campaign(
        name=name,
        actor=by,
        now=now,
        design=campaigns.Design(protocol=protocol, corpus=corpus, numbers={}),
    )
    if by is not None:
        Membership.objects.create(campaign=campaign, user=by, role=Role.MANAGER, joined_at=now)
    possible = possible_formats(protocol)
    choices = Choices(
        formats=tuple(dict.fromkeys(n for n in (one.name, "public", "internal") if n in possible)),
        parts=(
            *(PartWanted(part) for part in list(files)[:1]),
            *(PartWanted(part, size=0) for part in list(files)[1:]),
        ),
        pages=Pages.NONE,
    )
    release = Release.objects.create(
        campaign=campaign,
        version=1,
        origin=Release.Origin.IMPORTED,
        choices=choices.as_json(),
        seed=secrets.token_hex(16),
        salt=secrets.token_hex(32),
        created_at=now,
        created_by=by,
    )
    audit.record(actor=by, action="release.imported", target=release, now=now)
    return release


def _good(reads: Iterator[ReadRecord | Fault]) -> Iterator[ReadRecord]:
    for read in reads:
        if isinstance(read, ReadRecord):
            yield read


@transaction.atomic
def _write(release: Release, part: str, batch: list[Record], titles: Set[str]) -> None:
    internal = formats.get("internal")
    imported = ImportedRecord.objects.bulk_create(
        ImportedRecord(
            release=release,
            record_id=record.id,
            body={**plain(internal.write(record)), "split": part},
        )
        for record in batch
    )
    ReleaseItem.objects.bulk_create(
        ReleaseItem(
            release=release,
            record_id=record.id,
            imported=row,
            unit=f"claim:{record.id}",
            split=part,
            verdict=record.verdict,
            challenge=record.tags.get("challenge", ""),
            evidence_kind=evidence_kind(record.sets),
            is_unresolved=not record.pages <= titles,
        )
        for record, row in zip(batch, imported, strict=True)
    )
