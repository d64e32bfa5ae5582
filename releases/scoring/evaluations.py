"""Evaluations of the verifier on a release: a job measures it, its figures stay."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import Struct

from accounts.models import User
from campaigns.services.campaigns import hold_campaign
from jobs.runs import Run
from jobs.services import jobs
from releases.models import Release, VerifierEvaluation
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.storage.kept_predictions import keeping

EVALUATE_VERIFIER = "releases.evaluate_verifier"
MOST_CLAIMS = 500


class EvaluationParameters(Struct):
    """The parameters of a job that measures the verifier."""

    evaluation: UUID
    # For the list of jobs, and for the page of the figures.
    campaign: UUID | None = None
    campaign_name: str = ""
    version: int = 0
    part: str = ""


class BeingEvaluatedError(Exception):
    """The verifier is being measured on this release."""


class NotMeasurableError(Exception):
    """The campaign is archived: nothing more is measured on its releases."""


class NoClaimsError(Exception):
    """The part has no claims that the verifier can judge."""


@transaction.atomic
def request_evaluation(
    *, release: Release, part: str, by: User, now: datetime
) -> VerifierEvaluation:
    """Request a measurement. It replaces those of the release that came to no end."""
    if hold_campaign(release.campaign).is_archived:
        raise NotMeasurableError
    if Release.objects.select_for_update().get(pk=release.pk).withdrawn_at is not None:
        raise ReleaseWithdrawnError
    evaluation = VerifierEvaluation(release=release, part=part, requested_at=now, requested_by=by)
    try:
        evaluation.job = jobs.enqueue_job(
            kind=EVALUATE_VERIFIER,
            parameters=EvaluationParameters(
                evaluation.public_id,
                release.campaign.public_id,
                release.campaign.name,
                release.version,
                part,
            ),
            requested_by=by,
            now=now,
            exclusive=f"{EVALUATE_VERIFIER}:{release.public_id}",
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingEvaluatedError from error
    VerifierEvaluation.objects.filter(release=release, finished_at=None).delete()
    evaluation.save()
    return evaluation


def cancel_evaluation(*, evaluation: VerifierEvaluation, by: User, now: datetime) -> None:
    """Stop a measurement. Raise `jobs.AlreadyFinishedError` where it is over."""
    if evaluation.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=evaluation.job, by=by, now=now)


def evaluate(*, evaluation: VerifierEvaluation, run: Run) -> None:
    """Measure the model in use and keep its figures.

    Raise NoClaimsError, NoModelError and SearchError. Only its end is written: a new attempt starts
    from the beginning.
    """
    if evaluation.finished_at is not None:
        return
    # They load NumPy and scikit-learn, which no web process needs.
    from assist.selectors.loaded import verifier_in_use
    from releases.scoring.verifier_figures import figures_of
    from releases.scoring.verifier_scores import Variant, measure

    version, _ = verifier_in_use()
    measured = measure(
        release=evaluation.release,
        part=evaluation.part,
        most=MOST_CLAIMS,
        run=run,
        variant=Variant(name=""),
    )
    if not measured.feverous.scores.claims:
        raise NoClaimsError
    evaluation.figures = msgspec.to_builtins(figures_of(measured))
    evaluation.model_number = version.number
    with keeping(evaluation.public_id) as keep:
        for prediction in measured.predictions:
            keep(prediction)
    with run.step():
        evaluation.finished_at = run.now()
        evaluation.save(update_fields=["figures", "model_number", "finished_at"])
