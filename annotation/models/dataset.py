"""The managers of claims, highlights and slots: by default only those of the dataset.

Gold, and what candidates write in calibration, are claims and highlights in states of their own.
They stand outside quotas, queue, counts, duplicates and releases, so no query finds them unless it
says `with_gold`. Slots for experts and for silent gold are left out likewise, unless a query says
`with_checks`. Joins and foreign keys are not filtered.
"""

from __future__ import annotations

from typing import TypeVar

from django.db import models

RowT = TypeVar("RowT", bound=models.Model)


class DatasetHighlights(models.Manager[RowT]):
    """Highlights that claims of the dataset are written from."""

    def get_queryset(self) -> models.QuerySet[RowT]:
        return super().get_queryset().exclude(state="gold")


class DatasetClaims(models.Manager[RowT]):
    """Claims of the dataset, live or withdrawn."""

    def get_queryset(self) -> models.QuerySet[RowT]:
        return super().get_queryset().exclude(state__in=["gold", "calibration"])


class DatasetSlots(models.Manager[RowT]):
    """Slots in which claims of the dataset are verified, duplicates included."""

    def get_queryset(self) -> models.QuerySet[RowT]:
        return super().get_queryset().filter(kind__in=["ordinary", "duplicate"])
