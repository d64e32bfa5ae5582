"""Active accounts."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User


def active_people(public_ids: Iterable[UUID]) -> QuerySet[User]:
    """Return those of these accounts that are active, oldest first."""
    return User.objects.filter(public_id__in=public_ids, is_active=True).order_by("pk")


def active_people_with_email(email: str) -> QuerySet[User]:
    """Return the active accounts with this address, oldest first."""
    return User.objects.filter(email__iexact=email, is_active=True).exclude(email="").order_by("pk")
