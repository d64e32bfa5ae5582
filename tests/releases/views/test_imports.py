"""The screens of an import: what is stored, what is told, what is left of one that ends badly."""

from __future__ import annotations

import errno
import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from annotation.models import Claim
from campaigns.models import Campaign, Membership
from jobs import chores
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from releases.importing import import_requests, running
from releases.models import DatasetImport, ImportedRecord
from releases.storage import uploads
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


@pytest.fixture
def manager(desk: Desk) -> User:
    person = User.objects.create(username="mona", name="Mona")
    Membership.objects.create(campaign=desk.campaign, user=person, role=Role.MANAGER, joined_at=NOW)
    return person


@pytest.fixture
def client(manager: User, log_in: Callable[[User], Client]) -> Client:
    return log_in(manager)


@pytest.fixture
def lines(desk: Desk, home: Path) -> list[bytes]:
    """Return a header and three claims."""
    folder = folder_of(make_release(desk.campaign)) / "feverous"
    return (folder / "dev.jsonl").read_bytes().splitlines(keepends=True)


def bring(client: Client, desk: Desk, content: bytes, **changes: Any) -> Any:
    corpus = desk.campaign.corpus
    assert corpus is not None
    asked = {
        "name": "Brought",
        "purpose": "analyse",
        "format": "feverous",
        "design": "",
        "corpus": str(corpus.public_id),
        "part_1": "train",
        "file_1": SimpleUploadedFile("mine.jsonl", content),
    }
    return client.post(reverse("dataset-import"), asked | changes)


def work(kind: str = "releases.import_dataset") -> Job:
    job = Job.objects.filter(kind=kind).latest("pk")
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    return job


def stored(home: Path) -> list[Path]:
    return sorted(path for path in (home / "uploads").rglob("*") if path.is_file())


def address(name: str, dataset: DatasetImport) -> str:
    return reverse(f"dataset-import-{name}", args=[dataset.public_id])


def test_files_are_stored_imported_by_a_job_and_gone(
    client: Client, manager: User, desk: Desk, lines: list[bytes], home: Path
) -> None:
    packed = gzip.compress(b"".join([lines[0], *lines[2:]]))
    answer = bring(
        client, desk, b"".join(lines[:2]), part_2="rest", file_2=SimpleUploadedFile("r.gz", packed)
    )
    dataset = DatasetImport.objects.get()
    assert (answer.status_code, answer.url) == (302, address("detail", dataset))
    assert [path.read_bytes() for path in stored(home)] == [b"".join(lines[:2]), packed]
    assert "Waiting for a worker" in client.get(address("progress", dataset)).content.decode()
    assert not Campaign.objects.filter(name="Brought").exists()
    job = work()
    assert (job.state, job.error_detail) == (JobState.SUCCEEDED, "")
    assert job.result == {"Claims": 3}
    assert (job.progress_done, job.progress_total) == (3, 3)
    done = client.get(address("progress", dataset))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    assert stored(home) == []
    campaign = Campaign.objects.get(name="Brought")
    assert campaign.state == Campaign.State.CLOSED
    assert Membership.objects.get(campaign=campaign).user == manager
    browse = reverse("release-claims", args=[campaign.public_id, 1])
    assert browse in client.get(address("detail", dataset)).content.decode()
    page = client.get(browse).content.decode()
    assert '<option value="rest">rest</option>' in page
    overview = client.get(reverse("campaign", args=[campaign.public_id])).content.decode()
    assert browse in overview
    releases = client.get(reverse("campaign-releases", args=[campaign.public_id]))
    assert "its release has all of it" in releases.content.decode()


def test_claims_whose_pages_are_not_here_are_counted_and_found(
    client: Client, desk: Desk, lines: list[bytes]
) -> None:
    title = json.loads(lines[1])["evidence"][0]["content"][0].partition("_")[0]
    lines[1] = lines[1].replace(title.encode(), b"Nowhere")
    bring(client, desk, b"".join(lines))
    work()
    dataset = DatasetImport.objects.get()
    assert dataset.campaign is not None
    browse = reverse("release-claims", args=[dataset.campaign.public_id, 1])
    page = client.get(address("detail", dataset)).content.decode()
    assert "1 claim names pages that are not in the corpus." in page
    assert f'href="{browse}?is_unresolved=1"' in page

    def shown(query: str) -> list[int]:
        return [row["item"].record_id for row in client.get(browse + query).context["rows"]]

    first, *others = sorted(json.loads(line)["id"] for line in lines[1:])
    assert first == json.loads(lines[1])["id"]
    assert shown("?is_unresolved=1") == [first]
    assert shown("?is_unresolved=0") == others
    assert shown("") == [first, *others]
    detail = reverse("release-claim", args=[dataset.campaign.public_id, 1, first])
    assert "not in the corpus" in client.get(detail).content.decode()
    ours = reverse("release-claims", args=[desk.campaign.public_id, 1])
    assert "is_unresolved" not in client.get(ours).content.decode()


