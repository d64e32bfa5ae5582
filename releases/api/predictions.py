"""The API of predictions: upload a file, follow its scoring, read the scores."""

from __future__ import annotations

from datetime import datetime
from typing import IO, Annotated, Any, cast
from uuid import UUID

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import User
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from jobs.services import jobs
from releases.api.releases import BYTES, ReleaseView
from releases.formats.files.reading import FileFault
from releases.forms.predictions import LARGEST_UPLOAD
from releases.messages import fault_text
from releases.models import PredictionRun, Release
from releases.scoring import predictions as services
from releases.storage.disk import is_disk_full

TAG = "predictions"


class PredictionParameters(Struct, frozen=True, kw_only=True):
    """The part that was predicted, and the name of the system."""

    part: Annotated[str, Meta(min_length=1, max_length=60)]
    name: Annotated[str, Meta(min_length=1, max_length=120)]


class PredictionAnswer(Struct, frozen=True):
    """An upload. `job` is followed until there are scores, or faults of the file."""

    id: UUID
    part: str
    name: str
    uploaded_by: UUID
    uploaded_at: datetime
    sha256: str
    state: Annotated[str, one_of(PredictionRun.State.values)]
    scores: Any
    faults: list[str]
    job: UUID | None


class PredictionsView(ReleaseView):
    """The base of the resources of the predictions on a release."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if self.release.state != Release.State.READY:
            raise Http404


class PredictionList(PredictionsView):
    """The predictions on a release: all that were scored, and one's own."""

    @operation(
        "predictions_list",
        "List the predictions on a release with their scores, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[PredictionAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, version: int, *, parameters: ListParameters
    ) -> Listing[PredictionAnswer]:
        found, following = newest_first(
            visible_runs(self.release, self.access.person), parameters, time="uploaded_at"
        )
        return Listing([_prediction(run) for run in found], following)

    @operation(
        "predictions_upload",
        "Upload predictions as JSON lines, up to 200 MB; a job scores them",
        tag=TAG,
        scope=Scope.MANAGE,
        parameters=PredictionParameters,
        upload=BYTES,
        answer=PredictionAnswer,
        status=202,
        refusals=(507,),
    )
    def post(
        self, request: Request, public_id: UUID, version: int, *, parameters: PredictionParameters
    ) -> PredictionAnswer:
        if parameters.part not in [part.name for part in self.release.requested.parts]:
            detail = _("This release has no such part.")
            fault = {"field": "part", "code": "wrong", "detail": detail}
            raise ApiProblem(400, "invalid_parameter", detail, errors=[fault])
        sent = request._request
        if int(sent.headers.get("Content-Length") or 0) > LARGEST_UPLOAD:
            raise ApiProblem(413, "too_large", _("The file is larger than 200 MB."))
        try:
            run = services.request_scoring(
                release=self.release,
                part=parameters.part,
                name=parameters.name,
                # A request can be read as a file.
                file=UploadedFile(cast("IO[Any]", sent), parameters.name),
                by=self.access.person,
                now=timezone.now(),
            )
        except services.BeingScoredError:
            detail = _("Your last upload is still being scored.")
            raise ApiProblem(409, "being_scored", detail) from None
        except services.ReleaseWithdrawnError:
            detail = _("This release was withdrawn. Nothing more is scored on it.")
            raise ApiProblem(409, "withdrawn", detail) from None
        except services.TooManyUploadsError:
            detail = _("The labels of this part are withheld: try again tomorrow.")
            raise ApiProblem(429, "too_often", detail) from None
        except OSError as error:
            if not is_disk_full(error):
                raise
            detail = _("There is no room for the file on the server's disk.")
            raise ApiProblem(507, "disk_full", detail) from error
        return _prediction(run)


class PredictionView(PredictionsView):
    """The base of the resources of one upload."""

    run: PredictionRun

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        found = visible_runs(self.release, self.access.person)
        run = found.filter(public_id=arguments["prediction_id"]).first()
        if run is None:
            raise Http404
        self.run = run


class PredictionDetail(PredictionView):
    """One upload with its scores."""

    @operation(
        "predictions_read", "Read an upload with its scores", tag=TAG, answer=PredictionAnswer
    )
    def get(
        self, request: Request, public_id: UUID, version: int, prediction_id: UUID
    ) -> PredictionAnswer:
        return _prediction(self.run)


class PredictionCancel(PredictionView):
    """Stopping the scoring of one's own upload."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if self.run.uploaded_by_id != self.access.person.pk:
            raise Http404

    @operation(
        "predictions_cancel",
        "Stop scoring an upload of yours",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=PredictionAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, version: int, prediction_id: UUID
    ) -> PredictionAnswer:
        try:
            services.cancel_scoring(upload=self.run, by=self.access.person, now=timezone.now())
        except jobs.AlreadyFinishedError:
            raise ApiProblem(409, "already_finished", _("It has already finished.")) from None
        return _prediction(self.run)


def visible_runs(release: Release, person: User) -> QuerySet[PredictionRun]:
    """Return the uploads that were scored, and those of the person."""
    seen = Q(state=PredictionRun.State.SCORED) | Q(uploaded_by=person)
    runs = PredictionRun.objects.filter(seen, release=release)
    return runs.select_related("uploaded_by", "job")


def _prediction(run: PredictionRun) -> PredictionAnswer:
    return PredictionAnswer(
        id=run.public_id,
        part=run.part,
        name=run.name,
        uploaded_by=run.uploaded_by.public_id,
        uploaded_at=run.uploaded_at,
        sha256=run.sha256,
        state=run.state,
        scores=run.scores,
        faults=[fault_text(one) for one in msgspec.convert(run.faults or [], list[FileFault])],
        job=run.job.public_id if run.job is not None else None,
    )
