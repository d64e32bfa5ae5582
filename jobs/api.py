"""The API of jobs: list them, read one, cancel it."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request

from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from core.people import person_of
from jobs import kinds
from jobs.models import Job, JobState
from jobs.selectors import jobs as job_selectors
from jobs.selectors import workers
from jobs.services import jobs
from jobs.status import status_of

TAG = "jobs"
StateName = Annotated[str, one_of(JobState.values)]


class JobAnswer(Struct, frozen=True):
    """A job. `shown_as` is its state, or `stalled` for a running one whose worker fell silent."""

    id: uuid.UUID
    kind: str
    title: str
    state: StateName
    shown_as: str
    sentence: str
    requested_by: uuid.UUID | None
    progress_done: int
    progress_total: int | None
    progress_note: str
    attempt: int
    attempts_allowed: int
    error: str
    result: Any
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    cancel_requested_at: datetime | None


class JobParameters(ListParameters, frozen=True, kw_only=True):
    """The parameters of the list of jobs."""

    state: StateName = ""


class JobList(ApiView):
    """Your jobs, newest first; for administrators, the jobs of all people."""

    @operation(
        "jobs_list",
        "List your jobs, newest first",
        tag=TAG,
        parameters=JobParameters,
        answer=Listing[JobAnswer],
    )
    def get(self, request: Request, *, parameters: JobParameters) -> Listing[JobAnswer]:
        listed = job_selectors.list_jobs(person_of(request), state=parameters.state)
        found, following = newest_first(listed.defer(None), parameters)
        return Listing(_answers(found), following)


class JobDetail(ApiView):
    """One job."""

    @operation("jobs_read", "Read a job", tag=TAG, answer=JobAnswer)
    def get(self, request: Request, public_id: uuid.UUID) -> JobAnswer:
        return _answers([_get_job(request, public_id)])[0]


class JobCancel(ApiView):
    """Cancel a job."""

    @operation(
        "jobs_cancel",
        "Cancel a queued job at once, a running one after its current step",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=JobAnswer,
    )
    def post(self, request: Request, public_id: uuid.UUID) -> JobAnswer:
        try:
            job = jobs.cancel_job(
                job=_get_job(request, public_id), by=person_of(request), now=timezone.now()
            )
        except jobs.AlreadyFinishedError:
            raise ApiProblem(409, "already_finished", _("This job has finished already.")) from None
        return _answers([job])[0]


def _get_job(request: Request, public_id: uuid.UUID) -> Job:
    try:
        return job_selectors.get_job(person_of(request), public_id)
    except Job.DoesNotExist:
        raise Http404 from None


def _answers(found: list[Job]) -> list[JobAnswer]:
    now = timezone.now()
    worker_running = workers.is_worker_running(now=now)
    return [_answer(job, now=now, worker_running=worker_running) for job in found]


def _answer(job: Job, *, now: datetime, worker_running: bool) -> JobAnswer:
    status = status_of(job, now=now, worker_running=worker_running)
    return JobAnswer(
        id=job.public_id,
        kind=job.kind,
        title=str(kinds.title_of(job.kind, job.parameters)),
        state=job.state,
        shown_as=status.name,
        sentence=str(status.sentence),
        requested_by=job.requested_by.public_id if job.requested_by is not None else None,
        progress_done=job.progress_done,
        progress_total=job.progress_total,
        progress_note=job.progress_note,
        attempt=job.attempt,
        attempts_allowed=job.attempts_allowed,
        error=job.error,
        result=job.result,
        created_at=job.created_at,
        started_at=job.started_at,
        finished_at=job.finished_at,
        cancel_requested_at=job.cancel_requested_at,
    )
