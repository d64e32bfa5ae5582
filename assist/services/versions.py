"""The choice of the version in use, and the removal of versions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from assist import storage
from assist.models import ModelVersion
from core.services import audit
from jobs.services import jobs


class NotFinishedError(Exception):
    """The version has not been trained, or not to the end."""


class InUseError(Exception):
    """The version is or was in use, or is being trained: it cannot be deleted."""


class VersionGoneError(Exception):
    """The version was deleted meanwhile."""


def use_version(*, version: ModelVersion, by: User, now: datetime) -> None:
    """Put a version into use, in place of the one before.

    Raise NotFinishedError, VersionGoneError, and `loaded.NoModelError` if its files cannot be used.
    """
    # It loads NumPy.
    from assist.selectors.loaded import load_version

    if version.is_finished and version.deleted_at is None:
        # Before the transaction: it takes a while.
        load_version(version)
    with transaction.atomic():
        chosen = _lock_all(version)
        if not chosen.is_finished:
            raise NotFinishedError
        ModelVersion.objects.filter(is_in_use=True).update(is_in_use=False)
        ModelVersion.objects.filter(pk=chosen.pk).update(
            is_in_use=True, first_used_at=chosen.first_used_at or now
        )
        audit.record(actor=by, action="model.used", target=chosen, now=now)


@transaction.atomic
def delete_version(*, version: ModelVersion, by: User, now: datetime) -> None:
    """Delete the files of a version. Its row stays, so that its number is never given again.

    Raise InUseError and VersionGoneError.
    """
    chosen = _lock_all(version)
    # What was in use has given answers, which name it.
    if chosen.first_used_at is not None or chosen.is_busy:
        raise InUseError
    audit.record(actor=by, action="model.deleted", target=chosen, now=now)
    ModelVersion.objects.filter(pk=chosen.pk).update(deleted_at=now)
    transaction.on_commit(lambda: storage.remove_files(version))


def cancel_training(*, version: ModelVersion, by: User, now: datetime) -> None:
    """Stop a training. Raise `jobs.AlreadyFinishedError` where it is over."""
    if version.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=version.job, by=by, now=now)


def _lock_all(version: ModelVersion) -> ModelVersion:
    """Lock every version, so that changes at the same moment follow one another."""
    locked = ModelVersion.objects.select_for_update().order_by("pk")
    found = next((each for each in locked if each.pk == version.pk), None)
    if found is None or found.deleted_at is not None:
        raise VersionGoneError
    return found
