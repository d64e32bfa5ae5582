"""Writing and reading the audit log."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import request_context
from core.action_labels import label_of
from core.models import AuditEntry
from core.selectors import audit as selectors
from core.services import audit
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db

LogIn = Callable[..., Client]
ROOT = Path(__file__).resolve().parents[3]


def test_entry_keeps_names_as_they_were(cast: Cast) -> None:
    entry = audit.record(
        actor=cast.manager,
        action="accounts.invite",
        target=cast.annotator,
        now=NOW,
        details={"role": "annotator"},
    )
    cast.annotator.name = "Another Name"
    cast.annotator.save()
    entry.refresh_from_db()
    assert (entry.at, entry.actor_id, entry.actor_label) == (NOW, cast.manager.pk, "Mara Manager")
    assert (entry.target_kind, entry.target_label) == ("accounts.user", "Anna Annotator")
    assert entry.target_id == str(cast.annotator.public_id)
    assert entry.details == {"role": "annotator"}


def test_entry_names_its_request() -> None:
    reset = request_context.request_id.set("abc123")
    entry = audit.record(actor=None, action="jobs.sweep", target=None, now=NOW)
    request_context.request_id.reset(reset)
    assert (entry.request_id, entry.actor_id, entry.actor_label) == ("abc123", None, "")


@pytest.mark.postgres
def test_entries_are_listed_newest_first_and_filtered(cast: Cast) -> None:
    for minute, (actor, action) in enumerate(
        [(cast.manager, "a.one"), (cast.administrator, "a.two"), (cast.manager, "a.two")]
    ):
        audit.record(actor=actor, action=action, target=None, now=NOW + timedelta(minutes=minute))
    entries = list(selectors.list_entries())
    assert [entry.action for entry in entries] == ["a.two", "a.two", "a.one"]
    assert entries == sorted(entries, key=lambda entry: entry.at, reverse=True)
    mine = selectors.list_entries(selectors.AuditFilter(person=cast.manager.public_id))
    assert [entry.action for entry in mine] == ["a.two", "a.one"]
    first = selectors.AuditFilter(person=cast.manager.public_id, action="a.one")
    assert selectors.list_entries(first).count() == 1
    assert selectors.recorded_actions() == ["a.one", "a.two"]
    assert [name for _, name in selectors.recorded_people()] == [
        "Inês Administrator",
        "Mara Manager",
    ]


def test_administrator_reads_and_filters_the_log(cast: Cast, log_in: LogIn) -> None:
    audit.record(actor=cast.manager, action="a.one", target=cast.annotator, now=NOW)
    audit.record(actor=cast.administrator, action="a.two", target=cast.stranger, now=NOW)
    client = log_in(cast.administrator)
    page = client.get(reverse("core:audit")).content.decode()
    assert "Anna Annotator" in page
    assert "Sten Stranger" in page
    page = client.get(
        reverse("core:audit"), {"person": str(cast.manager.public_id), "action": "a.one"}
    ).content.decode()
    assert "Anna Annotator" in page
    assert "Sten Stranger" not in page


def test_actions_stand_in_words_and_unnamed_ones_by_their_code_names(
    cast: Cast, log_in: LogIn
) -> None:
    for action in ("person.reset-link-made", "a.one", "jobs.cancel"):
        audit.record(actor=cast.manager, action=action, target=None, now=NOW)
    response = log_in(cast.administrator).get(reverse("core:audit"))
    assert [entry.action_label for entry in response.context["page"]] == [
        "Cancelled a job",
        "a.one",
        "Created a reset link",
    ]
    assert response.context["form"].fields["action"].choices == [
        ("", "Everything"),
        ("jobs.cancel", "Cancelled a job"),
        ("person.reset-link-made", "Created a reset link"),
        ("a.one", "a.one"),
    ]
    assert ">Mara Manager created a reset link.</span>" in response.content.decode()


def test_details_are_told_in_words_and_empty_ones_left_out(cast: Cast, log_in: LogIn) -> None:
    details = {
        "excludes_used_pages": False,
        "numbers": {},
        "note": "",
        "tags": ["a", "b"],
        "target": 0,
    }
    audit.record(actor=cast.manager, action="a.one", target=None, now=NOW, details=details)
    page = log_in(cast.administrator).get(reverse("core:audit")).content.decode()
    assert re.findall(r'<div lang="en">(.*?)</div>', page) == [
        "excludes used pages: no",
        "tags: a, b",
        "target: 0",
    ]


def test_every_action_that_the_apps_record_has_a_label() -> None:
    apps = [
        ROOT / app
        for app in (
            *("accounts", "annotation", "assist", "campaigns", "jobs", "quality", "releases"),
            *("search", "wiki"),
        )
    ]
    services = [path for app in apps for path in app.glob("services/**/*.py")]
    recorded = {
        action
        for path in services
        for action in re.findall(r'\baction="([a-z_.-]+)"', path.read_text(encoding="utf-8"))
    }
    assert "person.reset-link-made" in recorded
    assert sorted(action for action in recorded if label_of(action) == action) == []


def test_names_in_the_log_are_escaped(cast: Cast, log_in: LogIn) -> None:
    cast.annotator.name = "<script>alert(1)</script>"
    audit.record(
        actor=cast.manager, action="a.one", target=cast.annotator, now=NOW, details={"<b>": "<i>"}
    )
    page = log_in(cast.administrator).get(reverse("core:audit")).content.decode()
    assert "<script>alert(1)</script>" not in page
    assert "&lt;b&gt;: &lt;i&gt;" in page


@pytest.mark.parametrize("role", ["manager", "researcher", "annotator", "stranger"])
def test_log_is_for_administrators(cast: Cast, log_in: LogIn, role: str) -> None:
    assert log_in(cast.by_role()[role]).get(reverse("core:audit")).status_code == 403


@pytest.mark.parametrize(
    ("parameters", "status"),
    [
        ({"person": "nobody"}, 400),
        ({"person": "0d6f0e6e-7a0e-4d0e-9f0e-000000000000"}, 400),
        ({"action": "a.none"}, 400),
        ({"page": "2"}, 404),
    ],
)
def test_senseless_parameters_are_refused(
    cast: Cast, log_in: LogIn, parameters: dict[str, str], status: int
) -> None:
    response = log_in(cast.administrator).get(reverse("core:audit"), parameters)
    assert response.status_code == status


def test_log_cannot_be_posted_to(cast: Cast, log_in: LogIn) -> None:
    assert log_in(cast.administrator).post(reverse("core:audit")).status_code == 405
    assert AuditEntry.objects.count() == 0


def test_log_takes_the_same_queries_for_many_entries(
    cast: Cast, log_in: LogIn, django_assert_max_num_queries: Any
) -> None:
    for _ in range(120):
        audit.record(actor=cast.manager, action="a.one", target=None, now=NOW)
    client = log_in(cast.administrator)
    with django_assert_max_num_queries(9):
        response = client.get(reverse("core:audit"))
    shown = '<span title="a.one">Mara Manager a.one.</span>'
    assert response.content.decode().count(shown) == 100


def test_entries_are_sentences_with_their_time_on_one_line(cast: Cast, log_in: LogIn) -> None:
    audit.record(actor=cast.manager, action="jobs.cancel", target=cast.annotator, now=NOW)
    audit.record(actor=None, action="person.deactivated", target=None, now=NOW)
    response = log_in(cast.administrator).get(reverse("core:audit"))
    assert [entry.sentence for entry in response.context["page"]] == [
        "Touchstone deactivated a person.",
        "Mara Manager cancelled a job: “Anna Annotator”.",
    ]
    assert [entry.kind_label for entry in response.context["page"]] == ["", "Person"]
    html = response.content.decode()
    assert "Mara Manager cancelled a job: “Anna Annotator”." in html
    assert html.count('<td class="nowrap">') == 2


@pytest.mark.postgres
def test_entries_are_filtered_by_thing_name_and_days(cast: Cast, log_in: LogIn) -> None:
    for days, target in enumerate((cast.annotator, cast.campaign, cast.stranger)):
        audit.record(
            actor=cast.manager, action="a.one", target=target, now=NOW + timedelta(days=days)
        )
    client = log_in(cast.administrator)

    def shown(**query: str) -> list[str]:
        page = client.get(reverse("core:audit"), query).context["page"]
        return [entry.target_label for entry in page]

    assert shown(kind="campaigns.campaign") == ["Rivers"]
    assert shown(words="sten STRANGER") == ["Sten Stranger"]
    assert shown(words=str(cast.annotator.public_id)) == ["Anna Annotator"]
    assert shown(since="2026-03-15") == ["Sten Stranger", "Rivers"]
    assert shown(since="2026-03-15", until="2026-03-15") == ["Rivers"]
    assert shown(until="2026-03-14") == ["Anna Annotator"]
    for day in ("9999-12-31", "yesterday", "0001-01-01"):
        answer = client.get(reverse("core:audit"), {"until": day})
        assert answer.status_code == 400
        assert "Enter a day as 2026-03-14." in answer.content.decode()
