"""Reading the audit log."""

from __future__ import annotations

import uuid

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, QuerySet

from core.models import AuditEntry


def list_entries(*, person: uuid.UUID | None = None, action: str = "") -> QuerySet[AuditEntry]:
    """Entries, newest first; of one person or of one action where asked."""
    entries = AuditEntry.objects.select_related("actor").order_by("-at", "-id")
    if person is not None:
        entries = entries.filter(actor__public_id=person)
    if action:
        entries = entries.filter(action=action)
    return entries


def recorded_actions() -> list[str]:
    """Every action that the log knows, in alphabetical order."""
    return list(AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct())


def recorded_people() -> list[tuple[uuid.UUID, str]]:
    """Everyone who did something that was recorded: their public id and name, by name."""
    entries = AuditEntry.objects.filter(actor=OuterRef("pk"))
    people = get_user_model().objects.filter(Exists(entries))
    return sorted(
        ((person.public_id, str(person)) for person in people), key=lambda pair: pair[1].casefold()
    )
