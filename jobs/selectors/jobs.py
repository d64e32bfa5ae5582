"""Jobs that a person may see."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet

from core.people import Person
from jobs.models import Job


def jobs_seen_by(person: Person) -> QuerySet[Job]:
    """Return the jobs that a person may see, newest first: their own; for administrators, all."""
    jobs = Job.objects.select_related("requested_by", "cancel_requested_by").order_by(
        "-created_at", "-id"
    )
    return jobs if person.is_administrator else jobs.filter(requested_by_id=person.pk)


def list_jobs(person: Person, *, state: str = "") -> QuerySet[Job]:
    """Return the jobs for a list: of one state if given, without fields of a job's own page."""
    jobs = jobs_seen_by(person).defer("checkpoint", "result", "error_detail")
    return jobs.filter(state=state) if state else jobs


def get_job(person: Person, public_id: uuid.UUID) -> Job:
    """Return a job that this person may see. Raise Job.DoesNotExist for any other."""
    return jobs_seen_by(person).get(public_id=public_id)
