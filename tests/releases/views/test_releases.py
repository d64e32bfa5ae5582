"""Releases on screen: building them; who may and who may not."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Verification
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from releases.dataset.rules.refusals import RefusalReason
from releases.dataset.rules.splits import RequestedPart
from releases.models import Release, ReleaseItem
from releases.services import releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import address, choices_of, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
FORM = {
    "note": "The first one.",
    "formats": ["feverous", "public", "internal"],
    "compression": "none",
    "pages": "used",
    "size_dev": "0.1",
    "size_test": "0.1",
    "balanced_test": "on",
}


def test_a_researcher_builds_a_release(client: Client, desk: Desk) -> None:
    response = client.post(address("campaign-releases", desk), FORM)
    assert response.headers["Location"] == address("release", desk, 1)
    progress = client.get(address("release-progress", desk, 1))
    assert "Waiting for a worker" in progress.content.decode()
    job = Job.objects.get()
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert job.result is not None
    assert job.result["url"] == address("release", desk, 1)
    done = client.get(address("release-progress", desk, 1))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    text = client.get(address("release", desk, 1)).content.decode()
    assert "30 claims with evidence" in text
    assert "How many claims each part has, by verdict" in text
    assert "feverous/train.jsonl" in text
    # The internal files are for those who manage the people.
    assert "files/internal/train.jsonl" not in text
    assert client.get(address("release-file", desk, 1, "internal/train.jsonl")).status_code == 404


def test_a_second_build_at_the_same_time_is_refused(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    response = client.post(address("campaign-releases", desk), FORM)
    assert response.status_code == 422
    assert "is already being built" in response.content.decode()
    assert Release.objects.count() == 1


def test_a_form_that_makes_no_sense_is_refused_and_kept(client: Client, desk: Desk) -> None:
    response = client.post(
        address("campaign-releases", desk), {**FORM, "size_dev": "0.7", "size_test": "0.6"}
    )
    assert response.status_code == 422
    assert "The shares add up to more than 1." in response.content.decode()
    assert "The first one." in response.content.decode()
    assert not Release.objects.exists()


def test_building_is_cancelled_and_goes_on_later(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    client.post(address("release-cancel", desk, 1))
    release = Release.objects.get()
    assert release.job is not None and release.job.state == JobState.CANCELLED
    page = client.get(address("release", desk, 1)).content.decode()
    assert "The build was stopped. Nothing was published." in page
    client.post(address("release-retry", desk, 1))
    assert run_job(release.job.pk, worker="test")
    release.refresh_from_db()
    assert release.state == Release.State.READY


def test_a_stopped_release_is_not_resumed_once_a_later_one_is_there(
    client: Client, desk: Desk
) -> None:
    client.post(address("campaign-releases", desk), FORM)
    first = Release.objects.get()
    client.post(address("release-cancel", desk, 1))
    make_release(desk.campaign)
    client.post(address("release-retry", desk, 1))
    assert first.job is not None
    assert run_job(first.job.pk, worker="test")
    first.refresh_from_db()
    assert (first.state, first.refusal) == (
        Release.State.FAILED,
        RefusalReason("overtaken", {"release": 2}),
    )
    assert not ReleaseItem.objects.filter(release=first).exists()
    page = client.get(address("release", desk, 1)).content.decode()
    assert "Release 2 was finished in the meantime" in page
    assert "Resume build" not in page


def test_a_full_disk_is_told_and_building_goes_on_later(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    written = 0

    def fill_up(descriptor: int) -> None:
        nonlocal written
        written += 1
        if written > 5:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fill_up)
    run_job(release.job.pk, worker="test")
    page = client.get(address("release", desk, 1)).content.decode()
    assert "disk is full. Make room, then try again." in page
    assert not list(folder_of(release).rglob("*.part"))
    monkeypatch.undo()
    client.post(address("release-retry", desk, 1))
    run_job(release.job.pk, worker="test")
    release.refresh_from_db()
    assert release.state == Release.State.READY


def test_a_release_that_cannot_be_offered_says_why(client: Client, desk: Desk) -> None:
    Verification.objects.update(void_since=NOW)
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    run_job(release.job.pk, worker="test")
    release.job.refresh_from_db()
    assert release.job.state == JobState.FAILED
    page = client.get(address("release", desk, 1)).content.decode()
    assert "No claim of the campaign may go into a release yet." in page


def test_a_researcher_cannot_publish_labels_that_were_withheld(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    url = address("campaign-releases", desk)
    shown = client.get(url)
    assert shown.context["form"]["withheld"].initial == ["test"]
    assert "What was published without labels stays so (test)" in shown.content.decode()
    response = client.post(url, FORM)
    assert response.status_code == 422
    assert "“test” stays without labels, as published before" in response.content.decode()
    assert Release.objects.count() == 1
    kept = client.post(url, {**FORM, "withheld": ["test"]})
    assert kept.headers["Location"] == address("release", desk, 2)
    client.post(address("release-cancel", desk, 2))
    # A manager can: the choice was theirs.
    assert log_in(manager_of(desk)).post(url, FORM).status_code == 302


def test_a_part_that_was_withheld_cannot_be_dealt_into_others(desk: Desk, researcher: User) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    with refused(releases.ChoicesRefusedError, "“test” stays without labels"):
        releases.request_release(
            campaign=desk.campaign,
            choices=choices_of(desk.campaign, parts=(RequestedPart("train"),)),
            note="",
            by=researcher,
            now=NOW,
        )
    assert Release.objects.count() == 1


def test_an_annotator_sees_no_releases(desk: Desk, log_in: Callable[[User], Client]) -> None:
    make_release(desk.campaign)
    annotator = log_in(desk.verifiers[0])
    for name, more in (
        ("campaign-releases", ()),
        ("release", (1,)),
        ("release-claims", (1,)),
        ("release-predictions", (1,)),
        ("release-file", (1, "manifest.json")),
    ):
        assert annotator.get(address(name, desk, *more)).status_code == 403
    part = annotator.get(
        address("release-file", desk, 1, "feverous/train.jsonl"), headers={"Range": "bytes=5-9"}
    )
    assert part.status_code == 403
    assert "Releases" not in annotator.get(address("campaign", desk)).content.decode()


def test_cancelling_a_job_elsewhere_leaves_nothing_offered(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    jobs.cancel_job(job=release.job, by=None, now=NOW)
    assert client.get(address("release-file", desk, 1, "manifest.json")).status_code == 404
    assert not Path(folder_of(release), "manifest.json").exists()


def test_how_to_load_it_is_told_of_files_that_are_there(client: Client, desk: Desk) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, formats=("feverous",)))
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("train",)))
    told = [client.get(address("release", desk, version)).content.decode() for version in (1, 2)]
    assert "Load it" not in told[0]
    assert "public/train_unlabelled.jsonl&quot;, lines=True" in told[1]


def test_the_list_tells_the_claims_of_each_release_and_what_changed(
    client: Client, desk: Desk
) -> None:
    make_release(desk.campaign)
    make_release(desk.campaign)
    page = client.get(address("campaign-releases", desk)).content.decode()
    assert page.count('data-label="Claims">30</td>') == 2
    assert page.count("since 1: 0 added, 0 removed, 0 changed") == 1
