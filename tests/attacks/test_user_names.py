"""User names that look like those of others."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import people
from accounts.user_names import skeleton_of, validate_one_script
from campaigns.member_roles import MEMBER_ROLES
from campaigns.services import invitations
from tests.people import NOW, Cast

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    "name",
    ["mara", "ünal", "zoë.b", "山田はな", "メアリーA", "김민수", "мария", "νίκος", "a_1@b+c-d"],
)
def test_names_of_one_script_are_welcome(name: str) -> None:
    validate_one_script(name)


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        (f"m{CYRILLIC_A}ra", "Cyrillic, Latin"),
        ("pαul", "Greek, Latin"),
        ("мαша", "Cyrillic, Greek"),
        ("аdmіn", "Cyrillic, Latin"),
    ],
)
def test_names_that_mix_scripts_are_refused(name: str, scripts: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_one_script(name)
    assert refused.value.messages == [f"Use letters of one script: this name mixes {scripts}."]


def join(cast: Cast, username: str) -> Client:
    invited = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="x",
        actor=cast.manager,
        now=timezone.now(),
    )
    client = Client()
    fields = {"username": username, "password": "river bank 77", "password_again": "river bank 77"}
    client.answer = client.post(f"/join/{invited.token}/", fields)  # type: ignore[attr-defined]
    return client


@pytest.mark.parametrize(
    ("username", "told"),
    [
        (f"p{CYRILLIC_A}ul", "this name mixes Cyrillic, Latin"),
        (f"m{CYRILLIC_A}ra", "This user name is taken. Choose another."),
        # All of it Cyrillic, and nobody could tell it from "caxap".
        ("сахар", "This user name is taken. Choose another."),
        ("САХАР", "This user name is taken. Choose another."),
    ],
)
def test_nobody_joins_under_a_name_that_looks_like_anothers(
    cast: Cast, username: str, told: str
) -> None:
    User.objects.create_user("caxap")
    answer = join(cast, username).answer  # type: ignore[attr-defined]
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert User.objects.count() == 6


def test_commands_and_services_refuse_it_too(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("caxap")
    with pytest.raises(people.UserNameTakenError):
        people.create_person(username="сахар", name="", email="", password="river bank 77", now=NOW)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "river bank 77")
    with pytest.raises((CommandError, ValidationError)):
        call_command("createsuperuser", username=f"m{CYRILLIC_A}ra", interactive=False)
    assert User.objects.count() == 1


@pytest.mark.postgres
def test_the_database_refuses_a_second_skeleton(db: None) -> None:
    User.objects.create_user("caxap")
    assert skeleton_of("сахар") == "caxap"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("сахар")
    assert User.objects.count() == 1
