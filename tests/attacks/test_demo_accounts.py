"""Accounts with a public password: only in a demonstration, never in production."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from accounts.models import Invitation, User
from accounts.services import demo_accounts, tokens
from annotation.services.campaign.demo import load_demo_people
from campaigns.services import invitations
from config import demo
from config.steps import Step
from core.models import AuditEntry
from tests.config.programs import environment_of, run

NAMES = [person.username for person in DEMO_PEOPLE]


@pytest.fixture
def people(db: None) -> dict[str, User]:
    load_demo_people(now=timezone.now())
    return {person.username: person for person in User.objects.filter(username__in=NAMES)}


def run_steps(steps: tuple[Step, ...]) -> None:
    for step in steps:
        if not step.is_done():
            step.run(lambda _words: None)
        assert step.is_done()


def test_a_start_without_the_demo_ends_its_accounts_sessions_tokens_and_links(
    people: dict[str, User],
) -> None:
    client = Client()
    assert client.login(username="admin", password=PASSWORD)
    assert client.get("/people/").status_code == 200
    token = tokens.make_api_token(person=people["admin"], name="x", now=timezone.now()).secret
    invitations.invite_administrator(note="x", actor=people["admin"], now=timezone.now())
    run_steps(demo.WITHOUT_DEMO_STEPS)
    assert not User.objects.filter(username__in=NAMES, is_active=True).exists()
    assert client.get("/people/").status_code == 302
    assert not Client().login(username="admin", password=PASSWORD)
    answer = Client().get(reverse("api:me"), headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert Invitation.objects.get().revoked_at is not None
    entries = AuditEntry.objects.filter(action="person.deactivated")
    assert sorted(entry.details["person"] for entry in entries) == sorted(NAMES)


def test_a_demo_account_with_a_password_of_its_own_stays(people: dict[str, User]) -> None:
    people["admin"].set_password("my own long secret")
    people["admin"].save()
    run_steps(demo.WITHOUT_DEMO_STEPS)
    active = User.objects.filter(username__in=NAMES, is_active=True)
    assert [person.username for person in active] == ["admin"]


def test_the_next_start_with_the_demo_enables_them_again(people: dict[str, User]) -> None:
    demo_accounts.disable_demo_accounts(now=timezone.now())
    run_steps(demo.DEMO_STEPS[:1])
    assert User.objects.filter(username__in=NAMES, is_active=True).count() == len(NAMES)


def test_start_has_no_demo_unless_it_is_asked_for() -> None:
    from config.management.commands.start import Command

    parser = Command().create_parser("manage.py", "start")
    assert parser.parse_args([]).demo is False
    assert parser.parse_args(["--demo"]).demo is True


def test_production_neither_loads_nor_lists_the_demo(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings.production")
    with pytest.raises(CommandError, match="not loaded in production"):
        call_command("load_demo")
    assert not User.objects.exists()


def test_production_with_the_demo_turned_on_refuses_to_start(tmp_path: Path) -> None:
    variables = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "TOUCHSTONE_SECRET_KEY": "0123456789abcdefghij" * 3,
        "TOUCHSTONE_ALLOWED_HOSTS": "touchstone.example.org",
        "TOUCHSTONE_DATABASE_URL": "postgres://touchstone@127.0.0.1:1/touchstone",
        "TOUCHSTONE_REDIS_URL": "redis://127.0.0.1:1/0",
        "TOUCHSTONE_ELASTICSEARCH_URL": "http://127.0.0.1:1",
        "TOUCHSTONE_DEMO": "yes",
    }
    done = run("manage.py", "corpora", environment=environment_of(tmp_path, **variables))
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == (
        "TOUCHSTONE_DEMO must be no in production: the demo's password is public."
    )


def test_nobody_chooses_the_public_password() -> None:
    for password in (PASSWORD, PASSWORD.upper(), f" {PASSWORD} "):
        with pytest.raises(ValidationError, match="This password is public"):
            validate_password(password)
