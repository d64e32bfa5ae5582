"""Accounts: created, changed, deactivated; their passwords; administrators."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from accounts.held_work import free_held_work
from accounts.models import Invitation, User
from accounts.services.tries import forget_tries
from core.services import audit

# What an administrator may correct about somebody else.
CORRECTED = ("name", "email")


class PersonService(Protocol):
    """A service by which an administrator changes somebody's account."""

    def __call__(self, *, person: User, actor: User, now: datetime) -> None: ...


class UserNameTakenError(Exception):
    """Somebody has this user name, perhaps in another case."""


class PasswordChangedError(Exception):
    """The password was changed in the meantime, or the account deactivated."""


class OwnAccountError(Exception):
    """An administrator tried to shut themselves out."""


class LastAdministratorError(Exception):
    """No administrator would be left."""


class NotAdministratorError(Exception):
    """The person who does this is not an administrator, perhaps not any more."""


@transaction.atomic
def create_person(
    *,
    username: str,
    name: str,
    email: str,
    password: str,
    now: datetime,
    is_administrator: bool = False,
) -> User:
    """Create an account. Raise UserNameTakenError if the name is in use."""
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username,
                password,
                name=name,
                email=email,
                is_administrator=is_administrator,
                joined_at=now,
            )
    except IntegrityError as error:
        raise UserNameTakenError from error


@transaction.atomic
def change_details(*, person: User, name: str, email: str) -> None:
    """Change the name and e-mail address of a person."""
    person.name = name
    person.email = email
    person.save(update_fields=["name", "email"])


@transaction.atomic
def correct_details(
    *, person: User, details: Mapping[str, str], actor: User, now: datetime
) -> None:
    """Correct the name or e-mail address of somebody else, and record what they were before."""
    stored = User.objects.select_for_update().get(pk=person.pk)
    old = {name: getattr(stored, name) for name in CORRECTED if name in details}
    changed = {name: details[name] for name in old if details[name] != old[name]}
    if not changed:
        return
    for name, value in changed.items():
        setattr(stored, name, value)
    stored.save(update_fields=list(changed))
    before = {f"old {name}": old[name] for name in changed}
    after = {f"new {name}": value for name, value in changed.items()}
    _record(actor, "person.corrected", stored, now, {**before, **after})


def change_reading(*, person: User, text_size: str, density: str) -> None:
    """Change how pages look to a person, on any device."""
    person.text_size = text_size
    person.density = density
    person.save(update_fields=["text_size", "density"])


@transaction.atomic
def set_password(*, person: User, password: str) -> None:
    """Set a password, unless it has been changed since the person was read.

    So a reset link that two people open at once works for one of them, and no change in between,
    such as a deactivation, is undone. Machines never get one. A lock-out ends too: the wrong
    passwords were tried against the old one.
    """
    before = person.password
    working = User.objects.filter(pk=person.pk, is_active=True, is_machine=False)
    changed = working.filter(password=before).update(password=make_password(password))
    if not changed:
        raise PasswordChangedError
    forget_tries(name=User.normalize_username(person.username))
    person.refresh_from_db(fields=["password"])


@transaction.atomic
def deactivate_person(*, person: User, actor: User, now: datetime) -> None:
    """Deactivate a person: sessions, tokens and links stop working at once. Nothing is deleted.

    Others get what the person holds.
    """
    if person.pk == actor.pk:
        raise OwnAccountError
    _keep_an_administrator(without=person, actor=actor)
    if not User.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
        return
    revoked = _revoke_invitations_of(person, now)
    free_held_work(person=person, actor=actor, now=now)
    _record(actor, "person.deactivated", person, now, {"invitations revoked": revoked})


@transaction.atomic
def reactivate_person(*, person: User, actor: User, now: datetime) -> None:
    """Reactivate a person, with the password and the memberships that they had."""
    _lock_administrators(actor)
    if User.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
        _record(actor, "person.reactivated", person, now)


@transaction.atomic
def make_administrator(*, person: User, actor: User, now: datetime) -> None:
    """Give a person an administrator's rights over the whole site."""
    _lock_administrators(actor)
    people = User.objects.filter(pk=person.pk, is_machine=False)
    if people.filter(is_administrator=False).update(is_administrator=True):
        _record(actor, "administrator.made", person, now)


@transaction.atomic
def remove_administrator(*, person: User, actor: User, now: datetime) -> None:
    """Remove an administrator's rights; administrators may also remove their own."""
    _keep_an_administrator(without=person, actor=actor)
    if not User.objects.filter(pk=person.pk, is_administrator=True).update(is_administrator=False):
        return
    revoked = _revoke_invitations_of(person, now)
    _record(actor, "administrator.removed", person, now, {"invitations revoked": revoked})


def _record(
    actor: User, action: str, person: User, now: datetime, details: Mapping[str, Any] | None = None
) -> None:
    # The name at this time: people may be renamed later.
    details = {"person": person.username, **(details or {})}
    audit.record(actor=actor, action=action, target=person, now=now, details=details)


def _lock_administrators(actor: User) -> set[int]:
    # All of them, in one order: two administrators who remove one another at the same moment
    # must not both succeed. The second waits here, and then is no administrator any more.
    administrators = {
        user.pk
        for user in User.objects.select_for_update()
        .filter(is_administrator=True, is_active=True)
        .order_by("pk")
    }
    if actor.pk not in administrators:
        raise NotAdministratorError
    return administrators


def _keep_an_administrator(*, without: User, actor: User) -> None:
    if _lock_administrators(actor) <= {without.pk}:
        raise LastAdministratorError


def _revoke_invitations_of(person: User, now: datetime) -> int:
    # Links of a person who may no longer invite must not let people in.
    return Invitation.objects.filter(invited_by=person, accepted_at=None, revoked_at=None).update(
        revoked_at=now, email=""
    )
