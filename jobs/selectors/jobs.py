"""Reading jobs, by who may see them."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet

from core.people import Person
from jobs.models import Job


def jobs_seen_by(person: Person) -> QuerySet[Job]:
    """The jobs that a person may see, newest first: their own, or for an administrator all."""
    jobs = Job.objects.select_related("requested_by", "cancel_requested_by").order_by(
        "-created_at", "-id"
    )
    return jobs if person.is_administrator else jobs.filter(requested_by_id=person.pk)


def list_jobs(person: Person, *, state: str = "") -> QuerySet[Job]:
    """The same for a list: of one state, and without what only a job's own page shows."""
    jobs = jobs_seen_by(person).defer("checkpoint", "result", "error_detail")
    return jobs.filter(state=state) if state else jobs


def get_job(person: Person, public_id: uuid.UUID) -> Job:
    """A job that this person may see; any other does not exist for them."""
    return jobs_seen_by(person).get(public_id=public_id)
