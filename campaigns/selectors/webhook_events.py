"""Events of campaigns and of their jobs, as webhooks are told."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from campaigns.events import Occurrence, OccurrenceFinder
from campaigns.models import Campaign
from core.models import AuditEntry
from jobs.models import Job, JobState


def campaign_moves(action: str) -> OccurrenceFinder:
    """Return what finds an action on the campaign itself in the audit log."""

    def find(campaign: Campaign, since: datetime, limit: int) -> list[Occurrence]:
        entries = AuditEntry.objects.filter(
            target_kind=Campaign._meta.label_lower,
            target_id=str(campaign.public_id),
            action=action,
            at__gte=since,
        ).order_by("at", "pk")
        return [
            Occurrence(
                key=str(entry.pk),
                at=entry.at,
                kind="campaign",
                id=str(campaign.public_id),
                url=reverse("api:campaign-detail", args=[campaign.public_id]),
            )
            for entry in entries[:limit]
        ]

    return find


def ended_jobs(state: JobState) -> OccurrenceFinder:
    """Return what finds jobs that ended so; a job of a campaign says so in its parameters."""

    def find(campaign: Campaign, since: datetime, limit: int) -> list[Occurrence]:
        ended = Job.objects.filter(
            state=state, finished_at__gte=since, parameters__campaign=str(campaign.public_id)
        ).order_by("finished_at", "pk")
        return [
            Occurrence(
                # A job that is tried again ends again.
                key=f"{job.public_id}:{job.attempt}",
                at=finished_at,
                kind="job",
                id=str(job.public_id),
                url=reverse("api:job-detail", args=[job.public_id]),
                facts={"job": job.kind},
            )
            for job in ended[:limit]
            if (finished_at := job.finished_at)
        ]

    return find
