"""Tables of Django's admin: what they may be asked, how rows are found, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from annotation.models import Attempt, Evidence, Interaction
from campaigns.models import Membership
from config.administration.tables import PersonTable
from core.models import AuditEntry
from tests.people import Cast
from tests.permissions.world import arguments_by_address
from wiki.models import Page

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


def address(model: type[models.Model], page: str, *arguments: Any) -> str:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
    return reverse(name, args=arguments)


@pytest.mark.parametrize(
    "asked",
    ["password__startswith", "password", "profile__pk", "name__contains", "id__exact"],
)
def test_rows_cannot_be_asked_by_what_is_no_filter_of_the_list(
    asked: str, cast: Cast, log_in: LogIn
) -> None:
    client = log_in(cast.administrator)
    assert client.get(address(User, "changelist"), {asked: "1"}).status_code == 400


def test_rows_are_asked_by_the_filters_of_the_list(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.administrator)
    answer = client.get(address(User, "changelist"), {"is_administrator__exact": "1"})
    assert [one.username for one in answer.context["cl"].result_list] == ["ines"]
    chosen = {"campaign__id__exact": str(cast.campaign.pk)}
    answer = client.get(address(Membership, "changelist"), chosen)
    assert (
        answer.context["cl"].result_count
        == Membership.objects.filter(campaign=cast.campaign).count()
    )
    hidden = {"campaign__seed__gt": "1"}
    assert client.get(address(Membership, "changelist"), hidden).status_code == 400


@pytest.mark.parametrize("model", [Interaction, Evidence, Page])
def test_long_tables_are_searched_by_their_indexes(
    model: type[models.Model], cast: Cast, log_in: LogIn
) -> None:
    client = log_in(cast.administrator)
    for words in ("12", "9" * 40, "-1", "1 2", "Aare (river)"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(model, "changelist"), {"q": words}).status_code == 200
        assert [one["sql"] for one in queries if "CAST" in one["sql"] or "::" in one["sql"]] == []


def test_rows_of_long_tables_are_found_by_key_and_whole_title(cast: Cast, log_in: LogIn) -> None:
    arguments_by_address(cast)
    client = log_in(cast.administrator)

    def found(model: type[models.Model], words: object) -> list[Any]:
        answer = client.get(address(model, "changelist"), {"q": str(words)})
        return [row.pk for row in answer.context["cl"].result_list]

    evidence = Evidence.objects.order_by("pk").first()
    assert evidence is not None
    assert found(Evidence, evidence.pk) == [evidence.pk]
    assert found(Evidence, "Aare") == []
    attempt = Attempt.objects.filter(interactions__isnull=False).first()
    assert attempt is not None
    logged = attempt.interactions.order_by("-pk").values_list("pk", flat=True)
    assert found(Interaction, attempt.pk) == list(logged)
    page = Page.objects.order_by("pk").first()
    assert page is not None
    Page.objects.filter(pk=page.pk).update(title='River "Aare" of Bern')
    assert found(Page, 'River "Aare" of Bern') == [page.pk]
    assert found(Page, "River") == []


def test_a_correction_keeps_what_changed_since_the_row_was_read(
    cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = cast.annotator
    old = person.name
    client = log_in(cast.administrator)
    read = PersonTable.get_object

    def read_before_a_change(*arguments: Any, **named: Any) -> Any:
        row = read(*arguments, **named)
        User.objects.filter(pk=person.pk).update(is_active=False, text_size="large")
        return row

    monkeypatch.setattr(PersonTable, "get_object", read_before_a_change)
    sent = {"name": "Anna Corrected", "email": person.email}
    assert client.post(address(User, "change", person.pk), sent).status_code == 302
    person.refresh_from_db()
    assert (person.name, person.is_active, person.text_size) == ("Anna Corrected", False, "large")
    entry = AuditEntry.objects.get(target_id=str(person.public_id))
    assert (entry.action, entry.actor_id, entry.details) == (
        "person.corrected",
        cast.administrator.pk,
        {"person": person.username, "old name": old, "new name": "Anna Corrected"},
    )


def test_a_correction_that_changes_nothing_is_not_recorded(cast: Cast, log_in: LogIn) -> None:
    person = cast.annotator
    sent = {"name": person.name, "email": person.email}
    answer = log_in(cast.administrator).post(address(User, "change", person.pk), sent)
    assert answer.status_code == 302
    assert not AuditEntry.objects.exists()
