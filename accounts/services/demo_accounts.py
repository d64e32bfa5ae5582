"""The accounts of the demonstration, whose password everybody knows.

They work only where the demonstration is wanted. Whoever starts the site without it, or moves its
database into production, finds them deactivated, sessions and tokens included.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from accounts.held_work import free_held_work
from accounts.models import Invitation, User
from core.services import audit

_NAMES = [person.username for person in DEMO_PEOPLE]


def open_demo_accounts() -> list[User]:
    """Return the active accounts of the demonstration that still have its password."""
    return _with_demo_password(is_active=True)


@transaction.atomic
def disable_demo_accounts(*, now: datetime) -> int:
    """Deactivate the accounts of the demonstration; return how many there were."""
    people = open_demo_accounts()
    for person in people:
        User.objects.filter(pk=person.pk).update(is_active=False)
        Invitation.objects.filter(invited_by=person, accepted_at=None, revoked_at=None).update(
            revoked_at=now, email=""
        )
        free_held_work(person=person, actor=None, now=now)
        _record("person.deactivated", person, now)
    return len(people)


@transaction.atomic
def enable_demo_accounts(*, now: datetime) -> None:
    """Activate the accounts of the demonstration again."""
    for person in _with_demo_password(is_active=False):
        User.objects.filter(pk=person.pk).update(is_active=True)
        _record("person.reactivated", person, now)


def _with_demo_password(*, is_active: bool) -> list[User]:
    people = User.objects.filter(username__in=_NAMES, is_active=is_active).order_by("pk")
    # Somebody who gave such an account a password of their own made it theirs.
    return [person for person in people if person.check_password(PASSWORD)]


def _record(action: str, person: User, now: datetime) -> None:
    details = {"person": person.username, "reason": "demonstration"}
    audit.record(actor=None, action=action, target=person, now=now, details=details)
