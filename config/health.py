"""Health and readiness: the process, the database, the search engine, broker and workers."""

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

# Below `settings.PROBE_SECONDS`, so that the reason is the socket's error and no thread waits.
SOCKET_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """The result of a successful probe, with a number if there is something to count."""

    reason: str
    count: int | None = None


class ProbeFailedError(Exception):
    """A service is down. The message says why, without host names or passwords."""

    state = "down"

    def __init__(self, reason: str, count: int | None = None) -> None:
        super().__init__(reason)
        self.report = ProbeAnswer(reason, count)


class ProbeDegradedError(ProbeFailedError):
    """A service works only in part, but pages are served. The message says what is missing."""

    state = "degraded"


@dataclass(frozen=True, slots=True)
class ServiceState:
    """The state of a probed service."""

    state: str
    reason: str
    milliseconds: float
    # Whether pages cannot be served without it.
    needed: bool
    # The number of corpora without an index, or of living workers.
    count: int | None = None

    @property
    def is_down(self) -> bool:
        return self.state == "down"

    def as_json(self, *, with_reason: bool) -> dict[str, object]:
        """Return the finding as JSON; the reason, which may name corpora, only if requested."""
        fields = asdict(self)
        if not with_reason:
            del fields["reason"]
        return fields


def probe_database() -> ProbeAnswer:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        # The driver's message contains the host and the user.
        raise ProbeFailedError(f"{connection.vendor}: {type(error).__name__}") from None
    return ProbeAnswer(str(connection.vendor))


def probe_broker() -> ProbeAnswer:
    url = str(settings.CELERY_BROKER_URL)
    if url.startswith("filesystem:"):
        return _probe_folder(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
    import redis  # slow to import, and only needed if it is the broker

    client = redis.Redis.from_url(
        url, socket_timeout=SOCKET_SECONDS, socket_connect_timeout=SOCKET_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError as error:
        raise ProbeFailedError(f"Redis: {type(error).__name__}") from None
    finally:
        client.close()
    return ProbeAnswer("Redis")


def _probe_folder(folder: str) -> ProbeAnswer:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"ok")
    except OSError as error:
        raise ProbeFailedError(f"cannot write to the broker's folder: {error.strerror}") from None
    return ProbeAnswer("folder")


def probe_search() -> ProbeAnswer:
    try:
        return ProbeAnswer(check_search())
    except SearchDownError as error:
        raise ProbeFailedError(str(error)) from None
    except IndexMissingError as error:
        raise ProbeDegradedError(str(error), error.count) from None


def probe_worker() -> ProbeAnswer:
    try:
        alive = living_workers(now=timezone.now()).count()
    except DatabaseError as error:
        raise ProbeFailedError(f"the database did not answer: {type(error).__name__}") from None
    if not alive:
        silence = stale_after().total_seconds()
        raise ProbeFailedError(f"no worker was seen in the last {silence:.0f} s", 0)
    return ProbeAnswer(f"{alive} alive", alive)


@dataclass(frozen=True, slots=True)
class Probe:
    run: Callable[[], ProbeAnswer]
    # Without a worker, jobs wait; without the search engine, searches fail. All other pages work.
    needed: bool = True


PROBES = {
    "database": Probe(probe_database),
    "search": Probe(probe_search, needed=False),
    "broker": Probe(probe_broker),
    "worker": Probe(probe_worker, needed=False),
}


@cache
def _pool() -> ThreadPoolExecutor:
    # Limited: if probes hang, later ones time out instead of starting more and more threads.
    return ThreadPoolExecutor(max_workers=2 * len(PROBES), thread_name_prefix="probe")


def _run_probe(probe: Probe) -> ServiceState:
    started_at = time.perf_counter()
    try:
        state, report = "ok", probe.run()
    except ProbeFailedError as error:
        state, report = error.state, error.report
    except Exception as error:  # a probe that fails is a finding, not a failure of the page
        state, report = "down", ProbeAnswer(type(error).__name__)
    finally:
        # Each thread has its own database connections.
        connections.close_all()
    return ServiceState(state, report.reason, _milliseconds(started_at), probe.needed, report.count)


def _milliseconds(started_at: float) -> float:
    return round((time.perf_counter() - started_at) * 1000, 1)


def _wait_for(future: Future[ServiceState], probe: Probe, started_at: float) -> ServiceState:
    left = settings.PROBE_SECONDS - (time.perf_counter() - started_at)
    try:
        return future.result(timeout=max(left, 0))
    except TimeoutError:
        future.cancel()
        reason = f"no answer within {settings.PROBE_SECONDS:.0f} s"
        return ServiceState("down", reason, _milliseconds(started_at), probe.needed)


def check_all() -> dict[str, ServiceState]:
    """Run all probes at once. It takes as long as the slowest, at most `PROBE_SECONDS`."""
    started_at = time.perf_counter()
    futures = {name: _pool().submit(_run_probe, probe) for name, probe in PROBES.items()}
    return {name: _wait_for(future, PROBES[name], started_at) for name, future in futures.items()}


def is_ready(findings: dict[str, ServiceState]) -> bool:
    return not any(finding.is_down for finding in findings.values() if finding.needed)


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive. No database: a slow one must not cause a restart."""
    return HttpResponse("ok\n", content_type="text/plain")


def _is_administrator(request: HttpRequest, database: ServiceState) -> bool:
    # Users are in the database: if it is down, do not wait for it.
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
    """Answer whether pages can be served. Administrators also get the reasons."""
    findings = check_all()
    ready = is_ready(findings)
    trusted = _is_administrator(request, findings["database"])
    checks = {name: check.as_json(with_reason=trusted) for name, check in findings.items()}
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)
