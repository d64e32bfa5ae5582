"""The rows of this app that belong to a campaign or a corpus, with the files of releases."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy, ngettext

from campaigns.models import Campaign
from core.contents import Contents, Dependents, OwnedRows
from jobs.models import UNFINISHED, Job
from releases.models import (
    AcceptedEvidence,
    AcceptedSet,
    AddedSet,
    CheckedSystem,
    DatasetCard,
    DatasetImport,
    ErrorSample,
    EvidenceCheck,
    EvidenceJudgement,
    ImportedRecord,
    PooledSet,
    PredictionRun,
    Release,
    ReleaseItem,
    SampledError,
    VerifierEvaluation,
)
from releases.scoring.predictions import discard_upload
from releases.services.releases import key_of
from releases.storage.folders import folder_of, import_folder
from releases.storage.kept_predictions import discard_kept


def _remove_release_files(keys: Sequence[Any]) -> None:
    for release in Release.objects.filter(pk__in=keys).defer("manifest"):
        shutil.rmtree(folder_of(release), ignore_errors=True)


def _remove_uploads(keys: Sequence[Any]) -> None:
    for upload in PredictionRun.objects.filter(pk__in=keys):
        discard_upload(upload)
        discard_kept(upload.public_id)


def _remove_measured(keys: Sequence[Any]) -> None:
    measured = VerifierEvaluation.objects.filter(pk__in=keys)
    for public_id in measured.values_list("public_id", flat=True):
        discard_kept(public_id)


def _remove_imported_files(keys: Sequence[Any]) -> None:
    for public_id in DatasetImport.objects.filter(pk__in=keys).values_list("public_id", flat=True):
        shutil.rmtree(import_folder(public_id), ignore_errors=True)


def _offered_releases(campaign: Campaign) -> str:
    offered = campaign.releases.filter(state=Release.State.READY, withdrawn_at=None).count()
    if not offered:
        return ""
    return ngettext(
        "It has %(count)s release that was not withdrawn. Withdraw it first.",
        "It has %(count)s releases that were not withdrawn. Withdraw them first.",
        offered,
    ) % {"count": offered}


def _is_building_or_scoring(campaign: Campaign) -> bool:
    of_campaign = Q(exclusive=key_of(campaign))
    for scored in (PredictionRun, VerifierEvaluation, EvidenceCheck):
        jobs = scored._default_manager.filter(release__campaign=campaign).values("job")
        of_campaign |= Q(pk__in=jobs)
    checks = EvidenceCheck.objects.filter(release__campaign=campaign)
    of_campaign |= Q(pk__in=checks.values("scoring_job"))
    return Job.objects.filter(of_campaign, state__in=UNFINISHED).exists()


CAMPAIGN_CONTENTS = Contents(
    rows=(
        OwnedRows(AddedSet, "item__release__campaign"),
        OwnedRows(AcceptedEvidence, "accepted_set__pooled_set__evidence_check__release__campaign"),
        OwnedRows(AcceptedSet, "pooled_set__evidence_check__release__campaign"),
        OwnedRows(EvidenceJudgement, "pooled_set__evidence_check__release__campaign"),
        OwnedRows(PooledSet, "evidence_check__release__campaign"),
        OwnedRows(CheckedSystem, "evidence_check__release__campaign"),
        OwnedRows(EvidenceCheck, "release__campaign"),
        OwnedRows(SampledError, "sample__release__campaign"),
        OwnedRows(ErrorSample, "release__campaign"),
        OwnedRows(PredictionRun, "release__campaign", _remove_uploads),
        OwnedRows(VerifierEvaluation, "release__campaign", _remove_measured),
        OwnedRows(ReleaseItem, "release__campaign"),
        OwnedRows(ImportedRecord, "release__campaign"),
        OwnedRows(Release, "campaign", _remove_release_files),
        OwnedRows(DatasetCard, "campaign"),
        OwnedRows(DatasetImport, "campaign", _remove_imported_files),
    ),
    dependents=(Dependents(gettext_lazy("Releases"), lambda campaign: campaign.releases.count()),),
    objection=_offered_releases,
    is_busy=_is_building_or_scoring,
)
# Imports that were refused or discarded have no campaign.
CORPUS_CONTENTS = Contents(
    rows=(OwnedRows(DatasetImport, "corpus", _remove_imported_files),),
)
