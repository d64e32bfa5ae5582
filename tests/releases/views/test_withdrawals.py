"""Withdrawn releases: what remains of them, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from releases.models import PredictionRun, Release
from releases.scoring.predictions import ReleaseWithdrawnError, request_scoring
from releases.selectors.releases import text_of
from releases.services.releases import withdraw_release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import address, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_a_manager_withdraws_a_release_with_a_reason(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign)
    url = address("release-withdraw", desk, 1)
    assert client.post(url, {"reason": "I say so."}).status_code == 403
    root = log_in(User.objects.create(username="root", is_administrator=True))
    unexplained = root.post(url, {"reason": " "})
    assert unexplained.status_code == 422
    assert not Release.objects.filter(withdrawn_at__isnull=False).exists()
    assert root.post(url, {"reason": "Half of the pages are from another wiki."}).status_code == 302
    release.refresh_from_db()
    assert release.withdrawn_at is not None
    page = client.get(address("release", desk, 1)).content.decode()
    assert "This release was withdrawn on" in page
    assert "Half of the pages are from another wiki." in page
    assert 'id="files"' not in page
    listed = client.get(address("campaign-releases", desk)).content.decode()
    assert "Withdrawn" in listed
    # Its files are for managers only.
    file = address("release-file", desk, 1, "public/train.jsonl")
    for wanted in (file, address("release-archive", desk, 1)):
        assert client.get(wanted).status_code == 404
        assert root.get(wanted).status_code == 200
    # Once is enough, and numbers go on.
    root.post(url, {"reason": "Again."})
    release.refresh_from_db()
    assert release.withdrawal_reason == "Half of the pages are from another wiki."
    assert make_release(desk.campaign).version == 2


def test_the_claims_of_a_withdrawn_release_are_for_managers_only(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign)
    item = release.items.order_by("record_id")[0]
    manager = manager_of(desk)
    withdraw_release(release=release, reason="Half of it is wrong.", by=manager, now=NOW)
    managing = log_in(manager)
    for url in (
        address("release-claims", desk, 1),
        address("release-claim", desk, 1, item.record_id),
    ):
        refused = client.get(url)
        page = refused.content.decode()
        assert refused.status_code == 410
        assert "This release was withdrawn on 2026" in page
        assert "Half of it is wrong." in page
        assert text_of(item) not in page
        seen = managing.get(url)
        assert seen.status_code == 200
        assert "Half of it is wrong." in seen.content.decode()
        assert text_of(item) in seen.content.decode().replace("&#x27;", "'")


def test_a_withdrawn_release_takes_no_more_predictions(
    client: Client, desk: Desk, home: Path, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign)
    manager = manager_of(desk)
    withdraw_release(release=release, reason="Half of it is wrong.", by=manager, now=NOW)
    url = address("release-predictions", desk, 1)
    for person in (client, log_in(manager)):
        assert 'type="file"' not in person.get(url).content.decode()
        file = SimpleUploadedFile("predictions.jsonl", b"{}\n")
        refused = person.post(url, {"name": "Late", "part": "test", "file": file})
        assert refused.status_code == 422
        assert "Nothing more is scored on it." in refused.content.decode()
    assert not PredictionRun.objects.exists()
    assert not [path for path in (home / "uploads").rglob("*") if path.is_file()]


def test_a_release_that_is_withdrawn_during_the_upload_scores_nothing(
    desk: Desk, home: Path, researcher: User
) -> None:
    release = make_release(desk.campaign)
    as_it_was = Release.objects.get(pk=release.pk)
    withdraw_release(release=release, reason="Wrong.", by=desk.manager, now=NOW)
    with pytest.raises(ReleaseWithdrawnError):
        request_scoring(
            release=as_it_was,
            part="test",
            name="Late",
            file=SimpleUploadedFile("predictions.jsonl", b"{}\n"),
            by=researcher,
            now=NOW,
        )
    assert not PredictionRun.objects.exists()
    assert not [path for path in (home / "uploads").rglob("*") if path.is_file()]
