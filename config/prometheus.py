"""`/metrics`: requests from the web processes, jobs and workers from the database."""

from __future__ import annotations

import hmac
import os
import platform
from collections.abc import Iterator
from datetime import datetime
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from accounts.models import User
from jobs.models import Job, JobState
from jobs.selectors.workers import living_workers


class DatabaseCollector(Collector):
    """A collector of numbers from the database, read at each request."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "touchstone_build",
            "Version information.",
            value={"version": settings.VERSION, "python": platform.python_version()},
        )
        counts = dict.fromkeys(JobState.values, 0)
        counts.update(
            Job.objects.order_by()
            .values_list("state")
            .annotate(Count("id"))
            .values_list("state", "id__count")
        )
        jobs = GaugeMetricFamily("touchstone_jobs", "Jobs by state.", labels=["state"])
        for state, count in counts.items():
            jobs.add_metric([state], count)
        yield jobs
        oldest = Job.objects.filter(state=JobState.QUEUED).aggregate(at=Min("created_at"))["at"]
        yield GaugeMetricFamily(
            "touchstone_oldest_queued_job_seconds",
            "Age of the oldest queued job; 0 if none is queued.",
            value=max((self.now - oldest).total_seconds(), 0.0) if oldest else 0.0,
        )
        yield GaugeMetricFamily(
            "touchstone_workers_alive",
            "Workers that were seen recently.",
            value=living_workers(now=self.now).count(),
        )


def exposition(now: datetime) -> bytes:
    """Return all metrics in the Prometheus text format."""
    # With several web processes, each writes its counts into a shared folder.
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        processes = CollectorRegistry()
        MultiProcessCollector(processes)  # type: ignore[no-untyped-call]
    else:
        processes = REGISTRY
    facts = CollectorRegistry()
    facts.register(DatabaseCollector(now))
    return generate_latest(processes) + generate_latest(facts)


def _bearer_token_fits(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not settings.METRICS_TOKEN or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())


@login_not_required
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to Prometheus with its token, or to an administrator."""
    if not _bearer_token_fits(request):
        user = request.user
        if not isinstance(user, User):
            refusal = HttpResponse("A bearer token is required.\n", status=HTTPStatus.UNAUTHORIZED)
            refusal.headers["WWW-Authenticate"] = 'Bearer realm="metrics"'
            refusal.headers["Content-Type"] = "text/plain"
            return refusal
        if not user.is_administrator:
            return HttpResponse(
                "Only for administrators.\n", status=HTTPStatus.FORBIDDEN, content_type="text/plain"
            )
    return HttpResponse(exposition(timezone.now()), content_type=CONTENT_TYPE_LATEST)
