"""Whether Touchstone is alive, and whether what it stands on is there."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from jobs.selectors.workers import living_workers
from jobs.timing import stale_after
from search.health import IndexMissingError, SearchDownError, check_search

# Below `settings.PROBE_SECONDS`, so that the reason is the socket's and no thread is left waiting.
SOCKET_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Report:
    """What a probe has to say of what is well; a number where there is something to count."""

    reason: str
    count: int | None = None


class ProbeFailedError(Exception):
    """What was probed is down; the message says why, without addresses or passwords."""

    state = "down"

    def __init__(self, reason: str, count: int | None = None) -> None:
        super().__init__(reason)
        self.report = Report(reason, count)


class ProbeDegradedError(ProbeFailedError):
    """What was probed serves in part, and pages are served; the message says what is missing."""

    state = "degraded"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found."""

    state: str
    reason: str
    milliseconds: float
    # Whether no page can be served without it.
    needed: bool
    # Of corpora without an index, of living workers.
    count: int | None = None

    @property
    def is_down(self) -> bool:
        return self.state == "down"

    def as_json(self, *, with_reason: bool) -> dict[str, object]:
        """For whoever asks; the reason may name what is not everybody's business."""
        told = asdict(self)
        if not with_reason:
            del told["reason"]
        return told


def probe_database() -> Report:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        # The driver's own words name the host and the user.
        raise ProbeFailedError(f"{connection.vendor}: {type(error).__name__}") from None
    return Report(str(connection.vendor))


def probe_broker() -> Report:
    url = str(settings.CELERY_BROKER_URL)
    if url.startswith("filesystem:"):
        return _probe_folder(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
    import redis  # slow to import, and needed only where it is the broker

    client = redis.Redis.from_url(
        url, socket_timeout=SOCKET_SECONDS, socket_connect_timeout=SOCKET_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError as error:
        raise ProbeFailedError(f"Redis: {type(error).__name__}") from None
    finally:
        client.close()
    return Report("Redis")


def _probe_folder(folder: str) -> Report:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"ok")
    except OSError as error:
        raise ProbeFailedError(f"the broker's folder cannot be written: {error.strerror}") from None
    return Report("folder")


def probe_search() -> Report:
    try:
        return Report(check_search())
    except SearchDownError as error:
        raise ProbeFailedError(str(error)) from None
    except IndexMissingError as error:
        raise ProbeDegradedError(str(error), error.count) from None


def probe_worker() -> Report:
    try:
        alive = living_workers(now=timezone.now()).count()
    except DatabaseError as error:
        raise ProbeFailedError(f"the database does not say: {type(error).__name__}") from None
    if not alive:
        silence = stale_after().total_seconds()
        raise ProbeFailedError(f"no worker was seen in the last {silence:.0f} s", 0)
    return Report(f"{alive} alive", alive)


@dataclass(frozen=True, slots=True)
class Probe:
    run: Callable[[], Report]
    # Without a worker, background work waits; without the search engine, searches are refused.
    # Every other page is served.
    needed: bool = True


PROBES = {
    "database": Probe(probe_database),
    "search": Probe(probe_search, needed=False),
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
        state, report = "ok", probe.run()
    except ProbeFailedError as error:
        state, report = error.state, error.report
    except Exception as error:  # a probe that breaks is a finding, not a failure of the page
        state, report = "down", Report(type(error).__name__)
    finally:
        # Each thread has database connections of its own.
        connections.close_all()
    return Finding(state, report.reason, _milliseconds(started_at), probe.needed, report.count)


def _milliseconds(started_at: float) -> float:
    return round((time.perf_counter() - started_at) * 1000, 1)


def _wait_for(future: Future[Finding], probe: Probe, started_at: float) -> Finding:
    left = settings.PROBE_SECONDS - (time.perf_counter() - started_at)
    try:
        return future.result(timeout=max(left, 0))
    except TimeoutError:
        future.cancel()
        reason = f"no answer within {settings.PROBE_SECONDS:.0f} s"
        return Finding("down", reason, _milliseconds(started_at), probe.needed)


def check_all() -> dict[str, Finding]:
    """Probe everything at once: for as long as the slowest takes, `PROBE_SECONDS` at most."""
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


def _is_administrator(request: HttpRequest, database: Finding) -> bool:
    # Who asks stands in the database: without it, nobody waits here to be recognised.
    if database.is_down:
        return False
    try:
        return isinstance(request.user, User) and request.user.is_administrator
    except DatabaseError:
        return False


@login_not_required
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: what is needed to serve pages is there. Administrators are told the reasons too."""
    findings = check_all()
    ready = is_ready(findings)
    trusted = _is_administrator(request, findings["database"])
    checks = {name: one.as_json(with_reason=trusted) for name, one in findings.items()}
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)
