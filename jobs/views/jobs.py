"""Jobs on screen: the list, the page of a job, which keeps itself up to date, and its buttons."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import InvalidPage, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.people import person_of
from jobs import job_kinds, kinds
from jobs.forms import JobFilterForm
from jobs.models import Job, JobState
from jobs.selectors import jobs as job_selectors
from jobs.selectors import workers
from jobs.services import jobs
from jobs.status import Status, status_of
from jobs.views.polling import STOP_POLLING

PAGE_SIZE = 50
SELF_TEST = {"steps": 20, "seconds": 0.2}


@never_cache
@require_safe
def job_list(request: HttpRequest) -> HttpResponse:
    """List one's own jobs; for administrators, the jobs of all people."""
    now = timezone.now()
    form = JobFilterForm(request.GET)
    status = 200 if form.is_valid() else 400
    chosen = form.cleaned_data.get("state", "")
    try:
        page = Paginator(job_selectors.list_jobs(person_of(request), state=chosen), PAGE_SIZE).page(
            request.GET.get("page", 1)
        )
    except InvalidPage:
        raise Http404 from None
    worker_running = workers.is_worker_running(now=now)
    context = {
        "form": form,
        "is_filtered": bool(chosen),
        "page": page,
        "rows": [
            {
                "job": job,
                "title": kinds.title_of(job.kind, job.parameters),
                "status": status_of(job, now=now, worker_running=worker_running),
            }
            for job in page
        ],
        "worker_running": worker_running,
        "is_administrator": person_of(request).is_administrator,
    }
    return render(request, "jobs/list.html", context, status=status)


@never_cache
@require_safe
def job_detail(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Show a job."""
    return render(request, "jobs/detail.html", _context_of(request, public_id))


@never_cache
@require_safe
def job_progress(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Render the part of a job's page that changes; answer 204 while nothing has changed."""
    context = _context_of(request, public_id)
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    status = STOP_POLLING if context["job"].is_finished else 200
    return render(request, "jobs/progress.html", context, status=status)


@require_POST
def cancel(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Cancel a job."""
    try:
        job = jobs.cancel_job(
            job=_get_job(request, public_id), by=person_of(request), now=timezone.now()
        )
    except jobs.AlreadyFinishedError:
        messages.warning(request, _("This job had finished already; there was nothing to cancel."))
    else:
        if job.is_finished:
            messages.success(request, _("The job is cancelled."))
        else:
            messages.info(request, _("The job will stop after the step that it is in."))
    return redirect("jobs:detail", public_id)


@require_POST
def retry(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Try a failed or cancelled job again."""
    try:
        jobs.retry_job(job=_get_job(request, public_id), by=person_of(request), now=timezone.now())
    except jobs.NotEndedError:
        messages.warning(request, _("Only a failed or cancelled job can be tried again."))
    except jobs.AlreadyQueuedError as error:
        messages.warning(request, _("A job like this one is already running."))
        return _to_visible(request, error.job, otherwise=public_id)
    except kinds.UnknownJobKindError:
        messages.error(request, _("This version of Touchstone does not know such a job."))
    else:
        messages.success(request, _("The job is queued again."))
    return redirect("jobs:detail", public_id)


@require_POST
def self_test(request: HttpRequest) -> HttpResponse:
    """Enqueue the job with which administrators test the worker."""
    person = person_of(request)
    if not person.is_administrator:
        raise PermissionDenied
    try:
        job = jobs.enqueue_job(
            kind=job_kinds.SELF_TEST,
            parameters=SELF_TEST,
            requested_by=person,
            now=timezone.now(),
            exclusive=job_kinds.SELF_TEST,
        )
    except jobs.AlreadyQueuedError as error:
        messages.info(request, _("A test is already running. Here it is."))
        job = error.job
    return redirect("jobs:detail", job.public_id)


def _get_job(request: HttpRequest, public_id: uuid.UUID) -> Job:
    try:
        return job_selectors.get_job(person_of(request), public_id)
    except Job.DoesNotExist:
        raise Http404 from None


def _to_visible(request: HttpRequest, job: Job, *, otherwise: uuid.UUID) -> HttpResponse:
    """Redirect to a job, unless this person may not see it."""
    person = person_of(request)
    if person.is_administrator or job.requested_by_id == person.pk:
        return redirect("jobs:detail", job.public_id)
    return redirect("jobs:detail", otherwise)


def _context_of(request: HttpRequest, public_id: uuid.UUID) -> dict[str, Any]:
    now = timezone.now()
    job = _get_job(request, public_id)
    status = status_of(job, now=now, worker_running=workers.is_worker_running(now=now))
    result = dict(job.result or {})
    link = result.pop("url", None)
    if link is None and job.is_finished:
        link = kinds.page_of(job.kind, job.parameters)
    return {
        "job": job,
        "title": kinds.title_of(job.kind, job.parameters),
        "status": status,
        "result": {
            capfirst(name.replace("_", " ")): _text_of(value) for name, value in result.items()
        },
        # A handler may link to its result; only to a page of this site.
        "link": link if isinstance(link, str) and link[:1] == "/" != link[1:2] else "",
        "can_cancel": not job.is_finished and job.cancel_requested_at is None,
        "can_retry": job.state in (JobState.FAILED, JobState.CANCELLED),
        "is_administrator": person_of(request).is_administrator,
        "seen": _digest(job, status),
    }


def _text_of(value: object) -> str:
    """Return a value of a handler's result as text for people."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_text_of(part)}" for name, part in value.items()) or _("none")
    if isinstance(value, list):
        return ", ".join(map(_text_of, value)) or _("none")
    return str(value)


def _digest(job: Job, status: Status) -> str:
    """Return a digest of everything on the page that can change."""
    seen = (
        status.name,
        status.sentence,
        job.attempt,
        job.progress_done,
        job.progress_total,
        job.progress_note,
        job.cancel_requested_at,
    )
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
