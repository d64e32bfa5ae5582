"""Whether Touchstone is alive, and whether what it stands on is there."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs.models import WorkerBeat
from jobs.timing import stale_after
from search import IndexMissingError, SearchDownError, check_search

PROBE_SECONDS = 2.0
# Below the probe's limit, so that the reason is the socket's and no thread is left waiting.
SOCKET_SECONDS = 1.5


class ProbeFailedError(Exception):
    """What was probed is down; the message says why, without addresses or passwords."""

    state = "down"


class ProbeDegradedError(ProbeFailedError):
    """What was probed serves in part, and pages are served; the message says what is missing."""

    state = "degraded"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found."""

    state: str
    reason: str
    milliseconds: float
    # Whether pages can be served without it.
    needed: bool

    @property
    def is_down(self) -> bool:
        return self.state == "down"


def probe_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        # The driver's own words name the host and the user.
        raise ProbeFailedError(f"{connection.vendor}: {type(error).__name__}") from None
    return str(connection.vendor)


def probe_broker() -> str:
    url = str(settings.CELERY_BROKER_URL)
    if url.startswith("filesystem:"):
        return _probe_folder(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
    client = redis.Redis.from_url(
        url, socket_timeout=SOCKET_SECONDS, socket_connect_timeout=SOCKET_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError as error:
        raise ProbeFailedError(f"Redis: {type(error).__name__}") from None
    finally:
        client.close()
    return "Redis"


def _probe_folder(folder: str) -> str:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"ok")
    except OSError as error:
        raise ProbeFailedError(f"the broker's folder cannot be written: {error.strerror}") from None
    return "folder"


def probe_search() -> str:
    try:
        return check_search()
    except SearchDownError as error:
        raise ProbeFailedError(str(error)) from None
    except IndexMissingError as error:
        raise ProbeDegradedError(str(error)) from None


def probe_worker() -> str:
    try:
        alive = WorkerBeat.objects.filter(seen_at__gte=timezone.now() - stale_after()).count()
    except DatabaseError as error:
        raise ProbeFailedError(f"the database does not say: {type(error).__name__}") from None
    if not alive:
        silence = stale_after().total_seconds()
        raise ProbeFailedError(f"no worker was seen in the last {silence:.0f} s")
    return f"{alive} alive"


@dataclass(frozen=True, slots=True)
class Probe:
    run: Callable[[], str]
    # Without a worker every page is served; only background work waits.
    needed: bool = True


PROBES = {
    "database": Probe(probe_database),
    "search": Probe(probe_search),
    "broker": Probe(probe_broker),
    "worker": Probe(probe_worker, needed=False),
}


@cache
def _pool() -> ThreadPoolExecutor:
    # Bounded: probes that hang make later ones time out instead of piling up threads.
    return ThreadPoolExecutor(max_workers=2 * len(PROBES), thread_name_prefix="probe")


def _find(probe: Probe) -> Finding:
    started_at = time.perf_counter()
    try:
        state, reason = "ok", probe.run()
    except ProbeFailedError as error:
        state, reason = error.state, str(error)
    except Exception as error:  # a probe that breaks is a finding, not a failure of the page
        state, reason = "down", type(error).__name__
    finally:
        # Each thread has database connections of its own.
        connections.close_all()
    return Finding(state, reason, _milliseconds(started_at), probe.needed)


def _milliseconds(started_at: float) -> float:
    return round((time.perf_counter() - started_at) * 1000, 1)


def _wait_for(future: Future[Finding], probe: Probe, started_at: float) -> Finding:
    left = PROBE_SECONDS - (time.perf_counter() - started_at)
    try:
        return future.result(timeout=max(left, 0))
    except TimeoutError:
        future.cancel()
        reason = f"no answer within {PROBE_SECONDS:.0f} s"
        return Finding("down", reason, _milliseconds(started_at), probe.needed)


def check_all() -> dict[str, Finding]:
    """Probe everything at once; takes no longer than the slowest, and no more than 2 s."""
    started_at = time.perf_counter()
    futures = {name: _pool().submit(_find, probe) for name, probe in PROBES.items()}
    return {name: _wait_for(future, PROBES[name], started_at) for name, future in futures.items()}


def is_ready(findings: dict[str, Finding]) -> bool:
    return not any(finding.is_down for finding in findings.values() if finding.needed)


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: the process answers. Nothing else is asked, so that a slow database kills no web."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: what is needed to serve pages is there."""
    findings = check_all()
    ready = is_ready(findings)
    checks = {name: asdict(finding) for name, finding in findings.items()}
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)
