"""The page of versions: what it tells to whom, training and choosing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assist import storage
from assist.models import ModelVersion
from assist.selectors.versions import all_versions
from assist.views import versions
from campaigns.models import Campaign
from jobs.services import jobs
from tests.assist.world import store_version
from tests.people import NOW, Cast
from tests.permissions.rows import make_other_manager
from tests.wiki.pages import share_corpus
from wiki.models import Corpus


def test_a_training_is_requested_and_cancelled(
    cast: Cast, rivers: Corpus, log_in: Callable[[User], Client]
) -> None:
    share_corpus(rivers, cast.manager)
    client = log_in(cast.manager)
    asked = client.post(
        reverse("models-train"), {"simulated": [rivers.public_id], "seed": 5}, follow=True
    )
    assert "Version 1 is being trained." in asked.content.decode()
    version = ModelVersion.objects.get()
    assert version.data == {
        "campaigns": [],
        "simulated": [str(rivers.public_id)],
        "seed": 5,
        "reader": False,
    }
    assert client.get(reverse("models-progress")).status_code == 200
    answer = client.post(reverse("model-cancel", args=[version.public_id]), follow=True)
    assert "The training of version 1 is being cancelled." in answer.content.decode()
    version.refresh_from_db()
    assert version.job is not None
    assert version.job.state == "cancelled"
    assert client.get(reverse("models-progress")).status_code == 286
    resume = reverse("model-resume", args=[version.public_id])
    assert resume in client.get(reverse("models")).content.decode()
    assert "Version 1 is being trained." in client.post(resume, follow=True).content.decode()
    again = client.post(resume, follow=True).content.decode()
    assert "Only a training that was cancelled or failed can be resumed." in again
    assert ModelVersion.objects.get().job != version.job


def test_a_reader_is_offered_only_with_its_packages(
    cast: Cast, rivers: Corpus, log_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    share_corpus(rivers, cast.manager)
    client = log_in(cast.manager)
    chosen = {"simulated": [rivers.public_id], "seed": 0, "reader": "on"}
    monkeypatch.setattr(versions, "can_train", lambda: False)
    page = client.get(reverse("models")).content.decode()
    assert "could be added" in page
    assert 'name="reader"' not in page
    client.post(reverse("models-train"), chosen)
    without = ModelVersion.objects.get()
    assert without.data["reader"] is False
    client.post(reverse("model-cancel", args=[without.public_id]))
    monkeypatch.setattr(versions, "can_train", lambda: True)
    page = client.get(reverse("models")).content.decode()
    assert "could be added" not in page
    assert 'name="reader"' in page
    client.post(reverse("models-train"), chosen)
    assert ModelVersion.objects.get(number=2).data["reader"] is True


def test_a_training_on_nothing_is_refused(cast: Cast, log_in: Callable[[User], Client]) -> None:
    answer = log_in(cast.manager).post(reverse("models-train"), {"seed": 0})
    assert answer.status_code == 400
    assert "Choose at least one source to learn from." in answer.content.decode()
    assert not ModelVersion.objects.exists()


def test_a_campaign_that_one_does_not_manage_cannot_be_learned_from(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    other = make_other_manager()
    theirs = Campaign.objects.get(membership__user=other)
    answer = log_in(cast.manager).post(
        reverse("models-train"), {"campaigns": [theirs.public_id], "seed": 0}
    )
    assert answer.status_code == 400
    assert not ModelVersion.objects.exists()


def test_figures_stand_beside_what_the_length_alone_gives(
    version: ModelVersion, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    page = log_in(cast.manager).get(reverse("models")).content.decode()
    assert "75% of 20" in page
    assert "(by length alone 40%, most frequent verdict 50%)" in page


def test_names_of_other_peoples_campaigns_are_not_told(
    model_files: Path, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    store_version(model_files, data={"campaigns": [str(cast.campaign.public_id)]})
    theirs = log_in(make_other_manager()).get(reverse("models")).content.decode()
    assert cast.campaign.name not in theirs
    assert "A campaign or corpus that you cannot see" in theirs
    assert cast.campaign.name in log_in(cast.manager).get(reverse("models")).content.decode()


def test_only_administrators_put_a_version_into_use(
    version: ModelVersion, model_files: Path, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    use = reverse("model-use", args=[other.public_id])
    manager = log_in(cast.manager)
    page = manager.get(reverse("models")).content.decode()
    assert use not in page
    assert "only administrators put another one into use" in page
    assert manager.post(use).status_code == 403
    assert ModelVersion.objects.get(is_in_use=True) == version
    administrator = log_in(cast.administrator)
    assert use in administrator.get(reverse("models")).content.decode()
    answer = administrator.post(use, follow=True)
    assert "Version 2 is in use." in answer.content.decode()
    assert ModelVersion.objects.get(is_in_use=True) == other


def test_trainings_of_others_are_not_cancelled_or_deleted(
    cast: Cast, rivers: Corpus, model_files: Path, log_in: Callable[[User], Client]
) -> None:
    other = store_version(model_files, number=2, is_in_use=False, requested_by=cast.administrator)
    client = log_in(cast.manager)
    for name in ("model-delete", "model-cancel", "model-resume"):
        assert client.post(reverse(name, args=[other.public_id])).status_code == 403
    assert ModelVersion.objects.filter(pk=other.pk).exists()
    administrator = log_in(cast.administrator)
    delete = reverse("model-delete", args=[other.public_id])
    assert "Version 2 was deleted." in administrator.post(delete, follow=True).content.decode()
    assert not all_versions().exists()
    for name in ("model-delete", "model-use"):
        answer = administrator.post(reverse(name, args=[other.public_id]), follow=True)
        assert "Version 2 was deleted meanwhile." in answer.content.decode()


def test_a_damaged_version_is_not_put_into_use(
    version: ModelVersion, model_files: Path, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    (storage.folder_of(other) / storage.TEXT_MODEL).write_bytes(b"x")
    answer = log_in(cast.administrator).post(
        reverse("model-use", args=[other.public_id]), follow=True
    )
    said = "Version 2 cannot be used: a file of it is damaged."
    assert said in answer.content.decode()
    assert ModelVersion.objects.get(is_in_use=True) == version


def test_cancelling_what_is_over_says_so(
    version: ModelVersion, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    version.job = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.administrator, now=NOW
    )
    version.save(update_fields=["job"])
    jobs.cancel_job(job=version.job, by=None, now=NOW)
    answer = log_in(cast.administrator).post(
        reverse("model-cancel", args=[version.public_id]), follow=True
    )
    assert "It has already finished." in answer.content.decode()
