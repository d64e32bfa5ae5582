"""Predictions through the API: uploaded as they are, scored by a job."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from core.api.scopes import Scope
from jobs.execution import run_job
from jobs.models import Job
from releases.models import PredictionRun
from tests.people import Cast
from tests.releases.world import make_tiny_release
from tests.wiki.pages import make_page

pytestmark = pytest.mark.django_db


def client_of(person: User) -> Client:
    made = tokens.make_api_token(
        person=person, name="model", now=timezone.now(), scopes=list(Scope)
    )
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


@pytest.fixture
def at(cast: Cast) -> str:
    from annotation.services.campaign import designs
    from campaigns.protocols import registry
    from campaigns.services import campaigns
    from tests.people import NOW

    page = make_page("Aare", "The Aare is a river.")
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=page.corpus, numbers={}
    )
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=NOW)
    release = make_tiny_release(cast.campaign, page.title)
    root = f"/api/v1/campaigns/{cast.campaign.public_id}"
    return f"{root}/releases/{release.version}/predictions"


LINE = {
    "id": 1,
    "predicted_label": "SUPPORTS",
    "predicted_evidence": [["Aare", "sentence", "0"]],
}


def upload(client: Client, at: str, body: bytes, **parameters: str) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in parameters.items())
    return client.post(f"{at}?{asked}", body, content_type="application/octet-stream")


def test_predictions_are_uploaded_and_scored(cast: Cast, at: str) -> None:
    client = client_of(cast.researcher)
    sent = upload(client, at, json.dumps(LINE).encode() + b"\n", part="train", name="Model")
    assert sent.status_code == 202, sent.content
    made = sent.json()
    assert (made["state"], made["scores"]) == ("waiting", None)
    other = client_of(cast.manager)
    assert other.get(f"{at}/{made['id']}").status_code == 404
    assert upload(client, at, b"{}", part="train", name="Two").json()["code"] == "being_scored"
    run_job(Job.objects.get(public_id=made["job"]).pk, worker="test")
    scored = client.get(f"{at}/{made['id']}").json()
    assert scored["state"] == "scored", scored
    assert scored["scores"]["all"]["label_accuracy"] == 1.0
    assert other.get(at).json()["results"] == [scored]
    cancelled = client.post(f"{at}/{made['id']}/cancel", content_type="application/json")
    assert (cancelled.status_code, cancelled.json()["code"]) == (409, "already_finished")


def test_unfit_uploads_are_refused(cast: Cast, at: str) -> None:
    client = client_of(cast.researcher)
    assert upload(client, at, b"{}", part="nowhere", name="x").json()["code"] == "invalid_parameter"
    assert upload(client, at, b"{}", part="train").json()["code"] == "invalid_parameter"
    typed = client.post(f"{at}?part=train&name=x", b"{}", content_type="application/json")
    assert (typed.status_code, typed.json()["code"]) == (415, "unsupported_media_type")
    assert upload(client_of(cast.annotator), at, b"{}", part="train", name="x").status_code == 403
    assert not PredictionRun.objects.exists()
    made = upload(client, at, b"no JSON\n", part="train", name="x").json()
    run_job(Job.objects.get(public_id=made["job"]).pk, worker="test")
    refused = client.get(f"{at}/{made['id']}").json()
    assert refused["state"] == "refused"
    assert refused["faults"]
