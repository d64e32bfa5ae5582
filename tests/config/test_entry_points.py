"""The scripts of the containers, run directly with real PostgreSQL, Redis and Elasticsearch."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import environ
import psycopg2  # type: ignore[import-untyped]
import pytest

from config.variables import PROJECT_ROOT
from tests.config.programs import PATIENCE_SECONDS, PRODUCTION, environment_of, eventually, get, run
from tests.servers import free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.redis,
    pytest.mark.elasticsearch,
]
TOKEN = "a-token-for-prometheus"


@dataclass
class Site:
    """A production site: its settings, and the processes that run it."""

    environment: dict[str, str]
    folder: Path

    @contextmanager
    def script(self, name: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        output = self.folder / f"{name}-{free_port()}.txt"
        with output.open("wb") as stream:
            process = subprocess.Popen(
                [PROJECT_ROOT / "docker" / name],
                env={**self.environment, **variables},
                stdout=stream,
                stderr=subprocess.STDOUT,
                # Not the project's folder: the scripts find it by themselves.
                cwd=self.folder,
            )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(timeout=PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@dataclass
class Web:
    url: str
    process: subprocess.Popen[bytes]

    def readiness(self) -> tuple[int, dict[str, dict[str, object]]]:
        status, body = get(f"{self.url}/readyz")
        return status, json.loads(body)["checks"] if body else {}

    def states(self) -> dict[str, object]:
        assert self.process.poll() is None, "the web server ended"
        return {name: check["state"] for name, check in self.readiness()[1].items()}

    def is_ready(self) -> bool:
        assert self.process.poll() is None, "the web server ended"
        return self.readiness()[0] == 200


@pytest.fixture(scope="module")
def database_url(postgres_url: str) -> str:
    """Return the URL of an empty database: the other one may be in use by tests."""
    parts = environ.Env.db_url_config(postgres_url)
    with closing(
        psycopg2.connect(host=parts["HOST"], user=parts["USER"], dbname=parts["NAME"])
    ) as connection:
        connection.autocommit = True
        connection.cursor().execute("CREATE DATABASE entry_points TEMPLATE template0")
    return postgres_url.rpartition("/")[0] + "/entry_points"


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory,
    database_url: str,
    redis_url: str,
    elasticsearch_url: str,
) -> Site:
    folder = tmp_path_factory.mktemp("site")
    static = {"TOUCHSTONE_STATIC_FOLDER": str(folder / "static")}
    # As the image is built: with the embedded settings.
    done = run(
        *("manage.py", "collectstatic", "--no-input", "--verbosity", "0"),
        environment=environment_of(folder, **static),
    )
    assert done.returncode == 0, done.stderr
    variables = {
        **PRODUCTION,
        **static,
        "TOUCHSTONE_DATABASE_URL": database_url,
        "TOUCHSTONE_REDIS_URL": redis_url,
        "TOUCHSTONE_ELASTICSEARCH_URL": elasticsearch_url,
        "TOUCHSTONE_BEHIND_PROXY": "yes",
        "TOUCHSTONE_METRICS_TOKEN": TOKEN,
        "TOUCHSTONE_JOB_HEARTBEAT_SECONDS": "1",
    }
    return Site(environment_of(folder, **variables), folder)


@pytest.fixture(scope="module")
def webs(site: Site) -> Iterator[list[Web]]:
    """Start two web servers at the same moment on an empty database."""
    with ExitStack() as stack:
        started = []
        for _ in range(2):
            address = f"127.0.0.1:{free_port()}"
            process = stack.enter_context(site.script("web.sh", TOUCHSTONE_WEB_BIND=address))
            started.append(Web(f"http://{address}", process))
        yield started


def is_in_states(web: Web, expected: Mapping[str, object]) -> bool:
    return web.states() == expected


def test_two_webs_that_start_at_once_migrate_and_become_ready(webs: list[Web]) -> None:
    for web in webs:
        # On a busy machine, a probe may take longer than it is given.
        expected = {"database": "ok", "search": "ok", "broker": "ok", "worker": "down"}
        eventually(partial(is_in_states, web, expected), what=f"the states are {expected}")


def test_production_is_on_its_servers(webs: list[Web], site: Site) -> None:
    eventually(webs[0].is_ready, what="ready")
    reasons = "{name: finding.reason for name, finding in health.check_all().items()}"
    # However busy the machine is.
    patient = "from django.conf import settings; settings.PROBE_SECONDS = 300"
    program = (
        f"import django; django.setup(); {patient}; from config import health; print({reasons})"
    )
    told = run("-c", program, environment=site.environment).stdout
    assert "'database': 'postgresql', 'search': 'Elasticsearch is " in told
    assert "'broker': 'Redis'" in told


def test_web_serves_its_pages_over_https_only(webs: list[Web]) -> None:
    host = {"Host": "touchstone.example.org"}
    web = webs[0]
    eventually(web.is_ready, what="ready")
    status, page = get(f"{web.url}/log-in/", **host, **{"X-Forwarded-Proto": "https"})
    assert status == 200
    assert "<form" in page
    opener = urllib.request.build_opener(NoRedirect)
    request = urllib.request.Request(f"{web.url}/log-in/", headers=host)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        opener.open(request, timeout=60)
    assert refusal.value.code == 301
    assert refusal.value.headers["Location"] == "https://touchstone.example.org/log-in/"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        return None


def test_web_processes_count_requests_together(webs: list[Web]) -> None:
    web = webs[0]
    eventually(web.is_ready, what="ready")
    for _ in range(20):
        get(f"{web.url}/healthz")
    status, text = get(f"{web.url}/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    line = next(
        line
        for line in text.splitlines()
        if line.startswith("touchstone_requests_total") and 'view="healthz"' in line
    )
    assert float(line.rpartition(" ")[2]) == 20
    assert get(f"{web.url}/metrics")[0] == 401


def test_worker_is_seen_and_leaves_when_it_is_stopped(webs: list[Web], site: Site) -> None:
    def worker_state() -> object:
        return webs[0].readiness()[1].get("worker", {}).get("state")

    eventually(webs[0].is_ready, what="ready")
    with site.script("worker.sh") as worker:
        eventually(lambda: worker_state() == "ok", what="the worker is seen")
        done = run("manage.py", "worker_alive", environment=site.environment)
        assert (done.returncode, done.stdout) == (0, "alive\n")
        # The script became Celery: a signal to the container's process reaches it.
        assert b"celery" in Path(f"/proc/{worker.pid}/cmdline").read_bytes()
        worker.terminate()
        assert worker.wait(timeout=PATIENCE_SECONDS) == 0
    eventually(lambda: worker_state() == "down", what="the worker is missed")
    done = run("manage.py", "worker_alive", environment=site.environment)
    assert done.returncode == 1


def test_logs_of_production_are_json(webs: list[Web], site: Site) -> None:
    eventually(webs[0].is_ready, what="ready")
    get(f"{webs[0].url}/no-such-page", Host="touchstone.example.org")
    output = next(iter(sorted(site.folder.glob("web.sh-*.txt")))).read_text()
    lines = [line for line in output.splitlines() if line.startswith("{")]
    assert lines
    assert all({"time", "level", "logger", "message"} <= set(json.loads(line)) for line in lines)
    assert not [line for line in output.splitlines() if "gunicorn" in line and line[0] != "{"]


def test_web_stops_when_it_is_asked(webs: list[Web]) -> None:
    web = webs.pop()
    eventually(web.is_ready, what="ready")
    assert b"gunicorn" in Path(f"/proc/{web.process.pid}/cmdline").read_bytes()
    web.process.terminate()
    assert web.process.wait(timeout=PATIENCE_SECONDS) == 0


def test_missing_database_is_waited_for_only_so_long(site: Site) -> None:
    nowhere = {**site.environment, "TOUCHSTONE_DATABASE_URL": PRODUCTION["TOUCHSTONE_DATABASE_URL"]}
    done = run("manage.py", "migrate_once", "--wait", "1", environment=nowhere)
    assert done.returncode == 1
    assert done.stderr.strip() == "CommandError: The database did not answer within 1 s."
