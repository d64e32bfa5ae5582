"""Webhooks of a campaign, what is delivered to them, and every attempt to do so."""

from __future__ import annotations

import uuid
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import Campaign
from core.outgoing.addresses import LONGEST, Fault

PING = "ping"


class Webhook(models.Model):
    """An address that is told about events of a campaign."""

    class State(models.TextChoices):
        ACTIVE = "active", _("Active")
        PAUSED = "paused", _("Paused")
        # By Touchstone, after too many failures.
        DISABLED = "disabled", _("Switched off")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="webhooks")
    url = models.CharField(_("address"), max_length=LONGEST)
    # Names of events (`campaigns.events`).
    events = models.JSONField(_("events"))
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    # The secret is computed from it and the site's key, and is stored nowhere.
    seed = models.CharField(max_length=64)
    # Signs beside the new one for a while after the secret was changed.
    former_seed = models.CharField(max_length=64, blank=True, default="")
    rotated_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    # Earlier events are not delivered: it did not exist, or was paused.
    listening_since = models.DateTimeField()
    # Events until then have been looked for.
    looked_at = models.DateTimeField()
    # Attempts that failed one after the other, and when the first of them was.
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    resting_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="webhook_state_known", condition=Q(state__in=["active", "paused", "disabled"])
            ),
            models.CheckConstraint(name="webhook_has_a_secret", condition=~Q(url="") & ~Q(seed="")),
            models.CheckConstraint(
                name="webhook_failing_since_iff_failures",
                condition=Q(failures=0, failing_since__isnull=True)
                | Q(failures__gte=1, failing_since__isnull=False),
            ),
            models.CheckConstraint(
                name="webhook_former_secret_dated",
                condition=Q(former_seed="") | Q(rotated_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        # Without its path: some services keep a secret there.
        return urlsplit(self.url).hostname or ""


class WebhookDelivery(models.Model):
    """One event for one webhook. The body stays the same however often it is sent."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    event = models.CharField(max_length=40)
    # Of the event, so that it is delivered once however often it is found.
    key = models.CharField(max_length=100)
    body = models.TextField()
    created_at = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    # Since it was created or repeated.
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "key"], name="webhook_delivery_once"),
            models.CheckConstraint(
                name="webhook_delivery_due_iff_waiting",
                condition=Q(state="waiting", due_at__isnull=False)
                | Q(state__in=["delivered", "failed"], due_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["webhook", "due_at"],
                name="webhook_delivery_waiting",
                condition=Q(state="waiting"),
            ),
            models.Index(fields=["webhook", "-created_at"], name="webhook_delivery_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook} · {self.event}"


class WebhookAttempt(models.Model):
    """One request, and its outcome."""

    delivery = models.ForeignKey(
        WebhookDelivery, models.CASCADE, related_name="attempts", db_index=False
    )
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    # Of the answer, if there was one.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    # Empty if it was accepted.
    fault = models.CharField(max_length=20, choices=Fault, blank=True, default="")
    # The beginning of the answer.
    excerpt = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["delivery", "number"], name="webhook_attempt_numbered"),
            models.CheckConstraint(
                name="webhook_attempt_has_an_outcome",
                condition=Q(status__isnull=False) | ~Q(fault=""),
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)
