"""Work of a person that a manager set aside."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import Campaign

LONGEST_REASON = 1000


class Suspension(models.Model):
    """A person's work of one task from a time on, set aside until a manager undoes it."""

    class Work(models.TextChoices):
        WRITE = "write", _("Claims")
        VERIFY = "verify", _("Verifications")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="suspensions")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="suspensions")
    task = models.CharField(max_length=6, choices=Work)
    # Work that was submitted at that time or later.
    since = models.DateTimeField()
    reason = models.CharField(max_length=LONGEST_REASON)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    # The number of claims or verifications that were set aside.
    items = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The number that came back.
    restored = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "person", "task"],
                name="suspension_one_in_force",
                condition=Q(undone_at__isnull=True),
            ),
            models.CheckConstraint(
                name="suspension_task_known", condition=Q(task__in=["write", "verify"])
            ),
            models.CheckConstraint(name="suspension_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="suspension_undone_by_somebody",
                condition=Q(undone_at__isnull=True, undone_by__isnull=True)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
            ),
            models.CheckConstraint(
                name="suspension_not_of_oneself", condition=~Q(person=F("made_by"))
            ),
            models.CheckConstraint(
                name="suspension_restores_what_it_took", condition=Q(restored__lte=F("items"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.task}"
