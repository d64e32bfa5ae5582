"""The Python client against a server: a verification, a job, a release that the recipes load."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from touchstone_client import ApiError, Touchstone
from touchstone_client.command import main

from accounts.models import User
from accounts.services import tokens
from annotation.models import Verification
from core.api.scopes import Scope
from jobs.execution import run_job
from jobs.models import Job
from jobs.services import jobs
from releases.models import Release
from tests.annotation.verifying_world import PAGE, judgement, make_desk
from tests.releases.papers.test_recipes import blocks, run
from tests.releases.world import make_campaign, make_release, manager_of, verify_all

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path / "home"
    settings.HOME.mkdir()


def token_of(person: User, *scopes: Scope) -> str:
    made = tokens.make_api_token(person=person, name="client", now=timezone.now(), scopes=scopes)
    return made.secret


def test_a_claim_is_taken_and_verified(live_server: LiveServer) -> None:
    desk = make_desk(verifiers=1)
    token = token_of(desk.verifier, Scope.ANNOTATE)
    with Touchstone(live_server.url, token) as touchstone:
        (campaign,) = touchstone.campaigns()
        claim = touchstone.take(campaign.id)
        assert touchstone.claim(claim.attempt) == claim
        assert touchstone.page(claim.corpus, PAGE)["title"] == PAGE
        judged = msgspec.to_builtins(judgement())
        with pytest.raises(ApiError) as refused:
            touchstone.submit(claim.attempt, judged | {"verdict": "perhaps"})
        assert refused.value.status == 422
        stored = touchstone.submit(claim.attempt, judged)
    verification = Verification.objects.get()
    assert stored.id == str(verification.public_id)


def test_a_token_without_the_scope_takes_nothing(live_server: LiveServer) -> None:
    desk = make_desk(verifiers=1)
    touchstone = Touchstone(live_server.url, token_of(desk.verifier))
    with touchstone, pytest.raises(ApiError) as refused:
        touchstone.take(str(desk.campaign.public_id))
    assert (refused.value.status, refused.value.code) == (403, "scope_too_small")


def test_a_job_is_followed_until_it_ends(live_server: LiveServer) -> None:
    person = User.objects.create_user("ada", "x")
    job = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=person, now=timezone.now()
    )

    def hear(_now: object) -> None:
        if Job.objects.get(pk=job.pk).state == "queued":
            run_job(job.pk, worker="test")

    with Touchstone(live_server.url, token_of(person)) as touchstone:
        ended = touchstone.follow_job(str(job.public_id), hear, every=0.05)
    assert ended.has_succeeded


def test_a_downloaded_release_is_loaded_by_its_recipes(
    live_server: LiveServer, tmp_path: Path
) -> None:
    desk = make_campaign()
    verify_all(desk)
    release = make_release(desk.campaign)
    assert release.state == Release.State.READY
    folder, output = tmp_path / "release", io.StringIO()
    words = ["--site", live_server.url, "--token", token_of(manager_of(desk))]
    words += ["download", str(desk.campaign.public_id), str(release.version), str(folder)]
    assert main(words, output=output, errors=io.StringIO()) == 0
    assert "README.md" in json.loads(output.getvalue())["files"]
    by_datasets, by_pandas = blocks((folder / "README.md").read_text(encoding="utf-8"))
    loaded = run(by_datasets + "print(sum(map(len, claims.values())))", folder)
    assert int(loaded) == 30
    assert 0 < int(run(by_pandas + "print(len(claims))", folder)) <= 30
