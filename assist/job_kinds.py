"""The job kind of this app: training a model."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from assist.claim_sources import SourceGoneError
from assist.messages import stage_note
from assist.models import ModelVersion
from assist.services import training
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun


def _version_to_train(parameters: training.TrainingParameters) -> str:
    return _("version %(number)s") % {"number": parameters.number} if parameters.number else ""


def _page_of_versions(parameters: training.TrainingParameters) -> str:
    return reverse("models")


@job_kind(
    training.TRAIN,
    title=gettext_lazy("Train the verifier"),
    parameters=training.TrainingParameters,
    subject=_version_to_train,
    page=_page_of_versions,
    attempts=4,
)
def train(run: JobRun[training.TrainingParameters]) -> dict[str, Any]:
    """Train a model. Only a reader has checkpoints: all else is done again by a new attempt."""
    try:
        version = ModelVersion.objects.get(public_id=run.parameters.version, deleted_at=None)
        training.train(version=version, run=run, words=stage_note)
    except ModelVersion.DoesNotExist as error:
        raise JobError(_("The version is gone. Request the training again.")) from error
    except SourceGoneError as error:
        raise JobError(
            _(
                "A campaign or corpus that was chosen has been deleted, or you may no longer use"
                " it. Request a training on the others."
            )
        ) from error
    except training.NoReaderError as error:
        raise JobError(
            _(
                "The packages of the reader are not installed where jobs run. Install them"
                " (requirements-reader.txt), then resume the training."
            )
        ) from error
    except training.NoDataError as error:
        raise JobError(
            _(
                "There is too little to learn from: at least 30 claims whose evidence is sentences,"
                " with two different verdicts, are needed. Found: %(pairs)s with sentences,"
                " %(statements)s about tables."
            )
            % {"pairs": error.pairs, "statements": error.statements}
        ) from error
    return {_("Version"): version.number, "url": reverse("models")}
