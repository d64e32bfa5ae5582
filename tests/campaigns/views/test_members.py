"""The members of a campaign and its invitations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Invitation, User
from accounts.tokens import digest_of
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, InvitedMembership, Membership
from campaigns.services import invitations
from core.models import AuditEntry
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]


def page_of(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/"


def people_of(cast: Cast) -> str:
    return page_of(cast) + "people/"


def member(cast: Cast, person: User) -> Membership:
    return Membership.objects.get(campaign=cast.campaign, user=person)


@pytest.mark.parametrize("role", ["annotator", "researcher"])
def test_who_else_is_in_it_is_for_managers(log_in: LogIn, cast: Cast, role: str) -> None:
    page = log_in(cast.by_role()[role]).get(page_of(cast)).content.decode()
    assert "Mara Manager" not in page
    assert "Invitations" not in page


@pytest.mark.parametrize("role", ["manager", "administrator"])
def test_managers_and_administrators_see_the_members(log_in: LogIn, cast: Cast, role: str) -> None:
    page = log_in(cast.by_role()[role]).get(people_of(cast)).content.decode()
    names = ["Mara Manager", "Anna Annotator", "Rafa Researcher"]
    assert [name in page for name in names] == [True] * 3
    assert "Sten Stranger" not in page


def test_an_invitation_is_made_and_its_link_shown_once(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    data = {"note": "Ben", "role": "verifier"}
    response = client.post(page_of(cast) + "invitations/", data, follow=True)
    link = response.context["link"]
    assert response.redirect_chain == [(page_of(cast) + "invitations/made/", 302)]
    assert response.status_code == 200
    assert response["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert link.startswith("http://testserver/join/")
    assert link in response.content.decode()
    token = link.split("/")[-2]
    invitation = Invitation.objects.get()
    assert (invitation.digest, len(token)) == (digest_of(token), 43)
    assert (invitation.expires_at - invitation.created_at).days == 14
    assert invitation.invited_by == cast.manager
    assert InvitedMembership.objects.get().member_role == MEMBER_ROLES["verifier"]
    page = client.get(people_of(cast)).content.decode()
    assert token not in page
    assert "Ben" in page
    assert AuditEntry.objects.get().details == {
        "note": "Ben",
        "campaign": "Rivers",
        "role": "verifier",
    }


def test_reloading_the_link_makes_no_second_invitation(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    data = {"note": "Ben", "role": "verifier"}
    link = client.post(page_of(cast) + "invitations/", data, follow=True).context["link"]
    response = client.get(page_of(cast) + "invitations/made/", follow=True)
    assert response.redirect_chain == [(people_of(cast), 302)]
    assert "was shown once" in response.content.decode()
    assert link not in response.content.decode()
    assert Invitation.objects.count() == 1


def test_a_manager_removed_meanwhile_does_not_see_the_link(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    client.post(page_of(cast) + "invitations/", {"note": "Ben", "role": "verifier"})
    member(cast, cast.manager).delete()
    assert client.get(page_of(cast) + "invitations/made/").status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"note": "Ben"},
        {"note": "", "role": "manager"},
        {"note": "Ben", "role": "administrator"},
        {"note": "Ben", "role": "no such role"},
        {"note": "a\0b", "role": "manager"},
        {"note": "x" * 121, "role": "manager"},
    ],
)
def test_odd_invitations_are_refused(log_in: LogIn, cast: Cast, data: dict[str, str]) -> None:
    response = log_in(cast.manager).post(page_of(cast) + "invitations/", data)
    assert response.status_code == 422
    assert not Invitation.objects.exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("role", "status"), [("annotator", 403), ("researcher", 403), ("stranger", 404)]
)
def test_only_managers_invite_change_and_remove(
    log_in: LogIn, cast: Cast, role: str, status: int
) -> None:
    made = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="x",
        actor=cast.manager,
        now=NOW,
    )
    acts = AuditEntry.objects.count()
    client, base = log_in(cast.by_role()[role]), page_of(cast)
    them = member(cast, cast.annotator).public_id
    answers = [
        client.post(base + "invitations/", {"note": "Ben", "role": "manager"}),
        client.post(f"{base}invitations/{made.invitation.public_id}/revoke/"),
        client.post(f"{base}members/{them}/role/", {"role": "manager"}),
        client.get(f"{base}members/{them}/remove/"),
        client.post(f"{base}members/{them}/remove/"),
    ]
    assert [answer.status_code for answer in answers] == [status] * 5
    assert Invitation.objects.get().revoked_at is None
    assert Membership.objects.count() == 3
    assert member(cast, cast.annotator).member_role == MEMBER_ROLES["annotator"]
    assert AuditEntry.objects.count() == acts


def test_a_manager_of_one_campaign_has_no_hand_in_another(log_in: LogIn, cast: Cast) -> None:
    other = Campaign.objects.create(name="Other", created_at=NOW)
    theirs = Membership.objects.create(
        campaign=other, user=cast.stranger, role="manager", joined_at=NOW
    )
    made = invitations.invite_to_campaign(
        campaign=other, member_role=MEMBER_ROLES["writer"], note="x", actor=cast.stranger, now=NOW
    )
    client, base = log_in(cast.manager), page_of(cast)
    answers = [
        client.get(f"/campaigns/{other.public_id}/"),
        client.post(f"/campaigns/{other.public_id}/members/{theirs.public_id}/remove/"),
        client.post(f"{base}invitations/{made.invitation.public_id}/revoke/"),
    ]
    assert [answer.status_code for answer in answers] == [404] * 3
    # Like anybody who is not, or no longer, in this campaign.
    answers = [
        client.get(f"{base}members/{theirs.public_id}/remove/"),
        client.post(f"{base}members/{theirs.public_id}/remove/"),
        client.post(f"{base}members/{theirs.public_id}/role/", {"role": "writer"}),
    ]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, base + "people/")
    ] * 3
    assert Membership.objects.get(pk=theirs.pk).member_role == MEMBER_ROLES["manager"]
    assert Invitation.objects.get().revoked_at is None


def test_a_revoked_invitation_is_gone_from_the_list(log_in: LogIn, cast: Cast) -> None:
    made = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="for Ben",
        actor=cast.manager,
        now=timezone.now(),
    )
    client = log_in(cast.manager)
    assert "for Ben" in client.get(people_of(cast)).content.decode()
    path = f"{page_of(cast)}invitations/{made.invitation.public_id}/revoke/"
    assert client.get(path).status_code == 405
    assert client.post(path).status_code == 302
    assert Invitation.objects.get().revoked_at is not None
    assert "for Ben" not in client.get(people_of(cast)).content.decode()


def test_a_member_gets_another_role(log_in: LogIn, cast: Cast) -> None:
    them = member(cast, cast.annotator).public_id
    path = f"{page_of(cast)}members/{them}/role/"
    assert log_in(cast.manager).post(path, {"role": "researcher"}).status_code == 302
    assert member(cast, cast.annotator).member_role == MEMBER_ROLES["researcher"]
    assert AuditEntry.objects.get().details == {
        "campaign": "Rivers",
        "person": "anna",
        "before": "annotator",
        "after": "researcher",
    }


@pytest.mark.parametrize("role", ["", "administrator", "a\0"])
def test_an_unknown_role_is_refused(log_in: LogIn, cast: Cast, role: str) -> None:
    path = f"{page_of(cast)}members/{member(cast, cast.annotator).public_id}/role/"
    assert log_in(cast.manager).post(path, {"role": role}).status_code == 422
    assert member(cast, cast.annotator).member_role == MEMBER_ROLES["annotator"]
    assert not AuditEntry.objects.exists()


def test_a_member_is_removed_after_a_question(log_in: LogIn, cast: Cast) -> None:
    path = f"{page_of(cast)}members/{member(cast, cast.annotator).public_id}/remove/"
    client = log_in(cast.manager)
    assert "Remove Anna Annotator?" in client.get(path).content.decode()
    assert Membership.objects.count() == 3
    assert client.post(path).status_code == 302
    assert Membership.objects.count() == 2
    assert log_in(cast.annotator).get(page_of(cast)).status_code == 404
    assert User.objects.get(pk=cast.annotator.pk).is_active is True


@pytest.mark.parametrize(
    ("method", "action"), [("get", "remove"), ("post", "remove"), ("post", "role")]
)
def test_a_stale_page_says_that_the_member_is_gone(
    log_in: LogIn, cast: Cast, method: str, action: str
) -> None:
    path = f"{page_of(cast)}members/{member(cast, cast.annotator).public_id}/{action}/"
    member(cast, cast.annotator).delete()
    response = getattr(log_in(cast.manager), method)(path, {"role": "writer"}, follow=True)
    assert response.redirect_chain == [(people_of(cast), 302)]
    assert "They are no longer in this campaign." in response.content.decode()
    assert Membership.objects.count() == 2
    assert not AuditEntry.objects.exists()


def test_a_manager_cannot_remove_or_change_themselves(log_in: LogIn, cast: Cast) -> None:
    base = f"{page_of(cast)}members/{member(cast, cast.manager).public_id}/"
    client = log_in(cast.manager)
    client.post(base + "remove/")
    client.post(base + "role/", {"role": "annotator"})
    assert member(cast, cast.manager).member_role == MEMBER_ROLES["manager"]
    assert not AuditEntry.objects.exists()


def test_links_of_a_removed_manager_stop_working(log_in: LogIn, cast: Cast) -> None:
    invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["manager"],
        note="x",
        actor=cast.manager,
        now=NOW,
    )
    path = f"{page_of(cast)}members/{member(cast, cast.manager).public_id}/remove/"
    log_in(cast.administrator).post(path)
    assert Invitation.objects.get().revoked_at is not None


def test_queries_do_not_grow_with_members_and_invitations(
    log_in: LogIn, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        person = User.objects.create_user(f"p{number}")
        Membership.objects.create(
            campaign=cast.campaign, user=person, role="researcher", joined_at=NOW
        )
        invitations.invite_to_campaign(
            campaign=cast.campaign,
            member_role=MEMBER_ROLES["writer"],
            note=str(number),
            actor=cast.manager,
            now=timezone.now(),
        )
    client = log_in(cast.manager)
    # Session, person, membership, members, invitations, open questions, the areas of the bar.
    with django_assert_max_num_queries(7):
        client.get(people_of(cast))
