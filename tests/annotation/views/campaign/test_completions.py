"""Completion codes, and the file for paying workers of external platforms."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, PayRate
from annotation.services.verifying import queue
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import CrowdWorker
from campaigns.services import workers
from tests.annotation.verifying_world import Desk, make_desk, take, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk(verifiers=2)


def make_worker(desk: Desk, person: User, worker_id: str, items: int = 1) -> CrowdWorker:
    link, _token = workers.make_worker_link(
        campaign=desk.campaign,
        member_role=MEMBER_ROLES["verifier"],
        name="Pool",
        parameter="pid",
        seats=9,
        items=items,
        code="",
        lifetime=timedelta(days=1),
        actor=desk.manager,
        now=timezone.now(),
    )
    return CrowdWorker.objects.create(
        campaign=desk.campaign,
        link=link,
        person=person,
        worker_id=worker_id,
        code=f"CODE-{worker_id}",
        joined_at=NOW,
    )


def complete(client: Client, desk: Desk) -> int:
    return client.post(f"/campaigns/{desk.campaign.public_id}/completion/").status_code


def test_the_code_is_given_after_enough_items(log_in: LogIn, desk: Desk) -> None:
    worker = make_worker(desk, desk.verifier, "w1")
    client = log_in(desk.verifier)
    assert "0 of 1 item submitted" in client.get("/").content.decode()
    assert complete(client, desk) == 302
    page = client.get("/").content.decode()
    assert "submitted enough items" in page
    assert worker.code not in page
    verify(desk)
    assert "Show completion code" in client.get("/").content.decode()
    assert complete(client, desk) == 302
    assert worker.code in client.get("/").content.decode()
    worker.refresh_from_db()
    assert worker.completed_at is not None


def test_a_skipped_item_does_not_count(log_in: LogIn, desk: Desk) -> None:
    worker = make_worker(desk, desk.verifier, "w1")
    attempt = take(desk).attempt
    queue.skip_claim(attempt=attempt, reason="too_hard", now=NOW)
    complete(log_in(desk.verifier), desk)
    worker.refresh_from_db()
    assert worker.completed_at is None


def test_who_is_no_worker_has_no_code(log_in: LogIn, desk: Desk) -> None:
    make_worker(desk, desk.verifier, "w1")
    assert complete(log_in(desk.verifiers[1]), desk) == 404
    assert "completion code" not in log_in(desk.verifiers[1]).get("/").content.decode().lower()


def test_work_is_paid_by_worker_id(log_in: LogIn, desk: Desk) -> None:
    make_worker(desk, desk.verifier, "w1")
    make_worker(desk, desk.verifiers[1], "w2")
    attempt = verify(desk).attempt
    Attempt.objects.update(ended_at=datetime(2025, 1, 1, tzinfo=UTC), timed_acts=0, acts=0)
    Attempt.objects.filter(pk=attempt.pk).update(
        ended_at=datetime(2026, 3, 4, 12, tzinfo=UTC), active_ms=30 * 60_000
    )
    PayRate.objects.create(
        campaign=desk.campaign, task="verify", basis="hour", amount=Decimal(12), currency="EUR"
    )
    client = log_in(desk.manager)
    base = f"/campaigns/{desk.campaign.public_id}/hours"
    days = "first=2026-03-02&last=2026-03-08"
    assert "Download by worker id" in client.get(f"{base}/?{days}").content.decode()
    text = client.get(f"{base}/workers.csv?{days}").content.decode("utf-8-sig")
    first, second = csv.DictReader(io.StringIO(text))
    assert {name: first[name] for name in ("worker_id", "items", "active_hours", "amount")} == {
        "worker_id": "w1",
        "items": "1",
        "active_hours": "0.50",
        "amount": "6.00",
    }
    assert (first["completion_code"], first["currency"]) == ("CODE-w1", "EUR")
    assert (second["worker_id"], second["items"], second["amount"]) == ("w2", "0", "")
