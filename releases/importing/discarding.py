"""Discarding an unfinished import: what it has written is deleted, in short steps."""

from __future__ import annotations

import shutil

from django.db import connection
from django.utils.translation import gettext as _

from annotation.services.campaign import imports as imported_campaigns
from campaigns.models import Campaign
from core import append_only
from core.services import audit
from jobs.runs import Run
from releases.models import DatasetImport, ImportedRecord, Release, ReleaseItem
from releases.storage.folders import folder_of

_RECORDS_A_STEP = 1000


def discard_import(*, dataset_import: DatasetImport, run: Run) -> None:
    """Delete what an unfinished import has written."""
    campaign = dataset_import.campaign
    if campaign is None or campaign.state != Campaign.State.IMPORTING:
        return
    for release in campaign.releases.all():
        while _delete_records(release, run):
            run.progress(0, None, _("Removing"))
        shutil.rmtree(folder_of(release), ignore_errors=True)
        with run.step():
            release.delete()
    while True:
        with run.step():
            if not imported_campaigns.delete_imported_claims(
                campaign=campaign, most=_RECORDS_A_STEP
            ):
                break
    with run.step():
        dataset_import.campaign = None
        dataset_import.save(update_fields=["campaign"])
        imported_campaigns.delete_imported_campaign(campaign=campaign)
        audit.record(
            actor=dataset_import.created_by,
            action="import.discarded",
            target=dataset_import,
            now=run.now(),
            details={"name": dataset_import.name},
        )


def _delete_records(release: Release, run: Run) -> int:
    keys = list(release.imported_records.values_list("pk", flat=True)[:_RECORDS_A_STEP])
    tables = [ReleaseItem._meta.db_table, ImportedRecord._meta.db_table]
    with run.step(), append_only.lifted(connection, tables):
        ReleaseItem.objects.filter(imported__in=keys).delete()
        ImportedRecord.objects.filter(pk__in=keys).delete()
    return len(keys)
