"""The error bench: wrong predictions are drawn by a seed, tagged by causes, and downloaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from core.models import AuditEntry
from jobs.models import JobState
from releases.models import ErrorSample, PredictionRun, Release, SampledError
from releases.scoring import error_samples
from releases.selectors.systems import System, systems_of
from releases.storage.kept_predictions import KeptPrediction, keeping, kept_path, kept_predictions
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.scoring.predicting import predicted, upload, work
from tests.releases.world import address, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
LogIn = Callable[[User], Client]


@pytest.fixture
def manager(desk: Desk, log_in: LogIn) -> Client:
    return log_in(manager_of(desk))


def scored(client: Client, desk: Desk, part: str = "train") -> tuple[Release, System]:
    """Return a release with one upload, of which the first label is wrong."""
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, part), part)
    assert work().state == JobState.SUCCEEDED
    return release, systems_of(release)[0]


def draw(client: Client, desk: Desk, chosen: System, **changes: str) -> int:
    sent = {"system": chosen.key, "size": "10", "seed": "one", **changes}
    return client.post(address("release-errors", desk, 1), sent).status_code


def test_predictions_are_kept_with_what_their_score_found(manager: Client, desk: Desk) -> None:
    release, system = scored(manager, desk)
    first, *others = system.predictions()
    ids = list(release.items.filter(split="train").order_by("record_id").values_list("record_id"))
    assert [(each.record,) for each in (first, *others)] == ids
    assert (first.is_label_right, first.is_complete, first.is_right) == (False, True, False)
    assert all(each.is_label_right and each.is_right for each in others)
    assert all(address.startswith(("sentence_", "cell_")) for _, address in others[0].evidence)


def test_refused_predictions_are_not_kept(manager: Client, desk: Desk, home: Path) -> None:
    make_release(desk.campaign)
    upload(manager, desk, b"{}\n", "train")
    assert work().state == JobState.FAILED
    assert list((home / "releases" / "predictions").glob("*")) == []


def test_of_older_uploads_nothing_is_kept(manager: Client, desk: Desk) -> None:
    release, system = scored(manager, desk)
    run = PredictionRun.objects.get()
    for number in range(10):
        PredictionRun.objects.create(
            release=release,
            part="train",
            name="Later",
            uploaded_at=run.uploaded_at + timedelta(minutes=number),
            uploaded_by=run.uploaded_by,
            sha256="0" * 64,
            state=PredictionRun.State.SCORED,
            scores=run.scores,
        )
    PredictionRun.objects.filter(pk=run.pk).update(uploaded_at=NOW - timedelta(days=3))
    upload(manager, desk, predicted(release, "train"), "train")
    work()
    assert not kept_path(run.public_id).exists()
    assert len(systems_of(release)) == 1
    assert draw(manager, desk, system) == 422


def test_errors_are_drawn_tagged_plotted_and_downloaded(manager: Client, desk: Desk) -> None:
    release, system = scored(manager, desk)
    bench = address("release-errors", desk, 1)
    assert bench in manager.get(address("release", desk, 1)).content.decode()
    assert draw(manager, desk, system, size="0") == 422
    assert draw(manager, desk, system, system="unknown") == 422
    assert not ErrorSample.objects.exists()
    assert draw(manager, desk, system) == 302
    sample = ErrorSample.objects.get()
    total = release.items.filter(split="train").count()
    assert (sample.number, sample.seed, sample.predictions, sample.wrong) == (1, "one", total, 1)
    found = SampledError.objects.get()
    assert AuditEntry.objects.filter(action="error_sample.drawn").count() == 1
    here = address("release-error", desk, 1, 1)
    page = manager.get(here).content.decode()
    for words in ("Sample 1, error 1 of 1", "Gold", "Predicted by Baseline", "Evidence set 1"):
        assert words in page
    assert f"verdict-word--{found.item.verdict}" in page
    assert f"verdict-word--{found.predicted_verdict}" in page
    assert page.count("data-number-key") == 7
    tag = address("release-error-tag", desk, 1, 1, 1)
    refused = manager.post(tag, {"cause": "bad luck", "note": "<i>Kept</i>"})
    assert refused.status_code == 422
    assert "&lt;i&gt;Kept&lt;/i&gt;</textarea>" in refused.content.decode()
    assert manager.post(tag, {"cause": "new_evidence", "note": "=1+1"}).status_code == 302
    found.refresh_from_db()
    assert (found.cause, found.note, found.tagged_by) == ("new_evidence", "=1+1", desk.manager)
    # Nobody changes a cause that they have not seen.
    stale = manager.post(tag, {"cause": "annotator_error", "note": "Mine"})
    assert stale.status_code == 422
    assert "Your cause was not saved." in stale.content.decode()
    changed = {"cause": "wrong_inference", "seen": "new_evidence", "note": "=1+1"}
    assert manager.post(tag, changed).status_code == 302
    assert manager.get(here).headers["Location"] == bench
    assert "Tagged “Wrong inference”" in manager.get(f"{here}?position=1").content.decode()
    for place in ("2", "x", "9" * 30):
        assert manager.get(here, {"position": place}).status_code == 404
    shown = manager.get(bench).content.decode()
    assert "1 of 1 error tagged." in shown
    assert f"1 of {total} predictions are wrong." in shown
    assert "Causes of errors" in shown
    lines = manager.get(address("release-error-file", desk, 1, 1, "csv")).content.decode()
    assert "wrong_inference,'=1+1" in lines
    [line] = json.loads(manager.get(address("release-error-file", desk, 1, 1, "json")).content)
    assert (line["claim_id"], line["cause"]) == (found.item.record_id, "wrong_inference")
    assert manager.get(address("release-error-file", desk, 1, 1, "exe")).status_code == 404


def test_the_same_seed_draws_the_same_errors(manager: Client, desk: Desk) -> None:
    release, system = scored(manager, desk)
    with keeping(system.source.public_id) as keep:
        for record in release.items.filter(split="train").values_list("record_id", flat=True):
            keep(KeptPrediction(record, "refuted", (), False, False, False))
    drawn = []
    for seed in ("one", "one", "two"):
        assert draw(manager, desk, system, size="5", seed=seed) == 302
        sample = ErrorSample.objects.latest("number")
        drawn.append(list(sample.errors.order_by("position").values_list("item", flat=True)))
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(set(drawn[0])) == 5
    assert "No evidence." in manager.get(address("release-error", desk, 1, 1)).content.decode()


def test_right_predictions_give_no_sample(manager: Client, desk: Desk) -> None:
    release, system = scored(manager, desk)
    rights = [each for each in system.predictions() if each.is_right]
    with keeping(system.source.public_id) as keep:
        for each in rights:
            keep(each)
    refused = manager.post(
        address("release-errors", desk, 1), {"system": system.key, "size": "5"}
    ).content.decode()
    assert "All of these predictions are right." in refused
    kept_path(system.source.public_id).unlink()
    with pytest.raises(error_samples.PredictionsNotKeptError):
        error_samples.draw_error_sample(
            release=release, system=system, size=5, actor=desk.manager, now=NOW
        )
    assert "There are no predictions yet." in (
        manager.get(address("release-errors", desk, 1)).content.decode()
    )
    assert not ErrorSample.objects.exists()


def test_researchers_have_no_error_bench(client: Client, manager: Client, desk: Desk) -> None:
    _, system = scored(manager, desk)
    draw(manager, desk, system)
    assert "Error bench" not in client.get(address("release", desk, 1)).content.decode()
    assert draw(client, desk, system) == 403
    for name, more in (("release-error", ()), ("release-error-file", ("csv",))):
        assert client.get(address(name, desk, 1, 1, *more)).status_code == 403
    tag = address("release-error-tag", desk, 1, 1, 1)
    assert client.post(tag, {"cause": "new_evidence"}).status_code == 403
    assert SampledError.objects.get().cause == ""


def test_in_an_archived_campaign_nothing_is_drawn_or_tagged(manager: Client, desk: Desk) -> None:
    _, system = scored(manager, desk)
    draw(manager, desk, system)
    campaigns = Campaign.objects.filter(pk=desk.campaign.pk)
    campaigns.update(state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN)
    assert draw(manager, desk, system) == 403
    page = manager.get(address("release-error", desk, 1, 1)).content.decode()
    assert "data-number-key" not in page


def test_a_cause_has_somebody_who_found_it(manager: Client, desk: Desk) -> None:
    _, system = scored(manager, desk)
    draw(manager, desk, system)
    for change in ({"cause": "new_evidence"}, {"tagged_at": NOW}, {"cause": "bad luck"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SampledError.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        ErrorSample.objects.update(upload=None)


def test_a_cut_off_file_is_not_there(home: Path, desk: Desk) -> None:
    run = PredictionRun(public_id=desk.campaign.public_id)
    with pytest.raises(RuntimeError):
        cut_off(run)
    assert list((home / "releases" / "predictions").iterdir()) == []
    with pytest.raises(FileNotFoundError):
        next(kept_predictions(run.public_id))


def cut_off(run: PredictionRun) -> None:
    with keeping(run.public_id) as keep:
        keep(KeptPrediction(1, "refuted", (("Aare", "sentence_0"),), True, False, False))
        raise RuntimeError
