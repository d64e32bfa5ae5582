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
