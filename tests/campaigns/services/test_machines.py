"""Machines: accounts of their own, which never log in and never are anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.roles import Role
from accounts.services import passwords, people, tokens
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, Membership
from campaigns.selectors.corpora import people_to_share_with
from campaigns.services import machines, memberships
from campaigns.services.invitations import CampaignClosedError
from core.api.scopes import Scope
from core.models import AuditEntry
from tests.people import NOW, PASSWORD, Cast
from tests.wiki.pages import make_corpus

LogIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db


def add(cast: Cast, name: str = "Model 1") -> machines.NewMachine:
    return machines.add_machine(campaign=cast.campaign, name=name, actor=cast.manager, now=NOW)


def test_a_machine_has_an_account_a_role_and_one_token(cast: Cast) -> None:
    added = add(cast)
    machine = added.membership.user
    assert (machine.is_machine, machine.has_usable_password(), str(machine)) == (
        True,
        False,
        "Model 1 (machine)",
    )
    assert added.membership.member_role == MEMBER_ROLES["machine"]
    (token,) = ApiToken.objects.filter(user=machine)
    assert token.scopes == {Scope.READ, Scope.ANNOTATE}
    entry = AuditEntry.objects.get(action="machine.added")
    assert added.secret not in str(entry.details)


def test_a_closed_campaign_gets_no_machine(cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.CLOSED, corpus=make_corpus(), protocol={}, seed="x"
    )
    with pytest.raises(CampaignClosedError):
        add(cast)
    assert not User.objects.filter(is_machine=True).exists()


def test_another_token_ends_the_one_before(cast: Cast) -> None:
    added = add(cast)
    renewed = machines.renew_token(membership=added.membership, actor=cast.manager, now=NOW)
    me = {
        secret: Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
        for secret in (added.secret, renewed.secret)
    }
    assert [response.status_code for response in me.values()] == [401, 200]


def test_people_get_no_token_by_way_of_a_machine(cast: Cast) -> None:
    person = Membership.objects.get(user=cast.annotator)
    with pytest.raises(memberships.MachineRoleError):
        machines.renew_token(membership=person, actor=cast.manager, now=NOW)
    assert not ApiToken.objects.exists()


def test_a_removed_machine_has_no_tokens(cast: Cast) -> None:
    added = add(cast)
    memberships.remove_member(membership=added.membership, actor=cast.manager, now=NOW)
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    with pytest.raises(memberships.MembershipGoneError):
        machines.renew_token(membership=added.membership, actor=cast.manager, now=NOW)


def test_nobody_becomes_a_machine_and_no_machine_a_person(cast: Cast) -> None:
    added = add(cast)
    person = Membership.objects.get(user=cast.annotator)
    for membership, role in ((added.membership, "manager"), (person, "machine")):
        with pytest.raises(memberships.MachineRoleError):
            memberships.change_member_role(
                membership=membership,
                member_role=MEMBER_ROLES[role],
                actor=cast.manager,
                now=NOW,
            )
    assert not AuditEntry.objects.filter(action="member.changed").exists()


@pytest.mark.postgres
def test_the_database_keeps_roles_of_machines_and_people_apart(cast: Cast) -> None:
    added = add(cast)
    person = Membership.objects.get(user=cast.annotator)
    changes: list[tuple[Membership, dict[str, Any]]] = [
        (person, {"role": Role.MACHINE, "writes_claims": False, "verifies_claims": False}),
        (added.membership, {"role": Role.MANAGER}),
        (added.membership, {"role": Role.ANNOTATOR, "verifies_claims": True}),
        (added.membership, {"verifies_claims": True}),
    ]
    for membership, changed in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            Membership.objects.filter(pk=membership.pk).update(**changed)
    other = Campaign.objects.create(name="Lakes", created_at=NOW)
    for user, role in ((added.membership.user, Role.RESEARCHER), (cast.stranger, Role.MACHINE)):
        with pytest.raises(DatabaseError), transaction.atomic():
            Membership.objects.create(campaign=other, user=user, role=role, joined_at=NOW)
    assert Membership.objects.filter(role=Role.MACHINE).count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("changed", [{"is_administrator": True}, {"password": "md5$x$y"}])
def test_the_database_lets_no_machine_log_in_or_administer(
    cast: Cast, changed: dict[str, Any]
) -> None:
    machine = add(cast).membership.user
    with pytest.raises(DatabaseError), transaction.atomic():
        User.objects.filter(pk=machine.pk).update(**changed)


def test_administrators_can_neither_promote_a_machine_nor_let_it_log_in(
    cast: Cast, log_in: LogIn
) -> None:
    machine = add(cast).membership.user
    client = log_in(cast.administrator)
    client.post(f"/people/{machine.public_id}/administrator/")
    assert client.post(f"/people/{machine.public_id}/reset-link/").status_code == 404
    people.make_administrator(person=machine, actor=cast.administrator, now=NOW)
    with pytest.raises(people.PasswordChangedError):
        people.set_password(person=machine, password=PASSWORD)
    # A link made in another way does not help either.
    path = passwords.reset_path(person=machine)
    Client().get(path, follow=True)
    machine.refresh_from_db()
    assert (machine.is_administrator, machine.has_usable_password()) == (False, False)
    page = client.get("/people/").content.decode()
    assert f"/people/{machine.public_id}/reset-link/" not in page
    assert f"/people/{machine.public_id}/deactivate/" in page


def test_a_session_of_a_machine_is_nobodys(cast: Cast, log_in: LogIn) -> None:
    client = log_in(add(cast).membership.user)
    for path in ("/", f"/campaigns/{cast.campaign.public_id}/"):
        response = client.get(path)
        assert (response.status_code, response["Location"].split("?")[0]) == (302, "/log-in/")
    assert client.get("/api/v1/me").status_code == 401


def test_a_machine_sees_of_its_campaign_no_people_and_no_work(cast: Cast) -> None:
    machine = add(cast).membership.user
    # Even with a token that a machine never gets.
    made = tokens.make_api_token(
        person=machine, name="x", now=timezone.now(), scopes=[Scope.MANAGE, Scope.ANNOTATE]
    )
    client = Client(headers={"Authorization": f"Bearer {made.secret}"})
    base = f"/api/v1/campaigns/{cast.campaign.public_id}"
    refused = ("members", "claims", "verifications", "disagreements", "reports", "releases", "gold")
    assert {path: client.get(f"{base}/{path}").status_code for path in refused} == dict.fromkeys(
        refused, 403
    )
    assert client.get(base).json()["role"] == "machine"
    assert machine not in people_to_share_with(cast.administrator)
