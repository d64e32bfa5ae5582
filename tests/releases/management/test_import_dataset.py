"""`manage.py import_dataset`: a job like that of the screen, seen through at the command line."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotation.models import Claim
from campaigns.models import Campaign
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from releases.importing import import_requests, running
from releases.models import DatasetImport, ImportedRecord
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.releases.world import make_release
from tests.wiki.pages import share_corpus
from wiki.models import CorpusMember

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.usefixtures("home")]


@pytest.fixture
def folder(desk: Desk) -> Path:
    return folder_of(make_release(desk.campaign)) / "feverous"


@pytest.fixture
def arguments(desk: Desk) -> list[str]:
    assert desk.campaign.corpus is not None
    share_corpus(desk.campaign.corpus, desk.manager)
    corpus, manager = desk.campaign.corpus.name, desk.manager.username
    return ["Again", "--format", "feverous", "--corpus", corpus, "--manager", manager]


def test_a_manager_without_a_right_in_the_corpus_is_refused(
    folder: Path, arguments: list[str], desk: Desk
) -> None:
    CorpusMember.objects.filter(user=desk.manager).delete()
    with pytest.raises(CommandError, match="may not use the corpus “Test”"):
        call_command("import_dataset", *arguments, f"dev={folder / 'dev.jsonl'}")
    assert not DatasetImport.objects.exists()


class Killed(BaseException):
    """The process is gone."""


class Breaking(StringIO):
    """A terminal at which it ends once the second claim is written."""

    def __init__(self, by: BaseException) -> None:
        super().__init__()
        self.by = by

    def write(self, text: str) -> int:
        if text.startswith("Importing claims: 2 of 3"):
            raise self.by
        return super().write(text)


def test_it_imports_and_says_what_is_wrong(folder: Path, arguments: list[str]) -> None:
    told, wrong = StringIO(), StringIO()
    call_command("import_dataset", *arguments, f"dev={folder / 'dev.jsonl'}", stdout=told)
    assert told.getvalue() == (
        "dev.jsonl: 3 claims imported. Left out because they are no claims: 1 header line.\n"
        "Imported 3 claims as “Again”; evidence of 0 is not in the corpus.\n"
    )
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_dataset", *arguments, f"dev={folder / 'dev.jsonl'}", stderr=wrong)
    assert "There is a campaign “Again” already." in wrong.getvalue()
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command(
            "import_dataset", "More", *arguments[1:], f"x={folder / 'pages.db'}", stderr=wrong
        )
    assert "pages.db: Line " in wrong.getvalue()
    told = StringIO()
    call_command(
        "import_dataset", "Anew", *arguments[1:], "--to=verify", f"dev={folder / 'dev.jsonl'}",
        stdout=told,
    )  # fmt: skip
    assert "Imported 3 claims as “Anew”" in told.getvalue()
    assert Campaign.objects.get(name="Anew").claims.count() == 3


def test_what_makes_no_sense_is_refused(folder: Path, arguments: list[str], home: Path) -> None:
    with pytest.raises(CommandError, match="does not go with this study design"):
        call_command("import_dataset", *arguments, "--design=fever", f"x={folder / 'dev.jsonl'}")
    with pytest.raises(CommandError, match="is not PART=FILE"):
        call_command("import_dataset", *arguments, "nothing.jsonl")
    assert not DatasetImport.objects.exists()
    assert not Job.objects.filter(kind=import_requests.IMPORT_DATASET).exists()
    assert list((home / "uploads").rglob("*.*")) == []


def test_it_is_a_job_with_its_progress(folder: Path, arguments: list[str]) -> None:
    told = StringIO()
    call_command(
        "import_dataset", *arguments, f"dev={folder / 'dev.jsonl'}", stdout=told, verbosity=2
    )
    assert "Importing claims: 3 of 3\n" in told.getvalue()
    job = Job.objects.get(kind=import_requests.IMPORT_DATASET)
    assert (job.state, job.attempt, job.parameters["name"]) == (JobState.SUCCEEDED, 1, "Again")
    assert job.result is not None and job.result["Claims"] == 3
    assert DatasetImport.objects.get().job == job


def test_interrupted_it_leaves_nothing_and_can_be_tried_again(
    folder: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 1)
    with pytest.raises(KeyboardInterrupt):
        call_command(
            "import_dataset", *arguments, "--to=verify", f"dev={folder / 'dev.jsonl'}",
            stdout=Breaking(KeyboardInterrupt()), verbosity=2,
        )  # fmt: skip
    dataset = DatasetImport.objects.get()
    assert dataset.job is not None and dataset.job.state == JobState.CANCELLED
    assert not Campaign.objects.filter(name="Again").exists()
    assert ImportedRecord.objects.count() == Claim.objects.filter(original_id__gte=0).count() == 0
    jobs.retry_job(job=dataset.job, by=None, now=timezone.now())
    assert run_job(dataset.job.pk, worker="test")
    assert Campaign.objects.get(name="Again").claims.count() == 3


def test_killed_it_goes_on_in_a_worker(
    folder: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 1)
    mine = tmp_path / "mine.jsonl"
    mine.write_bytes((folder / "dev.jsonl").read_bytes())
    with pytest.raises(Killed):
        call_command(
            "import_dataset", *arguments, f"dev={mine}", stdout=Breaking(Killed()), verbosity=2
        )
    # Whoever typed it may have tidied up since.
    mine.unlink()
    assert ImportedRecord.objects.count() == 1
    dataset = DatasetImport.objects.get()
    assert dataset.job is not None and dataset.job.state == JobState.RUNNING
    assert jobs.requeue_stale_jobs(now=timezone.now() + timedelta(hours=1)) == 1
    assert run_job(dataset.job.pk, worker="test")
    dataset.refresh_from_db()
    assert dataset.state == DatasetImport.State.DONE
    assert ImportedRecord.objects.count() == 3
