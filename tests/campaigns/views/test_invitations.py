"""Accepting an invitation."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Invitation, User
from accounts.services import people
from campaigns.forms.people import SiteInvitationForm
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, Membership
from campaigns.selectors.invitations import invitation_with_token
from campaigns.services import campaigns, invitations
from core.models import AuditEntry
from tests.people import NOW, PASSWORD, Cast, make_cast
from tests.wiki.pages import make_corpus

LogIn = Callable[[User], Client]
BEN = {
    "username": "Ben",
    "name": "Ben B.",
    "email": "",
    "password": PASSWORD,
    "password_again": PASSWORD,
}


def invite(cast: Cast, role: str = "verifier", days_ago: int = 0) -> invitations.NewInvitation:
    return invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES[role],
        note="secret note",
        actor=cast.manager,
        now=timezone.now() - timedelta(days=days_ago),
    )


def nobody_came(cast: Cast) -> bool:
    return (User.objects.count(), Membership.objects.count()) == (5, 3)


def test_the_page_says_what_one_joins(client: Client, cast: Cast) -> None:
    page = client.get(f"/join/{invite(cast).token}/").content.decode()
    for text in ("Rivers", "Annotator: verifies claims", "Mara Manager"):
        assert text in page
    assert "secret note" not in page


def test_the_page_says_until_when_the_link_works(client: Client, cast: Cast) -> None:
    made = invite(cast)
    page = client.get(f"/join/{made.token}/").content.decode()
    assert f"{made.invitation.expires_at:%Y-%m-%d %H:%M} UTC" in page


def test_a_new_account_joins_and_is_logged_in(client: Client, cast: Cast) -> None:
    made = invite(cast)
    response = client.post(f"/join/{made.token}/", BEN)
    assert response["Location"] == f"/campaigns/{cast.campaign.public_id}/"
    ben = User.objects.get(username="ben")
    assert (ben.name, ben.is_administrator, ben.check_password(PASSWORD)) == ("Ben B.", False, True)
    assert Membership.objects.get(user=ben).member_role == MEMBER_ROLES["verifier"]
    invitation = Invitation.objects.get()
    assert invitation.accepted_by == ben
    assert client.session["_auth_user_id"] == str(ben.pk)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.details) == (
        "invitation.accepted",
        {"person": "ben", "invited by": "mara", "campaign": "Rivers", "role": "verifier"},
    )


def test_somebody_logged_in_joins_as_themselves(log_in: LogIn, cast: Cast) -> None:
    client, made = log_in(cast.stranger), invite(cast)
    assert "Join as Sten Stranger" in client.get(f"/join/{made.token}/").content.decode()
    assert not Invitation.objects.filter(accepted_at__isnull=False).exists()
    assert client.post(f"/join/{made.token}/").status_code == 302
    assert Membership.objects.get(user=cast.stranger).member_role == MEMBER_ROLES["verifier"]
    assert User.objects.count() == 5


def test_one_can_log_in_and_come_back(client: Client, cast: Cast) -> None:
    token = invite(cast).token
    page = client.get(f"/join/{token}/").content.decode()
    assert f'href="/log-in/?next=/join/{token}/"' in page
    data = {"username": "sten", "password": PASSWORD, "next": f"/join/{token}/"}
    assert client.post("/log-in/", data)["Location"] == f"/join/{token}/"


def test_an_administrators_invitation_makes_one(log_in: LogIn, cast: Cast) -> None:
    made = invitations.invite_administrator(note="x", actor=cast.administrator, now=timezone.now())
    response = log_in(cast.stranger).post(f"/join/{made.token}/")
    assert response["Location"] == "/"
    assert User.objects.get(pk=cast.stranger.pk).is_administrator is True


def test_a_member_gains_nothing_and_the_link_stays_open(log_in: LogIn, cast: Cast) -> None:
    made = invite(cast, "manager")
    response = log_in(cast.annotator).post(f"/join/{made.token}/")
    assert response.status_code == 409
    assert Membership.objects.get(user=cast.annotator).member_role == MEMBER_ROLES["annotator"]
    assert Invitation.objects.get().accepted_at is None


def test_an_administrator_gains_nothing_by_such_a_link(log_in: LogIn, cast: Cast) -> None:
    made = invitations.invite_administrator(note="x", actor=cast.administrator, now=timezone.now())
    assert log_in(cast.administrator).post(f"/join/{made.token}/").status_code == 409
    assert Invitation.objects.get().accepted_at is None


def test_an_expired_link_is_gone(client: Client, cast: Cast) -> None:
    token = invite(cast, days_ago=14).token
    for response in (client.get(f"/join/{token}/"), client.post(f"/join/{token}/", BEN)):
        assert response.status_code == 410
        assert "It has expired" in response.content.decode()
        assert "Rivers" not in response.content.decode()
    assert nobody_came(cast)


def test_a_link_works_on_its_last_day(client: Client, cast: Cast) -> None:
    assert client.get(f"/join/{invite(cast, days_ago=13).token}/").status_code == 200


def test_a_revoked_link_is_gone(client: Client, cast: Cast) -> None:
    made = invite(cast)
    invitations.revoke_invitation(
        invitation=made.invitation, actor=cast.manager, now=timezone.now()
    )
    for response in (client.get(f"/join/{made.token}/"), client.post(f"/join/{made.token}/", BEN)):
        assert response.status_code == 410
        assert "It was revoked" in response.content.decode()
    assert nobody_came(cast)


def test_a_used_link_is_gone_and_does_not_say_by_whom(client: Client, cast: Cast) -> None:
    token = invite(cast).token
    Client().post(f"/join/{token}/", BEN)
    response = client.post(f"/join/{token}/", BEN | {"username": "carl"})
    assert response.status_code == 410
    assert "ben" not in response.content.decode().lower()
    assert User.objects.count() == 6


@pytest.mark.parametrize("token", ["nonsense", "A" * 43, "%00", "%ED%A0%80", "x" * 5000])
def test_an_unknown_link_is_not_found(client: Client, cast: Cast, token: str) -> None:
    assert client.get(f"/join/{token}/").status_code == 404
    assert client.post(f"/join/{token}/", BEN).status_code == 404
    assert nobody_came(cast)


def test_a_truncated_link_says_what_may_be_missing_and_whom_to_ask(
    client: Client, cast: Cast
) -> None:
    token = invite(cast).token
    truncated, made_up = client.get(f"/join/{token[:-1]}/"), client.get("/join/nonsense/")
    assert (truncated.status_code, made_up.status_code) == (404, 404)
    page = truncated.content.decode()
    assert "The link may be incomplete" in page
    assert "ask the person who sent it" in page
    assert [text for text in ("Rivers", "Mara Manager", "secret note") if text in page] == []
    assert "The link may be incomplete" in made_up.content.decode()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "ANNA"}, "username"),
        ({"username": "b\0n"}, "username"),
        ({"username": "b" * 61}, "username"),
        ({"username": "two words"}, "username"),
        ({"name": "x" * 121}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"email": "no address"}, "email"),
        ({"password": ""}, "password"),
        ({"password": "short"}, "password"),
        ({"password": "x\0" * 10}, "password"),
        ({"password": "x" * 1001}, "password"),
        ({"username": "benjamin-b", "password": "benjamin-b"}, "password"),
    ],
)
def test_odd_accounts_are_refused_and_the_link_stays_open(
    client: Client, cast: Cast, change: dict[str, str], field: str
) -> None:
    made = invite(cast)
    data = BEN | change
    response = client.post(f"/join/{made.token}/", data | {"password_again": data["password"]})
    assert response.status_code == 422
    # What is wrong with a password may be wrong with its repetition too.
    assert [name for name in response.context["form"].errors if name != "password_again"] == [field]
    assert nobody_came(cast)
    assert Invitation.objects.get().accepted_at is None
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("again", ["", "another phrase", PASSWORD.upper(), PASSWORD + " "])
def test_two_passwords_that_differ_are_refused(client: Client, cast: Cast, again: str) -> None:
    made = invite(cast)
    response = client.post(f"/join/{made.token}/", BEN | {"password_again": again})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["password_again"]
    assert nobody_came(cast)
    assert Invitation.objects.get().accepted_at is None


def test_nobody_makes_themselves_administrator_by_joining(client: Client, cast: Cast) -> None:
    client.post(f"/join/{invite(cast).token}/", BEN | {"is_administrator": "on", "role": "manager"})
    ben = User.objects.get(username="ben")
    assert ben.is_administrator is False
    assert Membership.objects.get(user=ben).member_role == MEMBER_ROLES["verifier"]


def test_other_methods_are_refused(client: Client, cast: Cast) -> None:
    token = invite(cast).token
    assert client.put(f"/join/{token}/").status_code == 405
    assert client.delete(f"/join/{token}/").status_code == 405


def test_joining_needs_the_csrf_token(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"/join/{invite(cast).token}/", BEN).status_code == 403
    assert nobody_came(cast)


@pytest.mark.postgres
def test_a_user_name_taken_meanwhile_undoes_the_acceptance(cast: Cast) -> None:
    made = invite(cast)
    with pytest.raises(people.UserNameTakenError):
        invitations.accept_with_new_account(
            invitation=made.invitation,
            username="Anna",
            name="",
            email="",
            password=PASSWORD,
            now=timezone.now(),
        )
    assert Invitation.objects.get().accepted_at is None
    assert nobody_came(cast)


@pytest.mark.postgres
def test_revoking_a_used_invitation_is_refused(cast: Cast) -> None:
    made = invite(cast)
    invitations.accept_as(invitation=made.invitation, person=cast.stranger, now=timezone.now())
    with pytest.raises(invitations.InvitationClosedError):
        invitations.revoke_invitation(
            invitation=made.invitation, actor=cast.manager, now=timezone.now()
        )
    assert Invitation.objects.get().revoked_at is None


@pytest.mark.postgres
def test_the_token_finds_its_invitation_in_one_query(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    token = invite(cast).token
    with django_assert_max_num_queries(1):
        invitation = invitation_with_token(token)
        assert invitation is not None
        assert (str(invitation.invited_by), invitation.membership.campaign.name) == (
            "Mara Manager",
            "Rivers",
        )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_eight_people_at_once_one_gets_in() -> None:
    cast = make_cast()
    made = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="x",
        actor=cast.manager,
        now=NOW,
    )
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def accept(number: int) -> None:
        start.wait()
        try:
            if number % 2:
                invitations.accept_with_new_account(
                    invitation=made.invitation,
                    username=f"p{number}",
                    name="",
                    email="",
                    password=PASSWORD,
                    now=NOW,
                )
            else:
                invitations.accept_as(
                    invitation=made.invitation, person=users[number // 2], now=NOW
                )
            outcomes.append("in")
        except invitations.InvitationClosedError:
            outcomes.append("closed")
        finally:
            connection.close()

    users = [User.objects.create_user(f"u{number}") for number in range(4)]
    threads = [threading.Thread(target=accept, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["closed"] * 7 + ["in"]
    assert Membership.objects.count() == 4
    assert User.objects.filter(username__startswith="p").count() <= 1
    accepted_by = Invitation.objects.get().accepted_by
    assert accepted_by is not None
    assert Membership.objects.filter(user=accepted_by).count() == 1
    assert AuditEntry.objects.filter(action="invitation.accepted").count() == 1


def test_join_page_has_a_fixed_number_of_queries(
    client: Client, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    token = invite(cast).token
    with django_assert_max_num_queries(1):
        client.get(f"/join/{token}/")


# --- closed campaigns -----------------------------------------------------------------------
def test_a_closed_campaign_invites_nobody_and_its_links_stop_working(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    made = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="x",
        actor=cast.manager,
        now=timezone.now(),
    )
    corpus = make_corpus()
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.OPEN, corpus=corpus, protocol={}, seed="x"
    )
    cast.campaign.refresh_from_db()
    campaigns.close_campaign(campaign=cast.campaign, actor=cast.manager, now=timezone.now())
    assert Client().get(f"/join/{made.token}/").status_code == 410
    with pytest.raises(invitations.InvitationClosedError):
        invitations.accept_as(invitation=made.invitation, person=cast.stranger, now=timezone.now())
    client = log_in(cast.manager)
    url = f"/campaigns/{cast.campaign.public_id}/"
    page = client.get(f"{url}people/").content.decode()
    assert "This campaign is closed. It invites nobody any more." in page
    assert "Create invitation link" not in page
    answer = client.post(f"{url}invitations/", {"note": "x", "role": "writer"}, follow=True)
    assert "It invites nobody any more." in answer.content.decode()
    form = SiteInvitationForm()
    assert list(form.fields["campaign"].queryset) == []  # type: ignore[attr-defined]
    assert Invitation.objects.count() == 1
    assert not Membership.objects.filter(user=cast.stranger).exists()
