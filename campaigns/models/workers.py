"""Workers of external platforms, and the links by which they join a campaign."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role
from campaigns.models.campaigns import Campaign
from campaigns.models.members import HeldRole

WORKER_ID = r"^[A-Za-z0-9][A-Za-z0-9_.@-]{0,99}\Z"
MOST_SEATS = 10_000


class WorkerLink(HeldRole):
    """A link by which workers of a platform join, each by the worker id in the address."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=80)
    parameter = models.CharField(
        _("parameter with the worker id"),
        max_length=40,
        validators=[
            RegexValidator(
                r"^[A-Za-z][A-Za-z0-9_]*\Z", _("Letters, digits and _, beginning with a letter.")
            )
        ],
    )
    seats = models.PositiveIntegerField(
        _("workers at most"), validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)]
    )
    items = models.PositiveIntegerField(
        _("items until the completion code"),
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)],
    )
    # The same for everybody, as Prolific has it; without it, each worker gets one of their own.
    code = models.CharField(
        _("completion code"),
        max_length=40,
        blank=True,
        default="",
        validators=[RegexValidator(r"^[A-Za-z0-9-]+\Z", _("Letters, digits and dashes."))],
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta(HeldRole.Meta):
        constraints = [
            *HeldRole.Meta.constraints,
            models.CheckConstraint(
                name="workerlink_for_annotators", condition=Q(role=Role.ANNOTATOR, is_expert=False)
            ),
            models.CheckConstraint(
                name="workerlink_offers_something", condition=Q(seats__gte=1, items__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def is_open_at(self, now: datetime) -> bool:
        """Return whether the link still works, as far as itself is concerned."""
        return self.revoked_at is None and now < self.expires_at


class CrowdWorker(models.Model):
    """A worker of an external platform: a person under its id. It stays when they leave."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="workers")
    link = models.ForeignKey(WorkerLink, models.PROTECT, related_name="workers")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="worker_ids")
    worker_id = models.CharField(max_length=100)
    code = models.CharField(max_length=40)
    joined_at = models.DateTimeField()
    # When they first got their completion code.
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "worker_id"], name="worker_id_once"),
            models.UniqueConstraint(fields=["campaign", "person"], name="worker_once"),
            models.CheckConstraint(
                name="worker_identified", condition=~Q(worker_id="") & ~Q(code="")
            ),
        ]

    def __str__(self) -> str:
        return self.worker_id
