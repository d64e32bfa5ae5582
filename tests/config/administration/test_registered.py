"""The tables of Django's admin: administrators read them, and change nothing that is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse

from accounts.models import Profile, User
from annotation.models import Claim, Interaction, Verification
from config.administration.registered import tables
from core import append_only
from core.models import AuditEntry
from releases.models import Release, ReleaseItem
from tests.people import Cast
from tests.permissions.world import arguments_by_address

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
MODELS = sorted(tables._registry, key=lambda model: model._meta.label)


def address(model: type[models.Model], page: str, *arguments: Any) -> str:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
    return reverse(name, args=arguments)


def first_key(model: type[models.Model]) -> Any:
    return QuerySet(model).order_by("pk").values_list("pk", flat=True).first()


def test_every_list_and_every_row_opens_for_administrators_in_few_queries(
    cast: Cast, log_in: LogIn
) -> None:
    arguments_by_address(cast)
    client = log_in(cast.administrator)
    wrong, opened = [], 0
    for model in MODELS:
        with CaptureQueriesContext(connection) as queries:
            status = client.get(address(model, "changelist")).status_code
        if status != 200 or len(queries) > 10:
            wrong.append((model.__name__, status, len(queries)))
        key = first_key(model)
        if key is not None:
            opened += 1
            answer = client.get(address(model, "change", key))
            if answer.status_code != 200:
                wrong.append((model.__name__, answer.status_code, key))
    assert wrong == []
    # Most tables have a row in the world of the tests.
    assert opened > 40


def test_words_and_numbers_are_searched_in_every_list(cast: Cast, log_in: LogIn) -> None:
    arguments_by_address(cast)
    client = log_in(cast.administrator)
    wrong = [
        (model.__name__, words, status)
        for model in MODELS
        for words in ("Aare", "12", "%_'\"")
        if (status := client.get(address(model, "changelist"), {"q": words}).status_code) != 200
    ]
    assert wrong == []


@pytest.mark.parametrize("role", ["manager", "researcher", "annotator", "stranger"])
def test_tables_are_refused_to_everybody_else(role: str, cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.by_role()[role])
    for url in (
        reverse("admin:index"),
        reverse("admin:app_list", args=["annotation"]),
        address(Claim, "changelist"),
        address(User, "change", cast.manager.pk),
    ):
        assert client.get(url).status_code == 403


def test_tables_lead_strangers_to_the_log_in_of_the_site(client: Client) -> None:
    answer = client.get(reverse("admin:index"))
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/log-in/?next=/admin/"


def test_there_is_no_address_to_add_or_delete_or_log_in() -> None:
    for model in MODELS:
        for page in ("add", "delete", "history"):
            with pytest.raises(NoReverseMatch):
                address(model, page, *([] if page == "add" else [1]))
    for name in ("login", "logout", "password_change", "autocomplete"):
        with pytest.raises(NoReverseMatch):
            reverse(f"admin:{name}")


def test_no_kept_table_takes_a_change(cast: Cast, log_in: LogIn) -> None:
    arguments_by_address(cast)
    client = log_in(cast.administrator)
    kept = {model for model in MODELS if model._meta.db_table in append_only.guarded_tables()}
    kept |= {Claim, Verification, Interaction, AuditEntry, Release, ReleaseItem}
    assert len(kept) > 12
    for model in kept:
        key = first_key(model)
        before = list(QuerySet(model).order_by("pk").values())
        assert client.post(address(model, "change", key or 1), {"text": "x"}).status_code == 405
        chosen = {"action": "delete_selected", "_selected_action": [str(key)]}
        assert client.post(address(model, "changelist"), chosen).status_code == 405
        assert list(QuerySet(model).order_by("pk").values()) == before


def test_name_and_address_of_a_person_are_corrected_and_recorded(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.administrator)
    person = cast.annotator
    kept = {
        field.attname: getattr(person, field.attname)
        for field in User._meta.concrete_fields
        if field.name not in ("name", "email", "last_login")
    }
    sent = {
        "name": "Anna Corrected",
        "email": "anna@example.org",
        "is_administrator": "on",
        "username": "other",
        "password": "x",
    }
    answer = client.post(address(User, "change", person.pk), sent)
    assert answer.status_code == 302
    person.refresh_from_db()
    assert (person.name, person.email) == ("Anna Corrected", "anna@example.org")
    assert {name: getattr(person, name) for name in kept} == kept
    entry = AuditEntry.objects.get(action="person.corrected")
    assert (entry.actor_id, entry.target_id) == (cast.administrator.pk, str(person.public_id))


def test_profiles_and_secrets_are_not_shown(cast: Cast, log_in: LogIn) -> None:
    assert Profile not in tables._registry
    client = log_in(cast.administrator)
    page = client.get(address(User, "change", cast.manager.pk)).content.decode()
    assert cast.manager.password not in page
    shown = {name for table in tables._registry.values() for name in table.fields or ()}
    assert {"text", "username"} <= shown
    assert shown.isdisjoint({"password", "digest", "salt", "seed"})


def test_queries_of_a_list_do_not_grow_with_its_rows(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.administrator)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(address(AuditEntry, "changelist"))
        return len(queries)

    def add(number: int) -> None:
        AuditEntry.objects.bulk_create(
            AuditEntry(
                at=cast.campaign.created_at,
                actor_id=cast.manager.pk,
                actor_label="Mara",
                action="campaign.open",
                target_kind="",
                target_id="",
                target_label="",
                details={},
                request_id="",
            )
            for _ in range(number)
        )

    add(3)
    count()
    before = count()
    add(30)
    assert count() == before


def test_pages_have_no_inline_script_or_style(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.administrator)
    for url in (
        reverse("admin:index"),
        address(User, "changelist"),
        address(User, "change", cast.manager.pk),
    ):
        answer = client.get(url)
        page = answer.content.decode()
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "<script>" not in page
        assert "<style" not in page
        assert " style=" not in page
