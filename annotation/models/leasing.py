"""The base of rows that one person holds at a time: highlights and slots in the queue."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Leased(models.Model):
    """A row that one person can hold until a time. Its state is then `held` or `paused`.

    `lease` only ever grows, so that a person who lost the item is refused by its number.
    """

    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    lease = models.PositiveIntegerField(default=0, help_text="how often it was taken")
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_held_by_somebody",
                condition=Q(
                    state__in=["held", "paused"],
                    holder__isnull=False,
                    lease_until__isnull=False,
                    lease__gte=1,
                )
                | (
                    ~Q(state__in=["held", "paused"])
                    & Q(holder__isnull=True, lease_until__isnull=True)
                ),
            ),
            models.UniqueConstraint(
                fields=["campaign", "holder"],
                name="%(class)s_one_held_by_a_person",
                condition=Q(state="held"),
            ),
        ]
