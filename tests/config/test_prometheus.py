"""/metrics: its content, and who may read it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from jobs.models import Job, WorkerBeat
from tests.config.programs import environment_of, run
from tests.people import Cast

pytestmark = pytest.mark.slow

TOKEN = "a-token-for-prometheus"


@pytest.fixture
def scrape(settings: Settings, client: Client) -> Callable[[], dict[str, float]]:
    settings.METRICS_TOKEN = TOKEN

    def samples() -> dict[str, float]:
        response = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert response.status_code == 200
        return {
            sample.name + str(sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(response.content.decode())
            for sample in family.samples
        }

    return samples


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_status(
    client: Client, scrape: Callable[[], dict[str, float]]
) -> None:
    counted = "touchstone_requests_total[('method', 'GET'), ('status', '2xx'), ('view', 'healthz')]"
    before = scrape().get(counted, 0)
    client.get("/healthz")
    client.get("/healthz")
    after = scrape()
    assert after[counted] == before + 2
    assert after["touchstone_request_seconds_count[('method', 'GET'), ('view', 'healthz')]"] >= 2


@pytest.mark.django_db
def test_unknown_addresses_and_methods_make_no_new_labels(
    client: Client, scrape: Callable[[], dict[str, float]]
) -> None:
    client.get("/no-such-page-1729")
    client.generic("BREW", "/healthz")
    samples = scrape()
    assert not any("1729" in name or "BREW" in name for name in samples)
    assert any("('view', 'none')" in name for name in samples)
    assert any("('method', 'other')" in name for name in samples)


@pytest.mark.django_db
def test_jobs_and_workers_come_from_the_database(scrape: Callable[[], dict[str, float]]) -> None:
    now = timezone.now()
    for minutes in (5, 1):
        Job.objects.create(kind="test", created_at=now - timedelta(minutes=minutes))
    WorkerBeat.objects.create(name="alive@host", seen_at=now)
    WorkerBeat.objects.create(name="gone@host", seen_at=now - timedelta(hours=1))
    samples = scrape()
    assert samples["touchstone_jobs[('state', 'queued')]"] == 2
    assert samples["touchstone_jobs[('state', 'failed')]"] == 0
    assert samples["touchstone_oldest_queued_job_seconds[]"] == pytest.approx(300, abs=10)
    assert samples["touchstone_workers_alive[]"] == 1
    assert any(name.startswith("touchstone_build_info") for name in samples)


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["", "Bearer wrong", "Bearer ", f"Basic {TOKEN}", TOKEN])
def test_strangers_are_refused(client: Client, settings: Settings, header: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    response = client.get("/metrics", headers={"authorization": header})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert b"touchstone_" not in response.content


@pytest.mark.django_db
def test_empty_token_opens_nothing(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 401


def test_administrators_may_look_and_others_not(cast: Cast, log_in: Callable[..., Client]) -> None:
    assert log_in(cast.administrator).get("/metrics").status_code == 200
    for person in (cast.manager, cast.researcher, cast.annotator, cast.stranger):
        assert log_in(person).get("/metrics").status_code == 403


TWO_PROCESSES = """
import os, django
django.setup()
from django.test import Client
from config.prometheus import REGISTRY, CollectorRegistry, MultiProcessCollector, generate_latest
if os.fork() == 0:
    Client().get("/healthz")
    os._exit(0)
os.wait()
Client().get("/healthz")
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""


def test_several_web_processes_count_together(tmp_path: Path) -> None:
    shared = tmp_path / "counts"
    shared.mkdir()
    variables = environment_of(
        tmp_path,
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        PROMETHEUS_MULTIPROC_DIR=str(shared),
    )
    done = run("-c", TWO_PROCESSES, environment=variables)
    assert done.returncode == 0, done.stderr
    line = 'touchstone_requests_total{method="GET",status="2xx",view="healthz"} 2.0'
    assert line in done.stdout
