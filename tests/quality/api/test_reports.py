"""Reports through the API: requested, followed, read, taken as files."""

from __future__ import annotations

import pytest

from jobs.execution import run_job
from jobs.models import Job
from quality.models import QualityReport
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.verifying_world import Desk, make_desk, verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(db: None) -> Desk:
    desk = make_desk()
    verify(desk)
    return desk


def test_report_is_requested_followed_and_read(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}/reports"
    asked = post(manager, at, {"kind": "description", "seed": 3})
    assert asked.status_code == 202, asked.content
    made = asked.json()
    assert (made["is_finished"], made["parameters"]["seed"]) == (False, 3)
    assert get(manager, f"jobs/{made['job']}").json()["state"] == "queued"
    assert refusal(post(manager, at, {"kind": "description"})) == (409, "being_made")
    assert get(manager, f"{at}/{made['id']}").json()["result"] is None
    assert refusal(get(manager, f"{at}/{made['id']}/files/report.json")) == (404, "not_found")
    run_job(Job.objects.get(public_id=made["job"]).pk, worker="test")
    read = get(manager, f"{at}/{made['id']}").json()
    assert read["report"]["is_finished"]
    assert read["result"]
    for form in ("report.json", "figures.csv", "table.tex"):
        assert get(manager, f"{at}/{made['id']}/files/{form}").status_code == 200
    assert refusal(get(manager, f"{at}/{made['id']}/files/secrets")) == (404, "not_found")
    assert refusal(post(manager, f"{at}/{made['id']}/cancel")) == (409, "already_finished")
    [listed] = get(manager, at, kind="description").json()["results"]
    assert listed == read["report"]
    assert get(manager, at, kind="bias").json()["results"] == []


def test_report_is_cancelled_and_refused_to_others(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}/reports"
    verifier = client_of(desk.verifier)
    assert refusal(post(verifier, at, {"kind": "bias"})) == (403, "permission_denied")
    assert refusal(post(manager, at, {"kind": "gossip"})) == (422, "invalid")
    assert not QualityReport.objects.exists()
    made = post(manager, at, {"kind": "bias"}).json()
    assert post(manager, f"{at}/{made['id']}/cancel").status_code == 200
    assert Job.objects.get(public_id=made["job"]).is_finished
