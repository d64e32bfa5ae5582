"""Reading the audit log."""

from __future__ import annotations

import uuid

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, QuerySet

from core.models import AuditEntry


def list_entries(*, person: uuid.UUID | None = None, action: str = "") -> QuerySet[AuditEntry]:
    """Return the entries, newest first; only those of a person or an action if given."""
    entries = AuditEntry.objects.select_related("actor").order_by("-at", "-id")
    if person is not None:
        entries = entries.filter(actor__public_id=person)
    if action:
        entries = entries.filter(action=action)
    return entries


def recorded_actions() -> list[str]:
    """Return every action in the log, in alphabetical order."""
    return list(AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct())


def recorded_people() -> list[tuple[uuid.UUID, str]]:
    """Return the public id and name of everyone with an entry in the log, by name."""
    entries = AuditEntry.objects.filter(actor=OuterRef("pk"))
    people = get_user_model().objects.filter(Exists(entries))
    return sorted(
        ((person.public_id, str(person)) for person in people), key=lambda pair: pair[1].casefold()
    )
