"""The audit log, and the keys with which scripts repeat requests safely."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from core import append_only
from core.action_labels import kind_label, label_of


@append_only.guarded
class AuditEntry(models.Model):
    """An action that affects others. Triggers refuse to change or delete it."""

    at = models.DateTimeField()
    # None for actions of Touchstone itself.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_entries",
    )
    # Names at that time: people and things may be renamed later.
    actor_label = models.CharField(max_length=200, blank=True, default="")
    action = models.CharField(max_length=80)
    target_kind = models.CharField(max_length=80, blank=True, default="")
    target_id = models.CharField(max_length=64, blank=True, default="")
    target_label = models.CharField(max_length=300, blank=True, default="")
    details = models.JSONField(default=dict, blank=True)
    request_id = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["-at", "-id"], name="audit_newest"),
            models.Index(fields=["action", "-at", "-id"], name="audit_newest_action"),
            models.Index(fields=["actor", "-at", "-id"], name="audit_newest_of"),
            models.Index(fields=["target_kind", "target_id", "-at"], name="audit_newest_on"),
        ]
        constraints = [
            models.CheckConstraint(name="audit_action_named", condition=~Q(action="")),
            models.CheckConstraint(
                name="audit_actor_labelled",
                condition=Q(actor__isnull=True) | ~Q(actor_label=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"

    @property
    def action_label(self) -> str:
        return label_of(self.action)

    @property
    def sentence(self) -> str:
        """Return who did what to what, in words."""
        words = {
            "person": self.actor_label or "Touchstone",
            "action": _uncapitalised(self.action_label),
            "target": self.target_label,
        }
        if not self.target_label:
            return _("%(person)s %(action)s.") % words
        return _("%(person)s %(action)s: “%(target)s”.") % words

    @property
    def told_details(self) -> list[tuple[str, object]]:
        """Return the details that say something, their names in words."""
        return [
            (name.replace("_", " "), _in_words(value))
            for name, value in self.details.items()
            if value not in (None, "", [], {})
        ]

    @property
    def kind_label(self) -> str:
        """Return what kind of thing it was done to, in words."""
        return kind_label(self.target_kind)


def _in_words(value: object) -> object:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(_in_words(each)) for each in value)
    return value


def _uncapitalised(label: str) -> str:
    return label[:1].lower() + label[1:]


class IdempotencyKey(models.Model):
    """A name that a script gave a request, so that sending it twice does it once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="idempotency_keys"
    )
    key = models.CharField(max_length=100)
    # Of method, address and body.
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_index=True)
    # None while the request is being answered.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    media_type = models.CharField(max_length=60, blank=True, default="")
    body = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once"),
            models.CheckConstraint(name="idempotency_key_named", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return self.key
