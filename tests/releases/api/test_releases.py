"""Releases in the API: their files by token."""

from __future__ import annotations

import io
import tarfile
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from annotation.services.campaign import designs
from campaigns.protocols import registry
from campaigns.services import campaigns
from core.api.scopes import Scope
from releases.models import Release
from tests.people import NOW, Cast
from tests.releases.world import make_tiny_release
from tests.wiki.pages import make_page

pytestmark = pytest.mark.django_db


def client_of(person: User) -> Client:
    made = tokens.make_api_token(person=person, name="nightly export", now=timezone.now())
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def bytes_of(response: Any) -> bytes:
    return b"".join(response.streaming_content)


@pytest.fixture
def base(cast: Cast) -> str:
    page = make_page("Aare", "The Aare is a river.")
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=page.corpus, numbers={}
    )
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=NOW)
    release = make_tiny_release(cast.campaign, page.title)
    return f"/api/v1/campaigns/{cast.campaign.public_id}/releases/{release.version}"


def test_files_are_downloaded_by_token_and_in_ranges(cast: Cast, base: str) -> None:
    client = client_of(cast.researcher)
    listed = client.get(base.rsplit("/", 1)[0]).json()["results"]
    assert [release["version"] for release in listed] == [1]
    assert client.get(base).json() == listed[0]
    whole = bytes_of(client.get(f"{base}/files/manifest.json"))
    part = client.get(f"{base}/files/manifest.json", headers={"Range": "bytes=2-5"})
    assert (part.status_code, bytes_of(part)) == (206, whole[2:6])
    beyond = client.get(f"{base}/files/manifest.json", headers={"Range": "bytes=99999999-"})
    assert (beyond.status_code, beyond.json()["code"]) == (416, "range_not_satisfiable")
    assert client.get(f"{base}/files/../secret").status_code == 404


def test_archive_has_all_files(cast: Cast, base: str) -> None:
    client = client_of(cast.researcher)
    offered = {file["path"] for file in client.get(base).json()["files"]} | {"manifest.json"}
    sent = io.BytesIO(bytes_of(client.get(f"{base}/archive")))
    with tarfile.open(fileobj=sent) as archive:
        assert {name.split("/", 1)[1] for name in archive.getnames()} == offered


def test_annotators_get_no_release(cast: Cast, base: str) -> None:
    client = client_of(cast.annotator)
    for path in ("", "/archive", "/files/manifest.json"):
        assert client.get(base + path).status_code == 403
    assert client_of(cast.stranger).get(base).status_code == 404


def send(client: Client, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def manager_of(cast: Cast) -> Client:
    made = tokens.make_api_token(
        person=cast.manager, name="builder", now=timezone.now(), scopes=[Scope.MANAGE]
    )
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def test_release_is_requested_with_what_is_chosen(cast: Cast, base: str) -> None:
    client, at = manager_of(cast), base.rsplit("/", 1)[0]
    asked = send(client, at, {"note": "More claims.", "compression": "gzip"})
    assert asked.status_code == 202, asked.content
    made = asked.json()
    assert (made["version"], made["state"], made["note"]) == (2, "building", "More claims.")
    assert client.get(f"/api/v1/jobs/{made['job']}").json()["state"] == "queued"
    release = Release.objects.get(version=2)
    assert release.requested.compression == "gzip"
    # The parts are those of the release before.
    assert [part.name for part in release.requested.parts] == ["train", "test"]
    again = send(client, at, {})
    assert (again.status_code, again.json()["code"]) == (409, "being_built")
    assert client.post(f"{at}/2/cancel", content_type="application/json").status_code == 200
    unfit = send(client, at, {"parts": [{"name": "a part", "share": 0.5}]})
    assert (unfit.status_code, unfit.json()["code"]) == (422, "choices_refused")
    assert Release.objects.count() == 2
    small = send(client_of(cast.manager), at, {})
    assert (small.status_code, small.json()["code"]) == (403, "scope_too_small")


def test_release_is_withdrawn_by_managers(cast: Cast, base: str) -> None:
    client, reason = manager_of(cast), {"reason": "A person asked."}
    made = tokens.make_api_token(
        person=cast.researcher, name="x", now=timezone.now(), scopes=list(Scope)
    )
    researcher = Client(headers={"Authorization": f"Bearer {made.secret}"})
    assert send(researcher, f"{base}/withdraw", reason).status_code == 403
    assert send(client, f"{base}/withdraw", {"reason": " "}).status_code == 422
    assert send(client, f"{base}/withdraw", reason).json()["withdrawn_at"] is not None
    assert send(client, f"{base}/withdraw", reason).json()["code"] == "not_on_offer"
    assert researcher.get(f"{base}/archive").status_code == 404
