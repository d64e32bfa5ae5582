"""Touchstone as if on two hosts, of which a worker and a search node are killed.

Two web servers and two workers share one PostgreSQL, one Redis, one home folder and two nodes of
Elasticsearch.

    python -m scripts.two_hosts

It prints what it tried and what happened; docs/scaling.md quotes it.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.servers import free_port
from tests.servers.elasticsearch import elasticsearch_cluster
from tests.servers.postgres import postgres_server
from tests.servers.redis import redis_server

ROOT = Path(__file__).parents[1]
PATIENCE = 600
PASSWORD = "river bank 77"  # noqa: S105


def say(text: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {text}\n")
    sys.stdout.flush()


def eventually(condition: Callable[[], bool], what: str) -> float:
    """Wait until a condition holds; return the seconds that it took."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > PATIENCE:
            raise SystemExit(f"not within {PATIENCE} s: {what}")
        time.sleep(0.5)
    return time.monotonic() - started


class Browser:
    """A person's browser, which may be sent to either web server."""

    def __init__(self) -> None:
        self.cookies = http.cookiejar.CookieJar(
            http.cookiejar.DefaultCookiePolicy(secure_protocols=("https", "wss", "http"))
        )
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def request(self, url: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        """Return status and body. The host is that of the site, whichever server answers."""
        # As the proxy would tell it.
        headers = {
            "X-Forwarded-Proto": "https",
            "Host": "localhost",
            "Referer": "https://localhost/",
        }
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        try:
            with self.opener.open(
                urllib.request.Request(url, body, headers),  # noqa: S310
                timeout=60,
            ) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""


def token_in(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found is not None, page[:500]
    return found.group(1)


@contextmanager
def program(
    command: list[str], environment: dict[str, str], log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=output, process_group=0
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="two-hosts-")))
        say("starting PostgreSQL, Redis and two Elasticsearch nodes")
        database = stack.enter_context(postgres_server())
        redis = stack.enter_context(redis_server())
        first, second = stack.enter_context(elasticsearch_cluster())
        shared = folder / "shared"
        shared.mkdir()
        ports = [free_port(), free_port()]

        def environment(port: int = 8000) -> dict[str, str]:
            return {
                **os.environ,
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "DJANGO_SETTINGS_MODULE": "config.settings.production",
                "TOUCHSTONE_SECRET_KEY": "0123456789abcdefghij" * 3,
                "TOUCHSTONE_ALLOWED_HOSTS": "localhost",
                "TOUCHSTONE_DATABASE_URL": database,
                "TOUCHSTONE_REDIS_URL": redis,
                "TOUCHSTONE_ELASTICSEARCH_URL": first.url,
                "TOUCHSTONE_ELASTICSEARCH_SHARDS": "2",
                "TOUCHSTONE_ELASTICSEARCH_REPLICAS": "1",
                "TOUCHSTONE_BEHIND_PROXY": "yes",
                "TOUCHSTONE_HOME": str(shared),
                "TOUCHSTONE_WEB_BIND": f"127.0.0.1:{port}",
                "TOUCHSTONE_WEB_PROCESSES": "1",
                "TOUCHSTONE_WORKER_PROCESSES": "1",
                "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
            }

        def manage(*arguments: str) -> str:
            done = subprocess.run(
                [sys.executable, "manage.py", *arguments],
                cwd=ROOT,
                env=environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
            return done.stdout

        say("collecting static files; then two web servers start at once and migrate under a lock")
        manage("collectstatic", "--no-input", "-v0")
        for number, port in enumerate(ports, start=1):
            stack.enter_context(
                program(["docker/web.sh"], environment(port), folder / f"web{number}.log")
            )
        workers = [
            stack.enter_context(
                program(["docker/worker.sh"], environment(), folder / f"worker{number}.log")
            )
            for number in (1, 2)
        ]
        urls = [f"http://127.0.0.1:{port}" for port in ports]
        browser = Browser()
        for url in urls:
            eventually(lambda url=url: browser.request(f"{url}/healthz")[0] == 200, url)  # type: ignore[misc]
        log = "".join((folder / f"web{number}.log").read_text() for number in (1, 2))
        say(f"both answer; migrated by one: {log.count('Database tables (')} time(s)")

        manage("createsuperuser", "--noinput", "--username", "ada")
        dump = ROOT / "demo" / "demo-pages-articles.xml"
        manage("import_dump", str(dump), "--corpus", "Demo", "--workers", "1", "--owner", "ada")
        manage("seal_corpus", "Demo")
        status, page = browser.request(f"{urls[0]}/log-in/")
        status, _ = browser.request(
            f"{urls[0]}/log-in/",
            {"csrfmiddlewaretoken": token_in(page), "username": "ada", "password": PASSWORD},
        )
        for number, url in enumerate(urls, start=1):
            status, page = browser.request(f"{url}/corpora/")
            say(f"logged in at web 1; web {number} answers /corpora/ with {status}")
        corpus = re.search(r"/corpora/([0-9a-f-]{36})/", page)
        assert corpus is not None

        def ready(url: str) -> dict[str, dict[str, object]]:
            found: dict[str, dict[str, object]] = json.loads(browser.request(f"{url}/readyz")[1])[
                "checks"
            ]
            return found

        eventually(lambda: ready(urls[1])["worker"]["count"] == 2, "two workers")
        say("web 2 sees two workers")
        seconds = eventually(lambda: ready(urls[0])["search"]["state"] == "ok", "the index")
        say(f"the index, requested through one host, is whole after {seconds:.0f} s")

        def hits(url: str) -> int:
            status, page = browser.request(f"{url}/search/?q=river")
            return page.count('class="hit__title"') if status == 200 else -status

        before = [hits(url) for url in urls]
        say(f"a search finds {before[0]} pages at web 1 and {before[1]} at web 2")

        say("killing Elasticsearch node 2 (SIGKILL)")
        second.kill()
        started, failed, tried = time.monotonic(), 0, 0
        while time.monotonic() - started < 20:
            for url in urls:
                tried += 1
                failed += hits(url) != before[0]
            time.sleep(0.2)
        say(
            f"in the 20 s after it, {tried - failed} of {tried} searches found the same {before[0]}"
        )
        status, page = browser.request(f"{urls[0]}/corpora/{corpus.group(1)}/")
        browser.request(
            f"{urls[0]}/corpora/{corpus.group(1)}/index/rebuild/",
            {"csrfmiddlewaretoken": token_in(page)},
        )

        say("a rebuild on one node is requested at web 1; meanwhile worker 1 is killed (SIGKILL)")
        time.sleep(1)
        os.killpg(workers[0].pid, signal.SIGKILL)

        def states() -> list[str]:
            _status, page = browser.request(f"{urls[1]}/api/jobs")
            return [job["state"] for job in json.loads(page)["results"]]

        seconds = eventually(lambda: not {"queued", "running"} & set(states()), "the jobs")
        say(f"after {seconds:.0f} s all jobs ended, as web 2 tells: {sorted(set(states()))}")
        say(f"searches find {[hits(url) for url in urls]}")
        say("starting node 2 again")
        second.start()
        seconds = eventually(
            lambda: '"status":"green"' in browser.request(f"{first.url}/_cluster/health")[1],
            "green",
        )
        say(f"the cluster is green after {seconds:.0f} s")


if __name__ == "__main__":
    main()
