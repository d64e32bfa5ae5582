"""`manage.py release`: what the screen does, by the same job."""

from __future__ import annotations

import json
import os
from collections import Counter
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from jobs.execution import run_job
from jobs.models import Job, JobState
from releases.dataset.rules.splits import RequestedPart
from releases.models import Release
from releases.services import releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import address, choices_of, files_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def release(desk: Desk, out: Path, *more: str, **options: Any) -> str:
    """Run the command and return its output."""
    told = StringIO()
    call_command("release", desk.campaign.name, "--out", str(out), *more, stdout=told, **options)
    return told.getvalue()


def test_it_builds_into_a_folder_and_writes_an_old_release_again(
    desk: Desk, tmp_path: Path
) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    told = release(desk, out, "--compression", "gzip")
    assert "Release 1 of “Rivers of test”: 30 claims (3 dev, 3 test, 24 train)" in told
    assert (out / "feverous" / "train.jsonl.gz").exists()
    release(desk, again, "--version-number", "1")
    for path in files_in(out):
        assert path.read_bytes() == (again / path.relative_to(out)).read_bytes()
    assert Release.objects.count() == 1
    with pytest.raises(CommandError, match="is not empty"):
        release(desk, out)
    there_is = r"^There is no campaign “Lakes” with a design\. There is “Rivers of test”\.$"
    with pytest.raises(CommandError, match=there_is):
        call_command("release", "Lakes", "--out", str(tmp_path / "more"))


def test_where_nothing_can_be_written_nothing_is_built(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(CommandError) as refused:
            release(desk, out)
        assert str(refused.value) == f"{out} is no folder in which one can write."
    assert not Release.objects.exists()


def test_it_says_which_files_differ_from_what_was_offered(desk: Desk, tmp_path: Path) -> None:
    release(desk, tmp_path / "out")
    stored = Release.objects.get()
    stored.note = "Changed behind its back."
    stored.save(update_fields=["note"])
    with pytest.raises(CommandError, match=r"not as it was offered: README\.md, .*\.$"):
        release(desk, tmp_path / "again", "--version-number", "1")


def test_it_builds_by_a_job_that_holds_the_key(desk: Desk, tmp_path: Path) -> None:
    told = release(desk, tmp_path / "out", verbosity=2)
    assert "Writing the documentation: 30 of 30" in told
    job = Job.objects.get()
    assert (job.state, job.exclusive) == (JobState.SUCCEEDED, releases.key_of(desk.campaign))
    assert Release.objects.get().job == job


def test_it_does_not_start_where_a_job_builds_already(desk: Desk, tmp_path: Path) -> None:
    releases.request_release(
        campaign=desk.campaign, choices=choices_of(desk.campaign), note="", by=None, now=NOW
    )
    with pytest.raises(CommandError, match="is already being built"):
        release(desk, tmp_path / "out")
    assert Release.objects.count() == 1


def test_what_was_interrupted_goes_on_from_the_page(
    desk: Desk, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def interrupt(descriptor: int) -> None:
        nonlocal written
        written += 1
        if written > 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            release(desk, tmp_path / "out")
    stored = Release.objects.select_related("job").get()
    assert stored.job is not None
    assert (stored.state, stored.job.state) == (Release.State.BUILDING, JobState.CANCELLED)
    assert "Resume build" in client.get(address("release", desk, 1)).content.decode()
    client.post(address("release-retry", desk, 1))
    assert run_job(stored.job.pk, worker="test")
    stored.refresh_from_db()
    assert stored.state == Release.State.READY
    assert not (tmp_path / "out").exists()


def test_parts_have_the_sizes_and_the_balance_asked_for(desk: Desk, tmp_path: Path) -> None:
    sizes = ("--part", "dev=.2", "--part", "test=9", "--part", "extra=1/10", "--balanced", "dev")
    release(desk, tmp_path / "out", *sizes, "--withhold", "test")
    stored = Release.objects.get()
    assert stored.requested.parts == (
        RequestedPart("train"),
        RequestedPart("dev", share=Fraction(1, 5), balanced=True),
        RequestedPart("test", size=9),
        RequestedPart("extra", share=Fraction(1, 10)),
    )
    assert Counter(stored.items.values_list("split", flat=True))["test"] == 9
    # The next one follows it, unless it is told otherwise.
    release(desk, tmp_path / "two")
    release(desk, tmp_path / "three", "--with-labels", "test")
    _, second, third = Release.objects.order_by("version")
    assert second.requested == stored.requested
    assert third.requested.withheld == ()
    labelled = (folder_of(third) / "public" / "test.jsonl").read_text(encoding="utf-8")
    assert len([json.loads(line)["verdict"] for line in labelled.splitlines()]) == 9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--part", "dev"], "“dev” is not NAME=SIZE"),
        (["--part", "dev=many"], "“dev=many” is not NAME=SIZE"),
        (["--part", "dev=2.5"], "there is no half claim"),
        (["--part", "train=.5"], "“train” takes what the other parts leave"),
        (["--part", "dev=-.5"], "The size of “dev” is below 0"),
        (["--balanced", "exam"], "There is no part “exam”"),
    ],
)
def test_parts_that_cannot_be_meant_are_refused(
    desk: Desk, tmp_path: Path, options: list[str], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        release(desk, tmp_path / "out", *options)
    assert not Release.objects.exists()
