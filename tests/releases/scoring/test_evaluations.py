"""The verifier measured by a job: its figures stay, and what cannot be measured is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

import search
from accounts.models import User
from assist.models import ModelVersion
from campaigns.models import Campaign
from jobs.models import Job, JobState
from releases.models import Release, VerifierEvaluation
from releases.scoring import evaluations
from releases.scoring.evaluation_figures import EvaluationFigures, OtherwiseFigure
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.services.releases import withdraw_release
from tests.annotation.verifying_world import Desk
from tests.assist.world import store_version, train_small_model
from tests.people import NOW
from tests.releases.scoring.predicting import work
from tests.releases.world import address, choices_of, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("model")]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def model(settings: Settings, tmp_path: Path, home: Path, trained: Path, desk: Desk) -> None:
    """Put a model into use, and index the corpus."""
    settings.SEARCH_FOLDER = tmp_path / "index"
    store_version(trained, number=3)
    assert desk.campaign.corpus is not None
    search.rebuild_index(corpus=desk.campaign.corpus, clock=lambda: NOW)


def ask(client: Client, desk: Desk, part: str = "train") -> int:
    return client.post(address("release-evaluation", desk, 1), {"part": part}).status_code


def page(client: Client, desk: Desk) -> str:
    return client.get(address("release-evaluation", desk, 1)).content.decode()


def test_a_measurement_is_made_by_a_job_and_shown_beside_the_papers(
    client: Client, desk: Desk
) -> None:
    make_release(desk.campaign)
    assert "The verifier has not been measured on this release." in page(client, desk)
    assert ask(client, desk) == 302
    assert "Waiting for a worker" in page(client, desk)
    progress = client.get(address("release-evaluation-progress", desk, 1))
    assert "Waiting for a worker" in progress.content.decode()
    job = work()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert job.result == {"url": address("release-evaluation", desk, 1)}
    done = client.get(address("release-evaluation-progress", desk, 1))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    stored = VerifierEvaluation.objects.get()
    assert stored.model_number == 3
    figures = msgspec.convert(stored.figures, EvaluationFigures)
    claims = Release.objects.get().items.filter(split="train").count()
    assert figures.all.claims == claims
    assert sum(sum(row.values()) for row in figures.confusion.values()) == claims
    assert sum(each.claims for each in figures.calibration) == claims
    assert sum(each.claims for each in figures.challenges.values()) == claims
    assert all((each.interval is None) == (each.claims == 0) for each in figures.calibration)
    shown = page(client, desk)
    assert f"Version 3 of the model on {claims} claims of train" in shown
    for words in ("FEVEROUS score", "0.319 (FEVER)", "0.19", "Pages, first 5", "Rows are verdicts"):
        assert words in shown
    # Where gold evidence is scored, so is its length.
    assert ("with gold evidence" in shown) == ("by the length of that evidence alone" in shown)


def test_claims_that_the_verifier_is_sure_about_lead_to_their_pages(
    client: Client, desk: Desk
) -> None:
    release = make_release(desk.campaign)
    ask(client, desk)
    work()
    stored = VerifierEvaluation.objects.get()
    figures = msgspec.convert(stored.figures, EvaluationFigures)
    record = release.items.filter(split="train").order_by("pk")[0].record_id
    otherwise = OtherwiseFigure(
        record, "<b>It rains.</b>", "supported", "refuted", 0.93, "The number of rows is 4."
    )
    changed = msgspec.structs.replace(figures, otherwise=(otherwise,))
    VerifierEvaluation.objects.update(figures=msgspec.to_builtins(changed))
    shown = page(client, desk)
    assert address("release-claim", desk, 1, record) in shown
    assert "&lt;b&gt;It rains.&lt;/b&gt;" in shown
    assert "The number of rows is 4." in shown
    assert "0.93" in shown


def test_measurements_of_withheld_parts_are_for_managers(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    assert ask(client, desk, "test") == 422
    assert not VerifierEvaluation.objects.exists()
    manager = log_in(manager_of(desk))
    assert ask(manager, desk, "test") == 302
    work()
    assert "of test" in page(manager, desk)
    assert "The verifier has not been measured on this release." in page(client, desk)
    named = f"?of={VerifierEvaluation.objects.get().public_id}"
    assert client.get(address("release-evaluation", desk, 1) + named).status_code == 404


def test_a_second_measurement_waits_for_the_first(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    assert ask(client, desk) == 302
    assert ask(client, desk) == 422
    assert VerifierEvaluation.objects.count() == 1
    client.post(address("release-evaluation-cancel", desk, 1))
    assert Job.objects.get().state == JobState.CANCELLED
    assert "The last measurement was stopped." in page(client, desk)
    assert ask(client, desk) == 302
    # It has taken the place of the one that was stopped.
    assert VerifierEvaluation.objects.count() == 1
    assert client.post(address("release-evaluation-cancel", desk, 1)).status_code == 302


def test_without_a_model_the_job_says_why(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    ask(client, desk)
    ModelVersion.objects.update(is_in_use=False)
    job = work()
    assert (job.state, job.error) == (JobState.FAILED, "The verifier has not been trained yet.")
    assert "The verifier has not been trained yet." in page(client, desk)
    assert VerifierEvaluation.objects.get().figures is None


def test_archived_and_withdrawn_ones_are_not_measured(
    client: Client, desk: Desk, researcher: User
) -> None:
    release = make_release(desk.campaign)
    for part in ("no such part", ""):
        assert ask(client, desk, part) == 422
    campaigns = Campaign.objects.filter(pk=desk.campaign.pk)
    campaigns.update(state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN)
    assert ask(client, desk) == 403
    # Archived after the page was asked for.
    with pytest.raises(evaluations.NotMeasurableError):
        evaluations.request_evaluation(release=release, part="train", by=researcher, now=NOW)
    campaigns.update(state=Campaign.State.OPEN, archived_from="")
    withdraw_release(release=release, reason="Wrong.", by=manager_of(desk), now=NOW)
    assert ask(client, desk) == 410
    with pytest.raises(ReleaseWithdrawnError):
        evaluations.request_evaluation(release=release, part="train", by=researcher, now=NOW)
    assert not VerifierEvaluation.objects.exists()
    assert not Job.objects.filter(kind="releases.evaluate_verifier").exists()


def test_figures_are_stored_whole_or_not_at_all(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    ask(client, desk)
    with pytest.raises(IntegrityError), transaction.atomic():
        VerifierEvaluation.objects.update(finished_at=NOW)
