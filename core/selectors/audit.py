"""Reading the audit log."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet

from core.models import AuditEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """The entries to list; what is empty does not matter."""

    person: uuid.UUID | None = None
    action: str = ""
    # A kind of thing, and words in its name.
    kind: str = ""
    words: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_empty(self) -> bool:
        return self == AuditFilter()


def list_entries(wanted: AuditFilter | None = None) -> QuerySet[AuditEntry]:
    """Return the entries, newest first; only those that a filter wants if given."""
    wanted = wanted or AuditFilter()
    entries = AuditEntry.objects.select_related("actor").order_by("-at", "-id")
    if wanted.person is not None:
        entries = entries.filter(actor__public_id=wanted.person)
    if wanted.action:
        entries = entries.filter(action=wanted.action)
    if wanted.kind:
        entries = entries.filter(target_kind=wanted.kind)
    for word in wanted.words.split():
        named = Q(target_label__icontains=word) | Q(actor_label__icontains=word)
        entries = entries.filter(named | Q(target_id=word))
    if wanted.since is not None:
        entries = entries.filter(at__gte=wanted.since)
    if wanted.until is not None:
        entries = entries.filter(at__lt=wanted.until)
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


def recorded_kinds() -> list[str]:
    """Return every kind of thing in the log, in alphabetical order."""
    kinds = AuditEntry.objects.exclude(target_kind="").order_by("target_kind")
    return list(kinds.values_list("target_kind", flat=True).distinct())
