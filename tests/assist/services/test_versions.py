"""Choosing and deleting versions."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from assist import storage
from assist.models import ModelVersion
from assist.selectors.loaded import NoModelError
from assist.selectors.versions import all_versions
from assist.services import training, versions
from assist.training_data import TrainingData
from core.models import AuditEntry
from tests.assist.world import store_version
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres


def test_another_version_is_put_into_use_in_place_of_the_first(
    version: ModelVersion, model_files: Path, cast: Cast
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    versions.use_version(version=other, by=cast.manager, now=NOW)
    in_use = ModelVersion.objects.filter(is_in_use=True).values_list("number", flat=True)
    assert list(in_use) == [2]
    assert AuditEntry.objects.get().action == "model.used"


def test_a_version_that_is_not_trained_cannot_be_used(version: ModelVersion, cast: Cast) -> None:
    waiting = ModelVersion.objects.create(number=2, data={}, requested_at=NOW)
    with pytest.raises(versions.NotFinishedError):
        versions.use_version(version=waiting, by=cast.manager, now=NOW)
    assert ModelVersion.objects.get(is_in_use=True) == version
    assert not AuditEntry.objects.exists()


def test_the_database_keeps_one_version_in_use(version: ModelVersion, model_files: Path) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        ModelVersion.objects.filter(pk=other.pk).update(is_in_use=True)


def test_a_version_is_deleted_with_its_files(
    version: ModelVersion,
    model_files: Path,
    cast: Cast,
    django_capture_on_commit_callbacks: object,
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    folder = storage.folder_of(other)
    assert folder.exists()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        versions.delete_version(version=other, by=cast.manager, now=NOW)
    assert not folder.exists()
    assert list(all_versions()) == [version]


def test_the_number_of_a_deleted_version_is_not_given_again(
    version: ModelVersion, model_files: Path, cast: Cast
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    versions.delete_version(version=other, by=cast.manager, now=NOW)
    data = TrainingData(simulated=(uuid4(),))
    third = training.request_training(data=data, by=cast.manager, now=NOW)
    assert third.number == 3
    assert [each.number for each in all_versions()] == [3, 1]


def test_a_version_that_was_in_use_is_not_deleted(
    version: ModelVersion, model_files: Path, cast: Cast
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    versions.use_version(version=other, by=cast.administrator, now=NOW)
    with pytest.raises(versions.InUseError):
        versions.delete_version(version=version, by=cast.administrator, now=NOW)
    assert storage.folder_of(version).exists()
    assert list(all_versions()) == [other, version]
    with pytest.raises(IntegrityError), transaction.atomic():
        ModelVersion.objects.filter(pk=version.pk).update(deleted_at=NOW)


def test_a_version_that_is_gone_is_neither_used_nor_deleted_again(
    version: ModelVersion, model_files: Path, cast: Cast
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    stale = ModelVersion.objects.get(pk=other.pk)
    versions.delete_version(version=other, by=cast.manager, now=NOW)
    with pytest.raises(versions.VersionGoneError):
        versions.use_version(version=stale, by=cast.administrator, now=NOW)
    with pytest.raises(versions.VersionGoneError):
        versions.delete_version(version=stale, by=cast.administrator, now=NOW)
    assert ModelVersion.objects.get(is_in_use=True) == version
    assert [entry.action for entry in AuditEntry.objects.all()] == ["model.deleted"]


def test_a_version_that_does_not_load_is_not_put_into_use(
    version: ModelVersion, model_files: Path, cast: Cast
) -> None:
    other = store_version(model_files, number=2, is_in_use=False)
    (storage.folder_of(other) / storage.TEXT_MODEL).unlink()
    with pytest.raises(NoModelError):
        versions.use_version(version=other, by=cast.administrator, now=NOW)
    assert ModelVersion.objects.get(is_in_use=True) == version
    assert not AuditEntry.objects.exists()


def test_the_version_in_use_is_not_deleted(version: ModelVersion, cast: Cast) -> None:
    with pytest.raises(versions.InUseError):
        versions.delete_version(version=version, by=cast.manager, now=NOW)
    assert storage.folder_of(version).exists()
    assert not AuditEntry.objects.exists()
