"""The status page: the content of `/readyz` for people, with workers and jobs."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from config import health
from config.site_sizes import measure_site
from jobs.models import Job, JobState
from jobs.selectors.workers import living_workers, lost_workers

WORKERS_SHOWN = 50
# The parts and their states, as `/readyz` names them, in words.
PARTS = {
    "database": _("Database"),
    "search": _("Search"),
    "broker": _("Broker"),
    "worker": _("Worker"),
}
STATES = {"ok": _("OK"), "degraded": _("Degraded"), "down": _("Down")}


@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Show the status page to administrators."""
    if not (isinstance(request.user, User) and request.user.is_administrator):
        raise PermissionDenied
    findings = health.check_all()
    counts = dict(
        Job.objects.order_by().values("state").annotate(n=Count("id")).values_list("state", "n")
    )
    now = timezone.now()
    context = {
        "version": settings.VERSION,
        "ready": health.is_ready(findings),
        "well": all(finding.state == "ok" for finding in findings.values()),
        "findings": findings,
        "parts": PARTS,
        "states": STATES,
        "jobs": [(state.label, counts.get(state.value, 0)) for state in JobState],
        "oldest": Job.objects.filter(state=JobState.QUEUED).order_by("created_at").first(),
        "sizes": measure_site(),
        "mail_is_set_up": settings.MAIL_IS_SET_UP,
        "mail_sender": settings.DEFAULT_FROM_EMAIL,
        "own_address": request.user.email,
        "living": living_workers(now=now)[:WORKERS_SHOWN],
        "lost": lost_workers(now=now)[:WORKERS_SHOWN],
    }
    return render(request, "config/status.html", context)
