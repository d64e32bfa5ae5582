"""Running an import: files of claims become a campaign, whole or not at all.

    read and check every line ─▶ put it aside ─▶ write it, in short steps ─▶ build its release

Nothing is in the database before every line of every file was right. What is written then belongs
to a campaign that nobody sees until the last step. A killed run goes on after its last step; what
a cancelled or failed one has written is deleted by `discarding`.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from annotation.models import LONGEST_CLAIM
from annotation.services.campaign import imports as imported_campaigns
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.protocol import Protocol
from campaigns.services import campaigns
from core.raw_rows import insert_rows
from jobs.runs import Run
from releases import formats
from releases.dataset.rules.batches import batches
from releases.dataset.rules.choices import Choices, IncludedPages
from releases.dataset.rules.digests import text_digest
from releases.dataset.rules.refusals import refusal
from releases.dataset.rules.splits import RequestedPart
from releases.formats.designs import formats_beside
from releases.formats.files.bounded import read_bounded_lines
from releases.formats.files.reading import FileFault
from releases.importing.discarding import discard_import
from releases.importing.staging import (
    ClaimRules,
    DatasetFile,
    FileCounts,
    ImportRefusedError,
    StagedClaim,
    stage_files,
    staged_claims,
    staged_count,
    staged_counts,
)
from releases.models import DatasetImport, ImportedRecord, Release, ReleaseItem
from releases.services import building, releases
from releases.storage.folders import import_folder
from wiki.selectors.access import NoRightError
from wiki.selectors.pages import resolve_titles

_RECORDS_A_STEP = 1000
_STAGED = "staged"
# The columns of an item; `release` and `imported` come first.
_ITEM_FIELDS = (
    "release", "imported", "record_id", "unit", "split", "verdict", "challenge", "evidence_kind",
    "is_unresolved", "text_digest", "evidence_digest",
)  # fmt: skip


def run_import(*, dataset_import: DatasetImport, files: Sequence[DatasetFile], run: Run) -> Release:
    """Read the files, build the release, show the campaign. A new attempt goes on after the last.

    Raise ImportRefusedError with all faults, and store them with the import.
    """
    try:
        release = read_dataset(dataset_import=dataset_import, files=files, run=run)
        if release.state != Release.State.READY:
            releases.build(release=release, run=run)
    except ImportRefusedError as error:
        _refuse(dataset_import, error.faults, run)
        raise
    except campaigns.CampaignNameTakenError as error:
        faults = [("", FileFault(0, refusal("campaign_exists", name=dataset_import.name)))]
        _refuse(dataset_import, faults, run)
        raise ImportRefusedError(faults) from error
    except NoRightError as error:
        # The right was there when the files were uploaded.
        faults = [
            ("", FileFault(0, refusal("corpus_right_lost", corpus=dataset_import.corpus.name)))
        ]
        _refuse(dataset_import, faults, run)
        raise ImportRefusedError(faults) from error
    except building.BuildError as error:
        discard_import(dataset_import=dataset_import, run=run)
        faults = [("", FileFault(0, error.refusal))]
        _refuse(dataset_import, faults, run)
        raise ImportRefusedError(faults) from error
    counts = staged_counts(_staged_file(dataset_import))
    with run.step():
        _show(dataset_import, counts, run.now())
    shutil.rmtree(import_folder(dataset_import.public_id), ignore_errors=True)
    return release


def read_dataset(
    *, dataset_import: DatasetImport, files: Sequence[DatasetFile], run: Run
) -> Release:
    """Write the files as a release, frozen but not built, in a campaign that nobody sees yet."""
    staged = _staged_file(dataset_import)
    if not staged.exists():
        _stage(dataset_import, files, staged, run)
    if dataset_import.campaign is None:
        with run.step():
            release = _begin(dataset_import, run.now())
    else:
        release = dataset_import.campaign.releases.get(version=1)
    if release.frozen_at is not None:
        return release
    to_verify = dataset_import.purpose == DatasetImport.Purpose.VERIFY
    written, total = release.imported_records.count(), staged_count(staged)
    claims = staged_claims(staged, after=written)
    for batch in batches(claims, _size, most=_RECORDS_A_STEP):
        with run.step():
            _write(release, batch)
            if to_verify:
                _write_claims(release.campaign, batch, run.now())
            written += len(batch)
            run.progress(written, total, _("Importing claims"))
    with run.step():
        release.frozen_at = run.now()
        release.save(update_fields=["frozen_at"])
    return release


def _staged_file(dataset_import: DatasetImport) -> Path:
    return import_folder(dataset_import.public_id) / _STAGED


def _stage(
    dataset_import: DatasetImport, files: Sequence[DatasetFile], target: Path, run: Run
) -> None:
    def find_titles(titles: set[str]) -> set[str]:
        return set(resolve_titles(dataset_import.corpus, titles))

    def on_progress(count: int) -> None:
        run.stop_if_cancelled()
        run.progress(count, None, _("Checking the files"))

    to_verify = dataset_import.purpose == DatasetImport.Purpose.VERIFY
    stage_files(
        files,
        formats.get(dataset_import.format),
        rules=ClaimRules(registry.get(dataset_import.design), LONGEST_CLAIM if to_verify else None),
        find_titles=find_titles,
        target=target,
        on_progress=on_progress,
        line_source=partial(read_bounded_lines, limits=settings.FILE_LIMITS),
    )


def _begin(dataset_import: DatasetImport, now: datetime) -> Release:
    protocol = registry.get(dataset_import.design)
    campaign = imported_campaigns.begin_import(
        name=dataset_import.name,
        design=campaigns.Design(protocol=protocol, corpus=dataset_import.corpus, numbers={}),
        actor=dataset_import.created_by,
        now=now,
    )
    release = Release.objects.create(
        campaign=campaign,
        version=1,
        origin=Release.Origin.IMPORTED,
        source_format=dataset_import.format,
        choices=_choices(dataset_import, protocol).as_json(),
        seed=secrets.token_hex(16),
        salt=secrets.token_hex(32),
        created_at=now,
        created_by=dataset_import.created_by,
    )
    dataset_import.campaign = campaign
    dataset_import.save(update_fields=["campaign"])
    return release


def _choices(dataset_import: DatasetImport, protocol: Protocol) -> Choices:
    first, *others = (file["part"] for file in dataset_import.files)
    return Choices(
        formats=formats_beside(dataset_import.format, protocol),
        # Nothing is dealt into them: every claim is in the part of its file.
        parts=(RequestedPart(first), *(RequestedPart(part, size=0) for part in others)),
        pages=IncludedPages.NONE,
    )


def _size(claim: StagedClaim) -> int:
    return len(claim.line)


def _write(release: Release, batch: Sequence[StagedClaim]) -> None:
    insert_rows(
        ImportedRecord,
        ("release", "record_id", "body", "claim"),
        [(release.pk, claim.id, claim.line, claim.claim) for claim in batch],
    )
    stored = ImportedRecord.objects.filter(
        release=release, record_id__in=[claim.id for claim in batch]
    )
    keys = dict(stored.values_list("record_id", "pk"))
    insert_rows(
        ReleaseItem,
        _ITEM_FIELDS,
        [
            (
                release.pk, keys[claim.id], claim.id, f"claim:{claim.id}", claim.part,
                claim.verdict, claim.tags.get("challenge", ""), claim.evidence_kind,
                claim.is_unresolved, text_digest(claim.claim), claim.evidence_digest,
            )
            for claim in batch
        ],
    )  # fmt: skip


def _write_claims(campaign: Campaign, batch: Sequence[StagedClaim], now: datetime) -> None:
    imported_campaigns.add_claims(
        campaign=campaign,
        claims=[
            imported_campaigns.ImportedClaim(
                claim.id, claim.claim, claim.verdict, json.dumps(claim.tags)
            )
            for claim in batch
        ],
        now=now,
    )


def _show(dataset_import: DatasetImport, counts: Sequence[FileCounts], now: datetime) -> None:
    assert dataset_import.campaign is not None
    to_verify = dataset_import.purpose == DatasetImport.Purpose.VERIFY
    imported_campaigns.finish_import(
        campaign=dataset_import.campaign,
        state=Campaign.State.DRAFT if to_verify else Campaign.State.CLOSED,
        actor=dataset_import.created_by,
        now=now,
    )
    dataset_import.state = DatasetImport.State.DONE
    dataset_import.counts = msgspec.to_builtins(counts)
    dataset_import.save(update_fields=["state", "counts"])


def _refuse(
    dataset_import: DatasetImport, faults: Sequence[tuple[str, FileFault]], run: Run
) -> None:
    with run.step():
        dataset_import.state = DatasetImport.State.REFUSED
        dataset_import.faults = msgspec.to_builtins(faults)
        dataset_import.save(update_fields=["state", "faults"])
    shutil.rmtree(import_folder(dataset_import.public_id), ignore_errors=True)
