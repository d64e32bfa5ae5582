"""The job kinds of this app: building releases, scoring predictions, importing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import OperationalError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from assist.claim_sources import ClaimSourceKind, add_source
from assist.messages import model_problem
from jobs.chores import chore
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun
from releases.importing import import_requests
from releases.importing.discarding import discard_import as discard_written
from releases.importing.import_requests import DatasetImportParameters
from releases.importing.running import run_import
from releases.importing.staging import ImportRefusedError
from releases.messages import refusal_text
from releases.models import (
    DatasetImport,
    EvidenceCheck,
    PredictionRun,
    Release,
    VerifierEvaluation,
)
from releases.scoring import accepting, evaluations, evidence_checks, predictions
from releases.scoring.evaluations import EvaluationParameters
from releases.scoring.evidence_checks import EvidenceCheckParameters
from releases.scoring.score_files import ClaimNotScorableError
from releases.selectors.gold_claims import gold_claims
from releases.services import releases
from releases.services.building import BuildError
from releases.storage.disk import is_disk_full
from search import SearchError

# Trainings of the verifier read them; nothing else needs what they import.
add_source(ClaimSourceKind.CAMPAIGN, gold_claims)


@contextmanager
def _room_on_disk() -> Iterator[None]:
    """Fail with a sentence where the disk is full; finished steps stay."""
    try:
        yield
    except (OSError, sqlite3.OperationalError, OperationalError) as error:
        if not is_disk_full(error):
            raise
        raise JobError(_("The server's disk is full. Make room, then try again.")) from error


def _release_to_build(parameters: releases.BuildParameters) -> str:
    if not parameters.version:
        return ""
    return _release_name(parameters.campaign_name, parameters.version)


def _release_name(campaign: str, version: int) -> str:
    return _("%(campaign)s, release %(version)s") % {"campaign": campaign, "version": version}


@job_kind(
    releases.BUILD_RELEASE,
    title=gettext_lazy("Build a release"),
    parameters=releases.BuildParameters,
    subject=_release_to_build,
    attempts=8,
)
def build_release(run: JobRun[releases.BuildParameters]) -> dict[str, Any]:
    """Build a release: each part is a step, and a new attempt goes on after the last one."""
    release = Release.objects.select_related("campaign__corpus", "created_by").get(
        public_id=run.parameters.release
    )
    try:
        with _room_on_disk():
            manifest = releases.build(release=release, run=run)
    except BuildError as error:
        raise JobError(refusal_text(error.refusal)) from error
    return {
        _("Claims"): manifest["counts"]["claims"],
        _("Files"): len(manifest["files"]),
        "url": reverse("release", args=[release.campaign.public_id, release.version]),
    }


def _predictions_to_score(parameters: predictions.ScoreParameters) -> str:
    if not parameters.version:
        return ""
    release = _release_name(parameters.campaign_name, parameters.version)
    return f"{parameters.name} → {release}"


def _page_of_scores(parameters: predictions.ScoreParameters) -> str:
    if parameters.campaign is None:
        return ""
    return reverse("release-predictions", args=[parameters.campaign, parameters.version])


@job_kind(
    predictions.SCORE_PREDICTIONS,
    title=gettext_lazy("Score predictions"),
    parameters=predictions.ScoreParameters,
    subject=_predictions_to_score,
    page=_page_of_scores,
    attempts=8,
)
def score_predictions(run: JobRun[predictions.ScoreParameters]) -> dict[str, Any]:
    """Score a stored upload. Only its end is written: a new attempt starts from the beginning."""
    joined = PredictionRun.objects.select_related("release__campaign", "uploaded_by")
    try:
        upload = joined.get(public_id=run.parameters.run)
        with _room_on_disk():
            predictions.score_upload(upload=upload, run=run)
    except (PredictionRun.DoesNotExist, predictions.PredictionsGoneError) as error:
        raise JobError(_("The file is gone. Upload it again.")) from error
    except ClaimNotScorableError as error:
        raise JobError(
            _("Claim %(claim)s of the release cannot be scored.") % {"claim": error}
        ) from error
    if upload.state == PredictionRun.State.REFUSED:
        raise JobError(_("The file was refused, and not scored. Its faults are listed there."))
    return {_("Result"): upload.get_state_display(), "url": _page_of_scores(run.parameters)}


def _part_to_evaluate(parameters: EvaluationParameters) -> str:
    if not parameters.version:
        return ""
    return f"{_release_name(parameters.campaign_name, parameters.version)}: {parameters.part}"


def _page_of_evaluation(parameters: EvaluationParameters) -> str:
    if parameters.campaign is None:
        return ""
    return reverse("release-evaluation", args=[parameters.campaign, parameters.version])


@job_kind(
    evaluations.EVALUATE_VERIFIER,
    title=gettext_lazy("Measure the verifier"),
    parameters=EvaluationParameters,
    subject=_part_to_evaluate,
    page=_page_of_evaluation,
    attempts=8,
)
def evaluate_verifier(run: JobRun[EvaluationParameters]) -> dict[str, Any]:
    """Measure the model in use. A new attempt starts from the beginning."""
    # It loads NumPy.
    from assist.selectors.loaded import NoModelError

    joined = VerifierEvaluation.objects.select_related("release__campaign__corpus")
    try:
        evaluation = joined.get(public_id=run.parameters.evaluation)
        evaluations.evaluate(evaluation=evaluation, run=run)
    except VerifierEvaluation.DoesNotExist as error:
        raise JobError(_("A newer measurement has taken its place.")) from error
    except NoModelError as error:
        raise JobError(model_problem(error.code)) from error
    except SearchError as error:
        raise JobError(str(error)) from error
    except evaluations.NoClaimsError as error:
        raise JobError(_("This part has no claims that the verifier can judge.")) from error
    return {"url": _page_of_evaluation(run.parameters)}


def _release_of_check(parameters: EvidenceCheckParameters) -> str:
    return _release_name(parameters.campaign_name, parameters.version)


def _page_of_checks(parameters: EvidenceCheckParameters) -> str:
    if parameters.campaign is None:
        return ""
    return reverse("release-evidence-checks", args=[parameters.campaign, parameters.version])


@job_kind(
    evidence_checks.DRAW_EVIDENCE,
    title=gettext_lazy("Draw predicted evidence"),
    parameters=EvidenceCheckParameters,
    subject=_release_of_check,
    page=_page_of_checks,
    attempts=8,
)
def draw_evidence(run: JobRun[EvidenceCheckParameters]) -> dict[str, Any]:
    """Draw the sets of an evidence check. A new attempt starts from the beginning."""
    joined = EvidenceCheck.objects.select_related("release__campaign__corpus")
    try:
        check = joined.get(public_id=run.parameters.check)
        evidence_checks.draw_check(check=check, run=run)
    except EvidenceCheck.DoesNotExist as error:
        raise JobError(_("A newer check has taken its place.")) from error
    except FileNotFoundError as error:
        raise JobError(_("The predictions are kept no longer. Upload them again.")) from error
    except evidence_checks.NothingPooledError as error:
        raise JobError(_("No evidence outside the gold sets was predicted.")) from error
    return {_("Sets"): check.sets.count(), "url": _page_of_checks(run.parameters)}


@job_kind(
    accepting.SCORE_ACCEPTED,
    title=gettext_lazy("Score with accepted evidence"),
    parameters=EvidenceCheckParameters,
    subject=_release_of_check,
    page=_page_of_checks,
    attempts=8,
)
def score_accepted(run: JobRun[EvidenceCheckParameters]) -> dict[str, Any]:
    """Score all systems of a release with the accepted sets, and without them."""
    joined = EvidenceCheck.objects.select_related("release__campaign__corpus")
    check = joined.get(public_id=run.parameters.check)
    try:
        accepting.score_accepted(check=check, run=run)
    except FileNotFoundError as error:
        raise JobError(_("The predictions are kept no longer. Upload them again.")) from error
    return {"url": _page_of_checks(run.parameters)}


def _name_of_import(parameters: DatasetImportParameters) -> str:
    return parameters.name


def _page_of_import(parameters: DatasetImportParameters) -> str:
    return reverse("dataset-import-detail", args=[parameters.import_id])


@job_kind(
    import_requests.IMPORT_DATASET,
    title=gettext_lazy("Import a dataset"),
    parameters=DatasetImportParameters,
    subject=_name_of_import,
    page=_page_of_import,
    attempts=8,
)
def import_dataset(run: JobRun[DatasetImportParameters]) -> dict[str, Any]:
    """Check the files, then write them in steps; a new attempt goes on after the last one."""
    dataset_import = _import_of(run)
    if dataset_import.state == DatasetImport.State.DONE:
        return {_("Result"): dataset_import.get_state_display()}
    try:
        if dataset_import.state == DatasetImport.State.REFUSED:
            raise ImportRefusedError([])
        files = import_requests.uploads_of(dataset_import)
        with _room_on_disk():
            release = run_import(dataset_import=dataset_import, files=files, run=run)
    except ImportRefusedError as error:
        raise JobError(
            _("The files were refused: nothing was imported. Their faults are listed there.")
        ) from error
    except import_requests.ImportFilesGoneError as error:
        raise JobError(_("The files are gone. Upload them again.")) from error
    return {_("Claims"): release.items.count()}


@job_kind(
    import_requests.DISCARD_IMPORT,
    title=gettext_lazy("Discard an unfinished import"),
    parameters=DatasetImportParameters,
    subject=_name_of_import,
    attempts=8,
)
def discard_import(run: JobRun[DatasetImportParameters]) -> None:
    """Delete what an import has written, in steps; a new attempt goes on with the rest."""
    discard_written(dataset_import=_import_of(run), run=run)


def _import_of(run: JobRun[DatasetImportParameters]) -> DatasetImport:
    joined = DatasetImport.objects.select_related("corpus", "campaign", "created_by")
    return joined.get(public_id=run.parameters.import_id)


@chore
def look_after_imports(now: datetime) -> None:
    """Discard what failed and cancelled imports left behind, and files that nobody needs."""
    import_requests.discard_leftovers(now)
    import_requests.remove_old_uploads(now)


@chore
def look_after_uploads(now: datetime) -> None:
    """Remove predictions that were never scored, and what cut-off requests left behind."""
    predictions.remove_forgotten_uploads(now)
