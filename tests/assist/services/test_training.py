"""Training by a job: what is learned, figures, cancelling, refusals, and reproducible files."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from assist import fitting, storage
from assist.claim_sources import ClaimSourceKind, GoldClaim, add_source
from assist.figures import TrainingFigures
from assist.messages import stage_note
from assist.models import ModelVersion
from assist.selectors.access import learnable_campaigns, learnable_corpora
from assist.selectors.checking import check_claim
from assist.selectors.loaded import verifier_in_use
from assist.selectors.versions import learned_claims
from assist.services import training
from assist.training_data import TrainingData
from campaigns.models import Campaign, Membership
from core.models import AuditEntry
from core.structs import convert
from jobs.execution import run_job
from jobs.models import JobState
from jobs.runs import LocalRun
from jobs.services import jobs
from quality.selectors.simulated_claims import simulated_claims
from tests.people import NOW, Cast
from tests.verifier.reader.small_encoder import install_small_encoder
from tests.wiki.pages import make_corpus, share_corpus
from verifier.reader.fitting import fit_reader
from verifier.reader.joint import JointModel
from wiki.models import Corpus, CorpusMember


def requested(corpus: Corpus, cast: Cast | None = None, seed: int = 0) -> ModelVersion:
    return training.request_training(
        data=TrainingData(simulated=(corpus.public_id,), seed=seed),
        by=cast.manager if cast else None,
        now=NOW,
    )


def test_a_job_trains_a_version_on_simulated_claims_and_the_first_is_used(
    rivers: Corpus, cast: Cast
) -> None:
    share_corpus(rivers, cast.manager)
    version = requested(rivers, cast)
    assert version.job is not None
    assert (version.number, version.is_finished, version.is_in_use) == (1, False, False)
    run_job(version.job.pk, worker="test")
    version.refresh_from_db()
    version.job.refresh_from_db()
    assert version.job.state == JobState.SUCCEEDED, version.job.error_detail
    assert version.is_in_use
    assert sorted(version.files) == ["learned.claims", "tables.model", "text.model"]
    figures = convert(version.figures, TrainingFigures)
    assert figures.pages == 42
    assert figures.text.labels.keys() == {"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}
    assert figures.text.held_out is not None
    assert figures.text.held_out >= 20
    # Wherever an accuracy with gold evidence is told, that of its length alone stands beside it.
    assert figures.text.right_by_length is not None
    assert 0 < figures.text.right_by_length < 1
    _, verifier = verifier_in_use()
    assert verifier.tables is not None
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["model.requested"]


def test_a_second_training_waits_for_people_to_choose_it(
    version: ModelVersion, rivers: Corpus
) -> None:
    second = training.request_training(
        data=TrainingData(simulated=(rivers.public_id,)), by=None, now=NOW
    )
    few = list(islice(simulated_claims(rivers.public_id), 180))
    try:
        add_source(ClaimSourceKind.SIMULATED, lambda public_id: iter(few))
        training.train(version=second, run=LocalRun(clock=lambda: NOW), words=stage_note)
    finally:
        add_source(ClaimSourceKind.SIMULATED, simulated_claims)
    assert (second.number, second.is_finished, second.is_in_use) == (2, True, False)
    assert ModelVersion.objects.get(is_in_use=True) == version
    learned = learned_claims(second)
    assert learned is not None
    assert few[0].text in learned
    assert few[0].text.upper() in learned
    assert "The Aare is a mountain." not in learned


def test_a_training_that_lost_its_job_leaves_the_files_of_the_one_that_finished(
    version: ModelVersion, rivers: Corpus
) -> None:
    before = sorted(storage.folder_of(version).iterdir())
    with storage.new_files(version) as folder:
        (folder / storage.TEXT_MODEL).write_text("late")
        assert sorted(storage.folder_of(version).iterdir()) == before
    assert storage.describe_files(storage.folder_of(version)) == version.files
    assert list(storage.folder_of(version).parent.iterdir()) == [storage.folder_of(version)]


def test_one_training_at_a_time(rivers: Corpus) -> None:
    requested(rivers)
    with pytest.raises(training.BeingTrainedError):
        requested(rivers)
    assert ModelVersion.objects.count() == 1


def test_nothing_to_learn_from_is_refused(db: None) -> None:
    with pytest.raises(training.NoDataError):
        training.request_training(data=TrainingData(), by=None, now=NOW)
    assert not ModelVersion.objects.exists()


def test_too_few_claims_fail_with_a_sentence_and_leave_no_file(rivers: Corpus) -> None:
    version = requested(rivers)
    assert version.job is not None
    few = [GoldClaim("Aare flows.", "SUPPORTS", ((("Aare", "sentence_0"),),))]
    try:
        add_source(ClaimSourceKind.SIMULATED, lambda public_id: iter(few))
        run_job(version.job.pk, worker="test")
    finally:
        add_source(ClaimSourceKind.SIMULATED, simulated_claims)
    version.refresh_from_db()
    version.job.refresh_from_db()
    assert version.job.state == JobState.FAILED
    assert version.job.error == (
        "There is too little to learn from: at least 30 claims whose evidence is sentences, with"
        " two different verdicts, are needed. Found: 1 with sentences, 0 about tables."
    )
    assert not version.is_finished
    assert not storage.folder_of(version).exists()


def test_a_cancelled_training_stops_and_leaves_no_file(rivers: Corpus) -> None:
    version = requested(rivers)
    assert version.job is not None

    def cancel_then_read(public_id: object) -> object:
        assert version.job is not None
        jobs.cancel_job(job=version.job, by=None, now=NOW)
        return simulated_claims(rivers.public_id)

    try:
        add_source(ClaimSourceKind.SIMULATED, cancel_then_read)  # type: ignore[arg-type]
        run_job(version.job.pk, worker="test")
    finally:
        add_source(ClaimSourceKind.SIMULATED, simulated_claims)
    version.refresh_from_db()
    version.job.refresh_from_db()
    assert version.job.state == JobState.CANCELLED
    assert not version.is_finished
    assert not storage.folder_of(version).exists()


def test_a_source_that_is_gone_fails_with_a_sentence(rivers: Corpus) -> None:
    data = TrainingData(campaigns=(uuid4(),), simulated=(rivers.public_id,))
    version = training.request_training(data=data, by=None, now=NOW)
    assert version.job is not None
    run_job(version.job.pk, worker="test")
    version.job.refresh_from_db()
    assert version.job.state == JobState.FAILED
    assert version.job.error == (
        "A campaign or corpus that was chosen has been deleted, or you may no longer use it."
        " Request a training on the others."
    )
    assert not storage.folder_of(version).exists()


@pytest.mark.parametrize("lost", ["membership", "corpus", "account"])
def test_nobody_trains_on_what_they_lost_while_they_waited(
    lost: str, rivers: Corpus, cast: Cast
) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(corpus=rivers)
    share_corpus(rivers, cast.manager)
    data = TrainingData(campaigns=(cast.campaign.public_id,), simulated=(rivers.public_id,))
    version = training.request_training(data=data, by=cast.manager, now=NOW)
    assert version.job is not None
    assert learnable_campaigns(cast.manager).exists()
    assert learnable_corpora(cast.manager).exists()
    if lost == "membership":
        Membership.objects.filter(user=cast.manager).delete()
    elif lost == "corpus":
        Campaign.objects.filter(pk=cast.campaign.pk).update(corpus=make_corpus("Other"))
        CorpusMember.objects.all().delete()
    else:
        User.objects.filter(pk=cast.manager.pk).update(is_active=False)
    run_job(version.job.pk, worker="test")
    version.job.refresh_from_db()
    assert version.job.state == JobState.FAILED
    assert "you may no longer use it" in version.job.error


def test_the_job_of_a_version_that_is_gone_says_so(db: None) -> None:
    job = jobs.enqueue_job(
        kind=training.TRAIN,
        parameters=training.TrainingParameters(uuid4()),
        requested_by=None,
        now=NOW,
    )
    run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert job.error == "The version is gone. Request the training again."


FITTED = """
import hashlib, sys
from assist.examples import CollectedExamples
from assist.fitting import fit_models
from tests.assist.world import years
from verifier.tables.table import read_table
from verifier.tables.training import TableExample
from verifier.text.model import save_text_model
from verifier.tables.model import save_model
from verifier.text.sampling import TextExample
from pathlib import Path
examples = CollectedExamples()
rows = list(years())
for claim, text, label in rows if sys.argv[1] == "forth" else reversed(rows):
    examples.pairs.append(TextExample(claim, (text,), label))
