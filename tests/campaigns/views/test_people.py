"""The administrators' page of everyone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Invitation, User
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, InvitedMembership, Membership
from campaigns.selectors.people import people_matching
from campaigns.services import invitations
from core.models import AuditEntry
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]
ACTIONS = ["reset-link", "deactivate", "reactivate", "make-administrator", "remove-administrator"]
ASKED = ["deactivate", "make-administrator"]


def again(person: User) -> User:
    return User.objects.get(pk=person.pk)


@pytest.mark.parametrize("role", ["manager", "researcher", "annotator", "stranger"])
def test_people_are_for_administrators(log_in: LogIn, cast: Cast, role: str) -> None:
    client = log_in(cast.by_role()[role])
    made = invitations.invite_administrator(note="x", actor=cast.administrator, now=NOW)
    acts = AuditEntry.objects.count()
    answers = [
        client.get("/people/"),
        client.post("/people/invitations/", {"note": "Ben", "role": "administrator"}),
        client.post(f"/people/invitations/{made.invitation.public_id}/revoke/"),
        *(client.post(f"/people/{cast.stranger.public_id}/{action}/") for action in ACTIONS),
        *(client.get(f"/people/{cast.stranger.public_id}/{action}/") for action in ASKED),
    ]
    assert [answer.status_code for answer in answers] == [403] * 10
    assert Invitation.objects.get().revoked_at is None
    assert (again(cast.stranger).is_active, again(cast.stranger).is_administrator) == (True, False)
    assert AuditEntry.objects.count() == acts


@pytest.mark.parametrize("action", [action for action in ACTIONS if action not in ASKED])
def test_actions_take_posts_only(log_in: LogIn, cast: Cast, action: str) -> None:
    path = f"/people/{cast.annotator.public_id}/{action}/"
    assert log_in(cast.administrator).get(path).status_code == 405


@pytest.mark.parametrize(
    ("action", "question"),
    [
        ("deactivate", "Deactivate Anna Annotator?"),
        ("make-administrator", "Make Anna Annotator an administrator?"),
    ],
)
def test_what_weighs_most_is_asked_first(
    log_in: LogIn, cast: Cast, action: str, question: str
) -> None:
    client, path = log_in(cast.administrator), f"/people/{cast.annotator.public_id}/{action}/"
    page = client.get("/people/").content.decode()
    assert (f'href="{path}"' in page, f'action="{path}"' in page) == (True, False)
    assert question in client.get(path).content.decode()
    person = again(cast.annotator)
    assert (person.is_active, person.is_administrator) == (True, False)
    assert not AuditEntry.objects.exists()
    assert client.post(path)["Location"] == "/people/"
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_there_is_not_found(log_in: LogIn, cast: Cast, action: str) -> None:
    client, path = log_in(cast.administrator), f"/people/{cast.campaign.public_id}/{action}/"
    assert client.post(path).status_code == 404
    assert client.get(path).status_code == (404 if action in ASKED else 405)


def test_everyone_is_listed_with_their_roles(log_in: LogIn, cast: Cast) -> None:
    page = log_in(cast.administrator).get("/people/").content.decode()
    for text in ("5 people", "Sten Stranger", "anna@example.org", "Rivers", "Researcher"):
        assert text in page


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["anna", "ines", "mara", "rafa", "sten"]),
        ("MANAGER", ["mara"]),
        ("sten@", ["sten"]),
        ("rafa", ["rafa"]),
        ("%", []),
    ],
)
def test_search_looks_into_names_and_addresses(cast: Cast, words: str, found: list[str]) -> None:
    assert [person.username for person in people_matching(words)] == found


@pytest.mark.postgres
def test_deactivated_people_come_last(cast: Cast) -> None:
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    names = [person.username for person in people_matching("")]
    assert names == ["ines", "mara", "rafa", "sten", "anna"]


@pytest.mark.parametrize("words", ["%00", "x" * 121])
def test_odd_searches_are_refused(log_in: LogIn, cast: Cast, words: str) -> None:
    response = log_in(cast.administrator).get(f"/people/?q={words}")
    assert response.status_code == 422


@pytest.mark.parametrize("number", ["0", "2", "x", "-1", "%00"])
def test_odd_page_numbers_show_a_page(log_in: LogIn, cast: Cast, number: str) -> None:
    assert log_in(cast.administrator).get(f"/people/?page={number}").status_code == 200


def test_fifty_people_a_page(log_in: LogIn, cast: Cast) -> None:
    User.objects.bulk_create(User(username=f"p{number:02}") for number in range(50))
    client = log_in(cast.administrator)
    pages = [client.get(f"/people/?page={number}").context["page"] for number in (1, 2)]
    assert [len(page.object_list) for page in pages] == [50, 5]


def test_a_reset_link_is_shown_and_audited(log_in: LogIn, cast: Cast) -> None:
    path = f"/people/{cast.annotator.public_id}/reset-link/"
    client = log_in(cast.administrator)
    response = client.post(path, follow=True)
    link = response.context["link"]
    assert response.redirect_chain == [(path + "made/", 302)]
    assert response.status_code == 200
    assert "A reset link for Anna Annotator" in response.content.decode()
    assert link.startswith("http://testserver/password-reset/")
    assert link in response.content.decode()
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.details) == ("person.reset-link-made", {"person": "anna"})
    assert link.split("/")[-2] not in str(entry.details)
    assert Client().get(link.removeprefix("http://testserver")).status_code == 302


def test_reloading_a_reset_link_makes_no_second_one(log_in: LogIn, cast: Cast) -> None:
    path = f"/people/{cast.annotator.public_id}/reset-link/"
    client = log_in(cast.administrator)
    client.post(path, follow=True)
    response = client.get(path + "made/", follow=True)
    assert response.redirect_chain == [("/people/", 302)]
    assert "was shown once" in response.content.decode()
    assert AuditEntry.objects.count() == 1


def test_a_reset_link_is_not_shown_as_that_of_another(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.administrator)
    client.post(f"/people/{cast.annotator.public_id}/reset-link/")
    response = client.get(f"/people/{cast.manager.public_id}/reset-link/made/")
    assert (response.status_code, response["Location"]) == (302, "/people/")


def test_no_reset_link_for_the_deactivated(log_in: LogIn, cast: Cast) -> None:
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    path = f"/people/{cast.annotator.public_id}/reset-link/"
    assert log_in(cast.administrator).post(path).status_code == 404
    assert not AuditEntry.objects.exists()


def test_deactivating_and_reactivating(log_in: LogIn, cast: Cast) -> None:
    client, base = log_in(cast.administrator), f"/people/{cast.annotator.public_id}/"
    assert client.post(base + "deactivate/")["Location"] == "/people/"
    assert again(cast.annotator).is_active is False
    assert client.post(base + "reactivate/")["Location"] == "/people/"
    assert again(cast.annotator).is_active is True


def test_one_cannot_deactivate_oneself(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.administrator)
    response = client.post(f"/people/{cast.administrator.public_id}/deactivate/", follow=True)
    assert "Another administrator must deactivate you." in response.content.decode()
    assert again(cast.administrator).is_active is True


def test_the_last_administrator_cannot_step_down(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.administrator)
    path = f"/people/{cast.administrator.public_id}/remove-administrator/"
    response = client.post(path, follow=True)
    assert response.redirect_chain == [("/people/", 302)]
    assert "The site needs an administrator" in response.content.decode()
    assert again(cast.administrator).is_administrator is True


def test_who_steps_down_goes_home(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.administrator)
    client.post(f"/people/{cast.manager.public_id}/make-administrator/")
    assert again(cast.manager).is_administrator is True
    path = f"/people/{cast.administrator.public_id}/remove-administrator/"
    assert client.post(path)["Location"] == "/"
    assert again(cast.administrator).is_administrator is False


def test_an_administrator_is_invited(log_in: LogIn, cast: Cast) -> None:
    data = {"note": "Ben", "role": "administrator", "campaign": ""}
    client = log_in(cast.administrator)
    response = client.post("/people/invitations/", data, follow=True)
    assert response.redirect_chain == [("/people/invitations/made/", 302)]
    assert "Administrator of the whole site" in response.content.decode()
    assert response.context["link"] in response.content.decode()
    again = client.get("/people/invitations/made/")
    assert (again.status_code, again["Location"]) == (302, "/people/")
    assert Invitation.objects.get().makes_administrator is True
    assert not InvitedMembership.objects.exists()


def test_anybody_is_invited_to_a_campaign(log_in: LogIn, cast: Cast) -> None:
    data = {"note": "Ben", "role": "manager", "campaign": str(cast.campaign.public_id)}
    response = log_in(cast.administrator).post("/people/invitations/", data, follow=True)
    assert "Rivers" in response.content.decode()
    invited = InvitedMembership.objects.get()
    assert (invited.campaign, invited.member_role) == (cast.campaign, MEMBER_ROLES["manager"])
    assert invited.invitation.makes_administrator is False


@pytest.mark.parametrize(
    "data",
    [
        {"note": "Ben", "role": "manager"},
        {"note": "Ben", "role": "manager", "campaign": "nonsense"},
        {"note": "Ben", "role": "manager", "campaign": "\0"},
        {"note": "Ben", "role": "no such role"},
        {"note": "", "role": "administrator"},
    ],
)
def test_odd_invitations_are_refused(log_in: LogIn, cast: Cast, data: dict[str, str]) -> None:
    response = log_in(cast.administrator).post("/people/invitations/", data)
    assert response.status_code == 422
    assert not Invitation.objects.exists()


def test_an_administrator_in_a_campaign_is_refused(log_in: LogIn, cast: Cast) -> None:
    data = {"note": "Ben", "role": "administrator", "campaign": str(cast.campaign.public_id)}
    assert log_in(cast.administrator).post("/people/invitations/", data).status_code == 422
    assert not Invitation.objects.exists()


def test_any_invitation_is_revoked(log_in: LogIn, cast: Cast) -> None:
    made = invitations.invite_administrator(note="x", actor=cast.administrator, now=timezone.now())
    path = f"/people/invitations/{made.invitation.public_id}/revoke/"
    assert log_in(cast.administrator).post(path).status_code == 302
    assert Invitation.objects.get().revoked_at is not None


def test_queries_do_not_grow_with_people(
    log_in: LogIn, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    other = Campaign.objects.create(name="Other", created_at=NOW)
    for number in range(10):
        person = User.objects.create_user(f"p{number}")
        for campaign in (cast.campaign, other):
            Membership.objects.create(
                campaign=campaign, user=person, role="researcher", joined_at=NOW
            )
        invitations.invite_to_campaign(
            campaign=other,
            member_role=MEMBER_ROLES["writer"],
            note=str(number),
            actor=cast.administrator,
            now=timezone.now(),
        )
    client = log_in(cast.administrator)
    # Session, person, count, people, memberships, invitations, campaigns, areas of the bar.
    with django_assert_max_num_queries(8):
        client.get("/people/")
