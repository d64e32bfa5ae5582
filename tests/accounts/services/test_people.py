"""Services with which administrators manage accounts."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Invitation, User
from accounts.services import people
from campaigns.services import invitations
from core.models import AuditEntry
from tests.people import NOW, PASSWORD, Cast, make_cast

pytestmark = pytest.mark.postgres


def again(person: User) -> User:
    return User.objects.get(pk=person.pk)


@pytest.mark.parametrize("username", ["anna", "ANNA", "Anna"])
def test_a_user_name_is_taken_in_any_case(cast: Cast, username: str) -> None:
    with pytest.raises(people.UserNameTakenError):
        people.create_person(username=username, name="", email="", password=PASSWORD, now=NOW)
    assert User.objects.count() == 5


def test_the_database_itself_refuses_a_name_in_another_case(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="ANNA")])
    assert User.objects.count() == 5


def test_deactivating_is_audited_and_revokes_open_invitations(cast: Cast) -> None:
    invitations.invite_administrator(note="x", actor=cast.administrator, now=NOW)
    people.make_administrator(person=cast.manager, actor=cast.administrator, now=NOW)
    later = NOW + timedelta(hours=1)
    people.deactivate_person(person=cast.administrator, actor=cast.manager, now=later)
    assert again(cast.administrator).is_active is False
    assert Invitation.objects.get().revoked_at == later
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor_id, entry.details) == (
        "person.deactivated",
        cast.manager.pk,
        {"person": "ines", "invitations revoked": 1},
    )


def test_nobody_deactivates_themselves(cast: Cast) -> None:
    with pytest.raises(people.OwnAccountError):
        people.deactivate_person(person=cast.administrator, actor=cast.administrator, now=NOW)
    assert again(cast.administrator).is_active is True
    assert not AuditEntry.objects.exists()


def test_the_last_administrator_stays_one(cast: Cast) -> None:
    with pytest.raises(people.LastAdministratorError):
        people.remove_administrator(person=cast.administrator, actor=cast.administrator, now=NOW)
    assert again(cast.administrator).is_administrator is True
    assert not AuditEntry.objects.exists()


def test_a_deactivated_administrator_does_not_count(cast: Cast) -> None:
    people.make_administrator(person=cast.manager, actor=cast.administrator, now=NOW)
    people.deactivate_person(person=cast.manager, actor=cast.administrator, now=NOW)
    with pytest.raises(people.LastAdministratorError):
        people.remove_administrator(person=cast.administrator, actor=cast.administrator, now=NOW)
    assert again(cast.administrator).is_administrator is True


def test_an_administrator_may_step_down_where_another_remains(cast: Cast) -> None:
    people.make_administrator(person=cast.manager, actor=cast.administrator, now=NOW)
    people.remove_administrator(person=cast.administrator, actor=cast.administrator, now=NOW)
    assert again(cast.administrator).is_administrator is False


@pytest.mark.parametrize(
    "service",
    [
        people.deactivate_person,
        people.reactivate_person,
        people.make_administrator,
        people.remove_administrator,
    ],
)
def test_only_an_active_administrator_acts(cast: Cast, service: people.PersonService) -> None:
    before = list(User.objects.order_by("pk").values_list("is_active", "is_administrator"))
    with pytest.raises(people.NotAdministratorError):
        service(person=cast.annotator, actor=cast.manager, now=NOW)
    assert list(User.objects.order_by("pk").values_list("is_active", "is_administrator")) == before
    assert not AuditEntry.objects.exists()


def test_doing_it_twice_is_recorded_once(cast: Cast) -> None:
    for _ in range(2):
        people.deactivate_person(person=cast.annotator, actor=cast.administrator, now=NOW)
    for _ in range(2):
        people.reactivate_person(person=cast.annotator, actor=cast.administrator, now=NOW)
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == [
        "person.deactivated",
        "person.reactivated",
    ]


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_deactivate_one_another_leave_one() -> None:
    cast = make_cast()
    people.make_administrator(person=cast.manager, actor=cast.administrator, now=NOW)
    pairs = [(cast.administrator, cast.manager), (cast.manager, cast.administrator)]
    outcomes: list[str] = []
    start = threading.Barrier(2)

    def act(actor: User, person: User) -> None:
        start.wait()
        try:
            people.deactivate_person(person=person, actor=actor, now=NOW)
            outcomes.append("done")
        except people.NotAdministratorError:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=act, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "refused"]
    assert User.objects.filter(is_administrator=True, is_active=True).count() == 1
