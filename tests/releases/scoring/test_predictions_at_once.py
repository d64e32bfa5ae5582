"""Two uploads of one person at the same moment: only as many scores as the day has left."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Membership
from releases.models import PredictionRun, Release
from releases.scoring import predictions
from releases.storage import uploads
from tests.people import NOW
from tests.releases.scoring.predicting import predicted
from tests.releases.world import choices_of, make_campaign, make_release, verify_all

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.usefixtures("home"),
]


def test_of_two_threads_one_gets_the_last_score_of_the_day(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WITHHELD_FEWEST_CLAIMS, settings.WITHHELD_SCORES_A_DAY = 3, 1
    desk = make_campaign(10)
    verify_all(desk)
    person = User.objects.create(username="rafa", name="Rafa", email="rafa@example.org")
    Membership.objects.create(
        campaign=desk.campaign, user=person, role=Role.RESEARCHER, joined_at=NOW
    )
    choices = choices_of(desk.campaign, withheld=("test",))
    releases = [make_release(desk.campaign, choices) for _ in range(2)]
    content = predicted(releases[0], "test")
    # Both have passed the check before their files, and go on together.
    both_stored = threading.Barrier(2)
    store = uploads.store_upload

    def store_together(*arguments: Any) -> str:
        digest = store(*arguments)
        both_stored.wait(timeout=300)
        return digest

    monkeypatch.setattr(predictions, "store_upload", store_together)

    def request(release: Release) -> str:
        try:
            predictions.request_scoring(
                release=release,
                part="test",
                name="Baseline",
                file=SimpleUploadedFile("p.jsonl", content),
                by=person,
                now=timezone.now(),
            )
        except predictions.TooManyUploadsError:
            return "refused"
        finally:
            connections.close_all()
        return "taken"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(request, releases)) == ["refused", "taken"]
    assert PredictionRun.objects.count() == 1
    assert len(list((settings.HOME / "uploads" / "predictions").glob("*"))) == 1
