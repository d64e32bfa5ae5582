"""Importing datasets: files of claims become a campaign, whole or not at all.

    read and check every line ─▶ put it aside ─▶ write it, in short steps ─▶ build its release

Nothing is in the database before every line of every file was right. What is written then belongs
to a campaign that nobody sees until the last step. A killed run goes on after its last step; what
is cancelled or fails is taken away again by `discard_import`.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from annotation.models import LONGEST_CLAIM
from annotation.services import imports as imported_campaigns
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.protocol import Protocol
from campaigns.services import campaigns
from core import append_only
from core.rows import insert_rows
from core.services import audit
from jobs.runs import Run
from releases import formats
from releases.dataset.rules.batches import batches
from releases.dataset.rules.choices import Choices, IncludedPages
from releases.dataset.rules.splits import RequestedPart, is_part_name
from releases.formats.designs import formats_beside
from releases.formats.files.reading import Fault
from releases.importing.staging import (
    DatasetFile,
    ImportRefusedError,
    Rules,
    Staged,
    stage_files,
    staged_claims,
    staged_count,
)
from releases.models import DatasetImport, ImportedRecord, Release, ReleaseItem
from releases.services import building, releases
from releases.storage.folders import folder_of
from wiki.models import Corpus
from wiki.selectors.pages import resolve_titles

__all__ = ["DatasetFile", "ImportRefusedError"]

_RECORDS_A_STEP = 1000
_STAGED = "staged"
# What an item knows of its claim; `release` and `imported` come first.
_ITEM_FIELDS = (
    "release", "imported", "record_id", "unit", "split", "verdict", "challenge", "evidence_kind",
    "is_unresolved",
)  # fmt: skip


class ImpossibleImportError(Exception):
    """What was asked for makes no sense, whatever is in the files; the text says why."""


def usual_design(format_name: str) -> str:
    """The study design that files of a format are of, unless somebody says otherwise."""
    return format_name if format_name in registry.PROTOCOLS else registry.DEFAULT


def check_import(*, format_name: str, design: str, purpose: str, parts: Sequence[str]) -> None:
    """Raise ImpossibleImportError where files cannot become what is asked for."""
    protocol = registry.get(design)
    refusal = formats.get(format_name).refusal(protocol)
    if refusal:
        raise ImpossibleImportError(
            f"{formats.get(format_name).title} does not go with this study design. {refusal}"
        )
    if purpose == DatasetImport.Purpose.VERIFY and not imported_campaigns.is_verifiable(protocol):
        raise ImpossibleImportError(
            "In this study design people verify what they are given with a highlight, which"
            " imported claims do not have."
        )
    if not parts:
        raise ImpossibleImportError("There is no file.")
    for part in parts:
        if not is_part_name(part):
            raise ImpossibleImportError(
                f"“{part}” cannot be a part. Use letters, digits, - and _, as in “train”."
            )
    if len(set(parts)) < len(parts):
        raise ImpossibleImportError("Two parts have the same name.")


@transaction.atomic
def create_import(
    *,
    name: str,
    corpus: Corpus,
    format_name: str,
    design: str,
    purpose: str,
    files: Sequence[DatasetFile],
    by: User | None,
    now: datetime,
    public_id: UUID | None = None,
) -> DatasetImport:
    """An import that is still to be carried out."""
    parts = [file.part for file in files]
    check_import(format_name=format_name, design=design, purpose=purpose, parts=parts)
    return DatasetImport.objects.create(
        public_id=public_id or uuid4(),
        name=name,
        corpus=corpus,
        format=format_name,
        design=design,
        purpose=purpose,
        files=[
            {"part": file.part, "name": file.name, "size": file.path.stat().st_size}
            for file in files
        ],
        created_at=now,
        created_by=by,
    )


def folder_of_import(public_id: UUID) -> Path:
    """Where the uploads of an import lie, and what was read from them."""
    return Path(settings.HOME, "uploads", "datasets", str(public_id))


def carry_out(*, one: DatasetImport, files: Sequence[DatasetFile], run: Run) -> Release:
    """Read the files, build the release, show the campaign. Started again, it goes on.

    Raises ImportRefusedError with all that is wrong, and keeps it with the import.
    """
    try:
        release = read_dataset(one=one, files=files, run=run)
        if release.state != Release.State.READY:
            releases.build(release=release, run=run)
    except ImportRefusedError as error:
        _refuse(one, error.faults, run)
        raise
    except campaigns.CampaignNameTakenError as error:
        faults = [("", Fault(0, _("There is a campaign “%s” already.") % one.name))]
        _refuse(one, faults, run)
        raise ImportRefusedError(faults) from error
    except building.BuildError as error:
        discard_import(one=one, run=run)
        faults = [("", Fault(0, str(error)))]
        _refuse(one, faults, run)
        raise ImportRefusedError(faults) from error
    with run.step():
        _show(one, run.now())
    shutil.rmtree(folder_of_import(one.public_id), ignore_errors=True)
    return release


def read_dataset(*, one: DatasetImport, files: Sequence[DatasetFile], run: Run) -> Release:
    """The release that the files say, frozen but not built, in a campaign that nobody sees."""
    staged = folder_of_import(one.public_id) / _STAGED
    if not staged.exists():
        _stage(one, files, staged, run)
    if one.campaign is None:
        with run.step():
            release = _begin(one, run.now())
    else:
        release = one.campaign.releases.get(version=1)
    if release.frozen_at is not None:
        return release
    to_verify = one.purpose == DatasetImport.Purpose.VERIFY
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


def discard_import(*, one: DatasetImport, run: Run) -> None:
    """Take away what an import has written that did not come to its end."""
    campaign = one.campaign
    if campaign is None or campaign.state != Campaign.State.IMPORTING:
        return
    for release in campaign.releases.all():
        while _take_records_away(release, run):
            run.progress(0, None, _("Clearing away"))
        shutil.rmtree(folder_of(release), ignore_errors=True)
        with run.step():
            release.delete()
    while True:
        with run.step():
            if not imported_campaigns.take_claims_away(campaign=campaign, most=_RECORDS_A_STEP):
                break
    with run.step():
        one.campaign = None
        one.save(update_fields=["campaign"])
        imported_campaigns.take_campaign_away(campaign=campaign)
        audit.record(
            actor=one.created_by,
            action="import.discarded",
            target=one,
            now=run.now(),
            details={"name": one.name},
        )


# --- parts -----------------------------------------------------------------------------------
def _stage(one: DatasetImport, files: Sequence[DatasetFile], target: Path, run: Run) -> None:
    def find_titles(titles: set[str]) -> set[str]:
        return set(resolve_titles(one.corpus, titles))

    def look(count: int) -> None:
        run.stop_if_cancelled()
        run.progress(count, None, _("Checking the files"))

    to_verify = one.purpose == DatasetImport.Purpose.VERIFY
    stage_files(
        files,
        formats.get(one.format),
        rules=Rules(registry.get(one.design), LONGEST_CLAIM if to_verify else None),
        find_titles=find_titles,
        target=target,
        look=look,
    )


def _begin(one: DatasetImport, now: datetime) -> Release:
    protocol = registry.get(one.design)
    campaign = imported_campaigns.begin_import(
        name=one.name,
        design=campaigns.Design(protocol=protocol, corpus=one.corpus, numbers={}),
        actor=one.created_by,
        now=now,
    )
    release = Release.objects.create(
        campaign=campaign,
        version=1,
        origin=Release.Origin.IMPORTED,
        source_format=one.format,
        choices=_choices(one, protocol).as_json(),
        seed=secrets.token_hex(16),
        salt=secrets.token_hex(32),
        created_at=now,
        created_by=one.created_by,
    )
    one.campaign = campaign
    one.save(update_fields=["campaign"])
    return release


def _choices(one: DatasetImport, protocol: Protocol) -> Choices:
    first, *others = (file["part"] for file in one.files)
    return Choices(
        formats=formats_beside(one.format, protocol),
        # Nothing is dealt into them: every claim is in the part of its file.
        parts=(RequestedPart(first), *(RequestedPart(part, size=0) for part in others)),
        pages=IncludedPages.NONE,
    )


def _size(claim: Staged) -> int:
    return len(claim.line)


def _write(release: Release, batch: Sequence[Staged]) -> None:
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
                claim.is_unresolved,
            )
            for claim in batch
        ],
    )  # fmt: skip


def _write_claims(campaign: Campaign, batch: Sequence[Staged], now: datetime) -> None:
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


def _show(one: DatasetImport, now: datetime) -> None:
    assert one.campaign is not None
    to_verify = one.purpose == DatasetImport.Purpose.VERIFY
    imported_campaigns.finish_import(
        campaign=one.campaign,
        state=Campaign.State.DRAFT if to_verify else Campaign.State.CLOSED,
        actor=one.created_by,
        now=now,
    )
    one.state = DatasetImport.State.DONE
    one.save(update_fields=["state"])


def _refuse(one: DatasetImport, faults: Sequence[tuple[str, Fault]], run: Run) -> None:
    with run.step():
        one.state = DatasetImport.State.REFUSED
        one.faults = [[name, fault.line, fault.reason] for name, fault in faults]
        one.save(update_fields=["state", "faults"])
    shutil.rmtree(folder_of_import(one.public_id), ignore_errors=True)


def _take_records_away(release: Release, run: Run) -> int:
    keys = list(release.imported_records.values_list("pk", flat=True)[:_RECORDS_A_STEP])
    tables = [ReleaseItem._meta.db_table, ImportedRecord._meta.db_table]
    with run.step(), append_only.lifted(connection, tables):
        ReleaseItem.objects.filter(imported__in=keys).delete()
        ImportedRecord.objects.filter(pk__in=keys).delete()
    return len(keys)