for number in range(40):
    key = f"table {number % 7}"
    examples.tables[key] = read_table(["Town", "Houses"], [["Orsk", "70"], ["Tolm", "81"]])
    said = 70 if number % 2 else 81
    examples.statements.append(TableExample(key, f"Orsk has {said} houses.", "", said == 70))
fitted = fit_models(examples, seed=3, progress=lambda stage: lambda done, total: None)
folder = Path(sys.argv[2])
save_text_model(fitted.text, folder / "text")
save_model(fitted.tables, folder / "tables")
import numpy as np
for name in ("text", "tables"):
    with np.load(folder / name) as stored:
        digest = hashlib.sha256()
        for key in sorted(stored.files):
            digest.update(stored[key].tobytes())
        print(digest.hexdigest())
"""


def test_the_same_data_and_seed_give_the_same_model_whatever_the_order_and_the_hashes(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    printed = set()
    for seed, order in (("1", "forth"), ("2", "back")):
        folder = tmp_path_factory.mktemp("fitted")
        answer = subprocess.run(
            [sys.executable, "-c", "import django; django.setup()\n" + FITTED, order, str(folder)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        printed.add(answer.stdout)
    assert len(printed) == 1
    assert len(printed.pop().split()) == 2


@pytest.fixture
def small_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a tiny encoder that knows a few words."""
    install_small_encoder(tmp_path / "site", ["The Aare is a river of Switzerland ."])
    monkeypatch.syspath_prepend(str(tmp_path / "site"))


