"""Predictions: stored, scored by a job whatever happens to it, refused with the lines at fault."""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from releases.dataset.rows import records_of
from releases.dataset.rules.records import Record
from releases.formats.labels import VERDICTS
from releases.models import PredictionRun, Release
from releases.scoring import predictions, score_files
from releases.scoring.gold import gold_of
from releases.storage import uploads
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.scoring.predicting import predicted, stored, upload, work
from tests.releases.world import address, choices_of, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_an_upload_is_stored_scored_by_a_job_and_gone(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    content = predicted(release, "test")
    assert upload(client, desk, content).status_code == 302
    assert [path.read_bytes() for path in stored(home)] == [content]
    page = client.get(address("release-predictions", desk, 1)).content.decode()
    assert "“Baseline” is being scored on test." in page
    progress = client.get(address("release-predictions-progress", desk, 1))
    assert "Waiting for a worker" in progress.content.decode()
    job = work()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert (job.progress_done, job.progress_total) == (3, 3)
    listed = client.get(reverse("jobs:list")).content.decode()
    assert f"Score predictions: Baseline → {desk.campaign.name}, release 1" in listed
    assert "3 / 3" in listed
    assert job.result == {"Result": "Scored", "url": address("release-predictions", desk, 1)}
    done = client.get(address("release-predictions-progress", desk, 1))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    assert stored(home) == []
    page = client.get(address("release-predictions", desk, 1)).content.decode()
    assert "FEVEROUS score on test" in page
    assert "0.6667" in page


def test_predictions_are_scored_also_where_labels_are_withheld(
    client: Client, desk: Desk, settings: Settings
) -> None:
    settings.WITHHELD_FEWEST_CLAIMS = 3
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    for content in (
        predicted(release, "test"),
        predicted(release, "test", with_ids=False),
        gzip.compress(predicted(release, "test")),
        b"".join(reversed(predicted(release, "test").splitlines(keepends=True))),
    ):
        upload(client, desk, content)
        assert work().state == JobState.SUCCEEDED
    first, *others = PredictionRun.objects.all()
    assert first.scores is not None
    assert [one.scores for one in others] == [first.scores] * 3
    assert first.scores == {
        "all": {
            "claims": 3,
            "strict": 0.67,
            "label_accuracy": 0.67,
            "precision": 1.0,
            "recall": 1.0,
            "f1": 1.0,
        },
        # Three claims of three challenges: each by itself would tell a label.
        "challenges": {"": first.scores["all"]},
    }


def test_challenges_are_told_one_by_one_where_labels_are_public(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    work()
    scores = PredictionRun.objects.get().scores
    assert scores is not None
    assert "" not in scores["challenges"]
    assert sum(one["claims"] for one in scores["challenges"].values()) == 3


def test_a_file_with_faults_is_refused_with_their_lines(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    good = predicted(release, "test").splitlines(keepends=True)
    bare = predicted(release, "test", with_ids=False).splitlines(keepends=True)
    whole = gzip.compress(b"".join(good))
    cases = {
        good[0] + b"{broken\n": "Line 2: This is not JSON",
        b"".join(good[:-1]): "There is no prediction for claim",
        b"".join(bare[:-1]): "There is no prediction for claim",
        b"".join([*good, good[0]]): "Line 4: The id",
        b"".join([*bare, bare[0]]): "Line 4: The part has no more than 3 claims.",
        b"".join([good[0], bare[1]]): "Line 2: Some predictions have an id and others none.",
        re.sub(
            rb'"predicted_label": "[^"]*"', b'"predicted_label": "PERHAPS"', good[0]
        ): "The label",
        b"\xff\xfe": "Line 1: This is not UTF-8",
        b"".join(good).replace(b'"id": ', b'"id": 9'): "Line 1: The part has no claim 9",
        b'{"id": 1e400}': "1e400 is out of range",
        whole[: len(whole) // 2]: "The file is damaged from here on",
        b"\n\n": "There is no prediction for claim",
    }
    for content, message in cases.items():
        upload(client, desk, content)
        job = work()
        assert (job.state, job.error) == (
            JobState.FAILED,
            "The file was refused, and not scored. Its faults are listed there.",
        )
        response = client.get(address("release-predictions", desk, 1))
        assert message in response.content.decode().replace("&#x27;", "'")
        # What was typed is there for the next try.
        assert response.context["form"]["name"].value() == "Baseline"
        assert response.context["form"]["part"].value() == "test"
    # An upload takes the place of those that came to nothing.
    refused = PredictionRun.objects.get()
    assert (refused.state, refused.scores) == (PredictionRun.State.REFUSED, None)
    assert stored(home) == []


def test_no_more_than_twenty_faults_are_told(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    upload(client, desk, b"{broken\n" * 1000)
    work()
    faults = PredictionRun.objects.get().faults
    assert faults is not None
    assert [one["line"] for one in faults] == list(range(1, 21))


def test_faults_are_for_who_uploaded_the_file(
    client: Client, desk: Desk, log_in: Any, researcher: User
) -> None:
    make_release(desk.campaign)
    upload(client, desk, b"{broken")
    work()
    other = log_in(User.objects.create(username="root", is_administrator=True))
    assert "was not scored" not in other.get(address("release-predictions", desk, 1)).text


def test_a_second_upload_waits_for_the_first(client: Client, desk: Desk, home: Path) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    response = upload(client, desk, predicted(release, "test"))
    assert response.status_code == 422
    assert PredictionRun.objects.count() == 1
    assert len(stored(home)) == 1


def test_a_large_upload_passes_the_limit_for_forms(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    line = b'{"predicted_label": "SUPPORTS", "predicted_evidence": []}\n'
    assert upload(client, desk, line * 80_000).status_code == 302
    work()
    faults = PredictionRun.objects.get().faults
    assert faults == [
        {"line": 4, "refusal": {"code": "too_many_predictions", "parameters": {"count": 3}}}
    ]


def test_memory_does_not_grow_with_the_file(desk: Desk, tmp_path: Path) -> None:
    release = make_release(desk.campaign)
    path = tmp_path / "large.jsonl"
    # Few predictions, long ones, of which only one is held at a time.
    pieces = [f"Page {number}_sentence_0" for number in range(2_000)]
    with path.open("w") as file:
        for record_id in release.items.order_by("record_id").values_list("record_id", flat=True):
            guess = {"predicted_label": "SUPPORTS", "predicted_evidence": pieces}
            file.write(json.dumps({"id": record_id, **guess}) + "\n")
    tracemalloc.start()
    with pytest.raises(score_files.PredictionsRefusedError, match=r"too_many_predictions.*24"):
        score_files.score_file(
            release=release,
            part="train",
            path=path,
            index=tmp_path / "index",
            kept_as=release.public_id,
            run=LocalRun(clock=lambda: NOW),
        )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # All of them together take ten times as much.
    assert peak < 2 * 2**20
    assert not (tmp_path / "index").exists()


def test_what_is_scored_against_is_what_the_release_says(desk: Desk) -> None:
    release = make_release(desk.campaign)

    def known(record: Record) -> tuple[Any, ...]:
        sets = [[(piece.page, piece.address) for piece in one] for one in record.sets]
        return record.id, record.verdict, record.tags, sets

    for part in ("train", "dev", "test"):
        assert list(map(known, gold_of(release, part))) == list(
            map(known, records_of(release, part))
        )


def test_a_run_has_scores_or_faults_as_its_state_says(desk: Desk, researcher: User) -> None:
    release = make_release(desk.campaign)
    for state, scores, faults in (
        ("waiting", {}, None),
        ("scored", None, None),
        ("refused", {}, []),
        ("lost", None, None),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            PredictionRun.objects.create(
                release=release,
                part="test",
                name="X",
                uploaded_at=NOW,
                uploaded_by=researcher,
                sha256="",
                state=state,
                scores=scores,
                faults=faults,
            )


def test_verdicts_may_be_called_as_in_our_own_format(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    content = predicted(release, "test")
    for label, verdict in VERDICTS.items():
        content = content.replace(f'"{label}"'.encode(), f'"{verdict}"'.encode())
    assert b"SUPPORTS" not in content
    upload(client, desk, predicted(release, "test"))
    work()
    upload(client, desk, content)
    work()
    first, second = PredictionRun.objects.order_by("pk")
    assert first.scores is not None and first.scores == second.scores


def test_few_claims_with_withheld_labels_are_not_scored(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    upload(client, desk, predicted(release, "test"))
    assert work().state == JobState.FAILED
    run = PredictionRun.objects.get()
    assert run.scores is None
    page = client.get(address("release-predictions", desk, 1)).content.decode()
    assert "scores are shown from 100 claims on" in page


def test_files_a_day_are_limited_on_withheld_labels(
    client: Client, desk: Desk, settings: Settings
) -> None:
    settings.WITHHELD_FEWEST_CLAIMS, settings.WITHHELD_SCORES_A_DAY = 3, 2
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    for _ in range(2):
        assert upload(client, desk, predicted(release, "test")).status_code == 302
        work()
    refused = upload(client, desk, predicted(release, "test"))
    assert refused.status_code == 422
    assert "2 files a day are scored on it. Try again tomorrow." in refused.content.decode()
    assert PredictionRun.objects.count() == 2
    # Labels that everybody has are another matter, and tomorrow is another day.
    assert upload(client, desk, predicted(release, "dev"), part="dev").status_code == 302
    work()
    PredictionRun.objects.update(uploaded_at=timezone.now() - timedelta(hours=25))
    assert upload(client, desk, predicted(release, "test")).status_code == 302


@pytest.mark.postgres
def test_of_two_uploads_at_once_only_as_many_are_scored_as_are_left(
    desk: Desk, researcher: User, settings: Settings, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WITHHELD_FEWEST_CLAIMS, settings.WITHHELD_SCORES_A_DAY = 3, 1
    choices = choices_of(desk.campaign, withheld=("test",))
    first, second = (make_release(desk.campaign, choices) for _ in range(2))
    content = predicted(first, "test")

    def request(release: Release) -> PredictionRun:
        return predictions.request_scoring(
            release=release,
            part="test",
            name="Baseline",
            file=SimpleUploadedFile("p.jsonl", content),
            by=researcher,
            now=timezone.now(),
        )

    store = uploads.store_upload

    def overtaken(*arguments: Any) -> str:
        # Both have passed the check before their files; the other one is stored first.
        monkeypatch.setattr(predictions, "store_upload", store)
        request(second)
        return store(*arguments)

    monkeypatch.setattr(predictions, "store_upload", overtaken)
    with pytest.raises(predictions.TooManyUploadsError):
        request(first)
    assert [run.release for run in PredictionRun.objects.all()] == [second]
    assert len(stored(home)) == 1
    # One that is waiting counts, also for the check before the file.
    with pytest.raises(predictions.TooManyUploadsError):
        request(first)
    # A file that cannot be scored costs nothing.
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now(), error="No.")
    assert request(first).release == first