def test_faults_are_told_by_file_and_line_and_nothing_is_imported(
    client: Client, desk: Desk, lines: list[bytes], home: Path
) -> None:
    wrong = [
        lines[0],
        lines[1],
        b"{broken\n",
        lines[1],
        lines[2].replace(b'"label":"', b'"label":"X'),
    ]
    bring(client, desk, b"".join(wrong), part_1="everything")
    job = work()
    assert (job.state, job.error) == (
        JobState.FAILED,
        "The files were refused: nothing was imported. Their faults are listed there.",
    )
    dataset = DatasetImport.objects.get()
    assert dataset.state == DatasetImport.State.REFUSED
    assert [(name, fault["line"]) for name, fault in dataset.faults] == [
        ("mine.jsonl", 3),
        ("mine.jsonl", 4),
        ("mine.jsonl", 5),
    ]
    shown = client.get(reverse("jobs:detail", args=[job.public_id])).content.decode()
    assert "Import a dataset: Brought" in shown
    assert f'href="{address("detail", dataset)}"' in shown
    page = client.get(address("detail", dataset)).content.decode()
    assert "Nothing was imported." in page
    assert "This is not JSON" in page
    assert "is in line 2 already." in page
    assert not Campaign.objects.filter(name="Brought").exists()
    assert ImportedRecord.objects.count() == 0
    assert stored(home) == []
    # What was typed is there for the next try.
    again = client.get(f"{reverse('dataset-import')}?again={dataset.public_id}").content.decode()
    assert 'value="Brought"' in again
    assert 'value="everything"' in again


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "Rivers of test"}, "Another campaign has this name."),
        ({"file_1": ""}, "Choose a file."),
        ({"part_1": "../up"}, "“../up” cannot be a part."),
        ({"part_1": "pages"}, "“pages” cannot be a part."),
        ({"format": "fever", "design": "feverous"}, "“FEVER” does not go with this study design."),
        ({"format": "csv"}, "Select a valid choice."),
        ({"corpus": "x"}, "is not a valid UUID"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_what_was_typed_is_kept(
    client: Client, desk: Desk, home: Path, changes: dict[str, Any], message: str
) -> None:
    response = bring(client, desk, b"{}", **{"name": "Typed once", **changes})
    assert response.status_code == 422
    html = response.content.decode()
    assert message in html
    assert f'value="{changes.get("name", "Typed once")}"' in html
    assert DatasetImport.objects.count() == Job.objects.count() == 0
    assert stored(home) == []


def test_two_parts_of_one_name_are_refused(client: Client, desk: Desk, home: Path) -> None:
    response = bring(
        client, desk, b"{}", part_2="train", file_2=SimpleUploadedFile("two.jsonl", b"{}")
    )
    assert "Two parts have the same name." in response.content.decode()
    assert stored(home) == []


def test_a_cancelled_import_leaves_nothing_and_can_be_tried_again(
    client: Client, desk: Desk, lines: list[bytes], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 1)
    bring(client, desk, b"".join(lines), purpose="verify")
    dataset = DatasetImport.objects.get()
    write = running._write

    def write_and_cancel(*arguments: Any) -> None:
        write(*arguments)
        Job.objects.filter(pk=str(dataset.job_id)).update(cancel_requested_at=timezone.now())

    with monkeypatch.context() as patched:
        patched.setattr(running, "_write", write_and_cancel)
        assert work().state == JobState.CANCELLED
    assert ImportedRecord.objects.count() == Claim.objects.filter(original_id__gte=0).count() == 1
    assert client.get(reverse("home")).content.decode().count("Brought") == 0
    page = client.get(address("detail", dataset)).content.decode()
    assert "Nothing was imported; only your files are kept." in page
    chores.do_chores(timezone.now())
    assert work("releases.discard_import").state == JobState.SUCCEEDED
    assert ImportedRecord.objects.count() == Claim.objects.filter(original_id__gte=0).count() == 0
    assert not Campaign.objects.filter(name="Brought").exists()
    assert len(stored(home)) > 0
    client.post(address("retry", dataset))
    assert work().state == JobState.SUCCEEDED
    campaign = Campaign.objects.get(name="Brought")
    assert (campaign.state, campaign.claims.count()) == (Campaign.State.DRAFT, 3)


def test_cancelling_what_waits_is_immediate_and_said(
    client: Client, desk: Desk, lines: list[bytes]
) -> None:
    bring(client, desk, b"".join(lines))
    dataset = DatasetImport.objects.get()
    answer = client.post(address("cancel", dataset), follow=True)
    assert "The import was stopped." in answer.content.decode()
    assert Job.objects.get(pk=str(dataset.job_id)).state == JobState.CANCELLED
    answer = client.post(address("cancel", dataset), follow=True)
    assert "It has already finished." in answer.content.decode()


def test_a_killed_worker_is_no_harm(
    client: Client, desk: Desk, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 1)
    bring(client, desk, b"".join(lines))
    dataset = DatasetImport.objects.get()
    write = running._write
    written: list[Any] = []

    def die_at_the_third(*arguments: Any) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(arguments)
        write(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(running, "_write", die_at_the_third)
        with pytest.raises(KeyboardInterrupt):
            work()
    assert ImportedRecord.objects.count() == 2
    jobs.requeue_stale_jobs(now=timezone.now() + timedelta(hours=1))
    job = work()
    assert (job.state, job.attempt) == (JobState.SUCCEEDED, 2)
    dataset.refresh_from_db()
    assert dataset.campaign is not None
    assert dataset.campaign.releases.get().items.count() == 3


def test_a_full_disk_is_told_and_the_import_can_be_tried_again(
    client: Client, desk: Desk, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(client, desk, b"".join(lines))
    dataset = DatasetImport.objects.get()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        job = work()
    told = "The server's disk is full. Make room, then try again."
    assert (job.state, job.error) == (JobState.FAILED, told)
    assert "disk is full. Make room" in client.get(address("detail", dataset)).content.decode()
    client.post(address("retry", dataset))
    assert work().state == JobState.SUCCEEDED


def test_a_full_database_is_told_as_a_full_disk(
    client: Client, desk: Desk, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(client, desk, b"".join(lines))

    def full(*arguments: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(running, "_write", full)
    job = work()
    told = "The server's disk is full. Make room, then try again."
    assert (job.state, job.error) == (JobState.FAILED, told)


def test_a_full_disk_refuses_the_files_and_keeps_what_was_typed(
    client: Client, desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr("os.fsync", full)
    response = bring(client, desk, b"{}")
    assert response.status_code == 422
    assert "disk is full. Ask an administrator" in response.content.decode()
    assert 'value="Brought"' in response.content.decode()
    assert stored(home) == []
    assert DatasetImport.objects.count() == Job.objects.count() == 0


def test_what_another_worker_clears_away_at_the_same_time_is_no_harm(home: Path) -> None:
    for folder in ("datasets", "predictions"):
        gone = home / "uploads" / folder / "gone"
        gone.parent.mkdir(parents=True)
        gone.symlink_to(home / "nowhere")
    import_requests.remove_old_uploads(timezone.now())
    uploads.remove_old_uploads("predictions", before=timezone.now())


def test_files_that_nobody_comes_back_for_are_removed(
    client: Client, desk: Desk, lines: list[bytes], home: Path
) -> None:
    bring(client, desk, b"".join(lines))
    dataset = DatasetImport.objects.get()
    later = timezone.now() + timedelta(days=8)
    chores.do_chores(later)
    assert len(stored(home)) == 1
    client.post(address("cancel", dataset))
    chores.do_chores(later)
    assert stored(home) == []
    answer = client.post(address("retry", dataset), follow=True)
    assert "Upload them again." in answer.content.decode()


def test_who_lost_the_corpus_while_the_job_waited_imports_nothing(
    client: Client, manager: User, desk: Desk, lines: list[bytes], home: Path
) -> None:
    bring(client, desk, b"".join(lines))
    Membership.objects.filter(user=manager).delete()
    assert work().error.startswith("The files were refused: nothing was imported.")
    assert not Campaign.objects.filter(name="Brought").exists()
    assert stored(home) == []
    # Administrators see every import, also of people who may do nothing any more.
    manager.is_administrator = True
    manager.save()
    page = client.get(address("detail", DatasetImport.objects.get())).content.decode()
    assert "You may no longer use the corpus “Test”." in page


def test_one_does_not_see_what_others_bring(
    client: Client, desk: Desk, lines: list[bytes], log_in: Callable[[User], Client]
) -> None:
    bring(client, desk, b"".join(lines))
    dataset = DatasetImport.objects.get()
    other = User.objects.create(username="milo", name="Milo")
    Membership.objects.create(campaign=desk.campaign, user=other, role=Role.MANAGER, joined_at=NOW)
    assert log_in(other).get(address("detail", dataset)).status_code == 404