def requested_with_reader(corpus: Corpus) -> ModelVersion:
    data = TrainingData(simulated=(corpus.public_id,), reader=True)
    return training.request_training(data=data, by=None, now=NOW)


def test_a_reader_is_a_part_of_its_version_and_judges_and_ranks(
    rivers: Corpus, small_encoder: None
) -> None:
    version = requested_with_reader(rivers)
    assert version.job is not None
    run_job(version.job.pk, worker="test")
    version.refresh_from_db()
    version.job.refresh_from_db()
    assert version.job.state == JobState.SUCCEEDED, version.job.error_detail
    assert "reader.model" in version.files
    figures = convert(version.figures, TrainingFigures)
    assert figures.reader is not None
    assert figures.joint is not None
    assert figures.text.held_out == figures.reader.held_out == figures.joint.held_out
    _, verifier = verifier_in_use()
    assert isinstance(verifier.text, JointModel)
    assert verifier.ranker == verifier.text
    # The checkpoint goes when the version is ready.
    assert list(storage.folder_of(version).parent.iterdir()) == [storage.folder_of(version)]
    answer = check_claim(corpus=rivers, claim="The Aare has a length of 288 km.")
    assert answer.sentences


def test_a_cancelled_reader_resumes_from_its_checkpoint(
    rivers: Corpus, small_encoder: None, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "CHECKPOINT_EVERY", 2)
    version = requested_with_reader(rivers)
    first = version.job
    assert first is not None
    steps: list[int] = []
    fit = fit_reader

    def cancel_at_four(*arguments: Any, progress: Any, **options: Any) -> None:
        def listen(done: int, total: int) -> None:
            steps.append(done)
            if done == 4 and len(steps) == 5:
                jobs.cancel_job(job=first, by=None, now=NOW)
                raise jobs.JobCancelled
            progress(done, total)

        fit(*arguments, progress=listen, **options)

    monkeypatch.setattr(fitting, "fit_reader", cancel_at_four)
    run_job(first.pk, worker="test")
    first.refresh_from_db()
    assert first.state == JobState.CANCELLED
    assert storage.checkpoint_of(version).is_file()
    version.refresh_from_db()
    share_corpus(rivers, cast.manager)
    training.resume_training(version=version, by=cast.manager, now=NOW)
    with pytest.raises(training.CannotResumeError):
        training.resume_training(version=version, by=cast.manager, now=NOW)
    version.refresh_from_db()
    assert version.job is not None
    run_job(version.job.pk, worker="test")
    version.refresh_from_db()
    assert version.is_finished
    assert steps[:8] == [0, 1, 2, 3, 4, 4, 5, 6]
    with pytest.raises(training.CannotResumeError):
        training.resume_training(version=version, by=cast.manager, now=NOW)
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert "model.resumed" in actions


def test_a_reader_without_its_packages_fails_with_a_sentence(
    rivers: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "can_train", lambda: False)
    version = requested_with_reader(rivers)
    assert version.job is not None
    run_job(version.job.pk, worker="test")
    version.job.refresh_from_db()
    assert version.job.state == JobState.FAILED
    assert version.job.error.startswith("The packages of the reader are not installed")
    assert not storage.folder_of(version).exists()
