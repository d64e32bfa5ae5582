"""The versions of the model, and the one in use."""

from __future__ import annotations

from django.db.models import QuerySet

from assist import storage
from assist.learned import LearnedClaims, read_learned
from assist.models import ModelVersion
from jobs.models import UNFINISHED


def all_versions() -> QuerySet[ModelVersion]:
    """Return every version that was not deleted, with its job, the newest first."""
    kept = ModelVersion.objects.filter(deleted_at=None)
    return kept.select_related("job", "requested_by").order_by("-number")


def version_in_use() -> ModelVersion | None:
    """Return the version in use."""
    return ModelVersion.objects.filter(is_in_use=True).first()


def unfinished_version() -> ModelVersion | None:
    """Return the version that is being trained, or will be."""
    waiting = all_versions().filter(finished_at=None, job__state__in=UNFINISHED)
    return waiting.first()


def learned_claims(version: ModelVersion) -> LearnedClaims | None:
    """Return the claims that a version learned from, or None if that was not stored."""
    if storage.LEARNED_CLAIMS not in version.files:
        return None
    return read_learned(storage.folder_of(version) / storage.LEARNED_CLAIMS)
