"""Ringing for a worker, with and without a broker."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from config.celery import app
from jobs import doorbell
from jobs.models import Job
from jobs.services import jobs
from tests.people import NOW
from tests.servers import free_port


@pytest.fixture
def broker_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    connect = partial(app.connection_for_write, nowhere, transport="redis")
    monkeypatch.setattr(app, "connection_for_write", connect)


def test_ring_lies_in_the_embedded_brokers_folder() -> None:
    folder = Path(settings.HOME) / "broker"
    before = set(folder.glob("*.msg"))
    assert doorbell.ring(7) is True
    (message,) = set(folder.glob("*.msg")) - before
    assert doorbell.RUN_JOB in message.read_text()
    message.unlink()


@pytest.mark.usefixtures("broker_is_down")
def test_ring_without_a_broker_gives_up_at_once() -> None:
    begun = time.monotonic()
    assert doorbell.ring(7) is False
    # Generous, for busy machines: what is to be ruled out is waiting for the broker.
    assert time.monotonic() - begun < 60


@pytest.mark.django_db
@pytest.mark.usefixtures("broker_is_down")
def test_job_is_stored_though_the_broker_is_down(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        jobs.enqueue_job(kind="jobs.self_test", parameters={}, requested_by=None, now=NOW)
    assert Job.objects.get().state == "queued"
