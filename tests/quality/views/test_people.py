"""The people of a campaign: the table, its file, and the page of each person."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Verification
from annotation.services.verifying import queue
from campaigns.models import Membership
from quality.measuring.results import ReportResult
from quality.models import PersonNote, QualityReport
from quality.selectors import reports
from quality.selectors.people import KEPT_WORK, people_table
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
    verify,
)
from tests.annotation.world import later, make_annotators
from tests.people import NOW
from tests.quality.views.test_reports import made, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Return a campaign with nine claims; the first verifier did four items, the second one."""
    found = make_desk(protocol=verified_by(2), highlights_written=3)
    for number in range(4):
        verify(found, found.verifiers[0], hours=number / 10)
    verify(found, found.verifiers[1])
    return found


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.manager)


@pytest.fixture(autouse=True)
def counted_again() -> None:
    """Forget the work that an earlier test counted."""
    KEPT_WORK.clear()


def set_times(person: User, *seconds: int) -> None:
    """Set the active times of a person's verifications, in the order of their items."""
    attempts = Attempt.objects.filter(annotator=person, purpose="verify", outcome="submitted")
    for attempt, time in zip(attempts.order_by("pk"), seconds, strict=True):
        Attempt.objects.filter(pk=attempt.pk).update(active_ms=1000 * time)
    KEPT_WORK.clear()


def names(client: Client, desk: Desk, sort: str) -> list[str]:
    page = client.get(page_of(desk, "quality-people"), {"sort": sort}).content.decode()
    return re.findall(r'<th scope="row">\s*<a href="[^"]+">([^<]+)</a>', page)


def page_of_person(desk: Desk, person: User) -> str:
    return reverse("quality-person", args=[desk.campaign.public_id, person.public_id])


def test_work_is_counted_and_medians_are_those_of_a_list(desk: Desk) -> None:
    first, second, third = desk.verifiers
    set_times(first, 10, 400, 20, 30)
    skipped = queue.take_claim(campaign=desk.campaign, annotator=second, now=later(1))
    queue.skip_claim(attempt=skipped.attempt, reason="other", text="Too long.", now=later(1))
    rows = {row.person: row for row in people_table(desk.campaign, later(2)).rows}
    assert rows[first].work.verified == 4
    assert rows[first].work.median_seconds == 25.0
    assert rows[first].work.hours == pytest.approx(460 / 3600)
    assert rows[first].work.days == (0,) * 13 + (4,)
    assert rows[first].work.skip_rate == 0.0
    assert (rows[second].work.skipped, rows[second].work.skip_rate) == (1, 0.5)
    assert rows[second].work.last_at == later(1)
    assert rows[third].work.items == 0
    assert rows[third].work.skip_rate is None
    assert rows[third].work.last_at is None
    assert rows[desk.writer].work.written == 3


def test_a_median_of_an_odd_number_is_the_one_in_the_middle(desk: Desk) -> None:
    verify(desk, desk.verifiers[0], hours=0.5)
    set_times(desk.verifiers[0], 50, 10, 40, 20, 30)
    rows = {row.person: row for row in people_table(desk.campaign, later(2)).rows}
    assert rows[desk.verifiers[0]].work.median_seconds == 30.0


def test_columns_sort_in_both_directions_and_people_without_a_value_come_last(
    desk: Desk, client: Client
) -> None:
    first, second, third = map(str, desk.verifiers)
    writer = str(desk.writer)
    assert names(client, desk, "name") == [first, second, third, writer]
    assert names(client, desk, "-name") == [writer, third, second, first]
    assert names(client, desk, "-items")[0] == first
    assert names(client, desk, "items")[0] == third
    set_times(desk.verifiers[0], 10, 10, 10, 10)
    set_times(desk.verifiers[1], 500)
    assert names(client, desk, "-median")[0] == second
    assert names(client, desk, "-median")[-1] == third
    assert names(client, desk, "median")[-1] == third
    # A column that there is not sorts by name.
    assert names(client, desk, "nothing") == [first, second, third, writer]


def test_head_of_the_sorted_column_says_so_and_leads_to_the_other_direction(
    desk: Desk, client: Client
) -> None:
    page = client.get(page_of(desk, "quality-people"), {"sort": "-items"}).content.decode()
    assert page.count("aria-sort=") == 1
    head = re.search(r'<th scope="col"[^>]*aria-sort="descending">\s*<a[^>]*href="([^"]+)"', page)
    assert head is not None
    assert head[1] == "?sort=items"


def test_figures_of_the_newest_report_stand_beside_the_work_with_their_age(
    desk: Desk, client: Client
) -> None:
    page = client.get(page_of(desk, "quality-people")).content.decode()
    assert "come with the first report on agreement" in page
    report = made(desk, "agreement")
    page = client.get(page_of(desk, "quality-people")).content.decode()
    assert report.data_until is not None
    assert f"({report.data_until:%Y-%m-%d %H:%M} UTC)" in page
    assert "4 verified" in page


def test_state_of_calibration_and_guidelines_are_told(desk: Desk, client: Client) -> None:
    page = client.get(page_of(desk, "quality-people")).content.decode()
    assert page.count("Not needed") == 4
    assert page.count(">Not read<") == 4
    Membership.objects.filter(campaign=desk.campaign, user=desk.writer).update(guidelines_seen=1)
    page = client.get(page_of(desk, "quality-people")).content.decode()
    assert page.count(">Not read<") == 3
    assert page.count(">Read<") == 1


def test_a_person_who_left_stays_in_the_table_with_their_work(desk: Desk, client: Client) -> None:
    Membership.objects.filter(campaign=desk.campaign, user=desk.verifiers[0]).delete()
    page = client.get(page_of(desk, "quality-people")).content.decode()
    assert str(desk.verifiers[0]) in page
    assert page.count(">Left<") == 1
    assert client.get(page_of_person(desk, desk.verifiers[0])).status_code == 200


def test_who_only_skipped_or_worked_as_an_expert_stays_in_the_table_after_leaving(
    desk: Desk,
) -> None:
    skipping, expert = make_annotators(desk.campaign, 2, "Late", verifies_claims=True)
    queue.skip_claim(attempt=take(desk, skipping).attempt, reason="other", text="x", now=NOW)
    verify(desk, expert)
    Verification.objects.filter(annotator=expert).update(purpose="expert")
    Attempt.objects.filter(annotator=expert).update(purpose="expert")
    Membership.objects.filter(user__in=[skipping, expert]).delete()
    rows = {row.person: row for row in people_table(desk.campaign, NOW).rows}
    assert (rows[skipping].membership, rows[skipping].work.skipped) == (None, 1)
    assert (rows[expert].membership, rows[expert].work.verified) == (None, 1)


def test_numbers_of_claims_are_those_of_the_lists_that_they_lead_to(
    desk: Desk, client: Client
) -> None:
    expert = desk.verifiers[1]
    Verification.objects.filter(annotator=expert).update(purpose="expert")
    Attempt.objects.filter(annotator=expert).update(purpose="expert")
    work = {row.person: row.work for row in people_table(desk.campaign, NOW).rows}
    claims = reverse("campaign-claims", args=[desk.campaign.public_id])
    for person in (desk.writer, *desk.verifiers):
        wrote = client.get(claims, {"person": str(person.public_id)}).context["list"]
        verified = client.get(claims, {"verifier": str(person.public_id)}).context["list"]
        assert wrote.page.paginator.count == work[person].claims_written
        assert verified.page.paginator.count == work[person].claims_verified
    # Three highlights, with three claims each.
    assert (work[desk.writer].written, work[desk.writer].claims_written) == (3, 9)
    assert [work[person].claims_verified for person in desk.verifiers] == [4, 1, 0]


def test_the_file_has_a_line_for_each_person(desk: Desk, client: Client) -> None:
    answer = client.get(page_of(desk, "quality-people-file"))
    assert answer["Content-Type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [line["user_name"] for line in lines] == [
        "verifier0",
        "verifier1",
        "verifier2",
        "writer0",
    ]
    assert [line["items_verified"] for line in lines] == ["4", "1", "0", "0"]
    assert [line["items_written"] for line in lines] == ["0", "0", "0", "3"]
    assert lines[2]["last_seen"] == ""


def test_queries_do_not_grow_with_people(desk: Desk, client: Client) -> None:
    made(desk, "agreement")

    def count(name: str) -> int:
        KEPT_WORK.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page_of(desk, name)).status_code == 200
        return len(queries)

    pages = ("quality-people", "quality-people-file")
    for name in pages:
        count(name)
    before = [count(name) for name in pages]
    people = User.objects.bulk_create(
        User(username=f"more{n}", skeleton=f"more{n}", name=f"More {n}", email=f"m{n}@example.org")
        for n in range(27)
    )
    Membership.objects.bulk_create(
        Membership(
            campaign=desk.campaign,
            user=person,
            role=Role.ANNOTATOR,
            verifies_claims=True,
            joined_at=NOW,
        )
        for person in people
    )
    for person in people[:9]:
        taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=later(2))
        submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(2))
    assert [count(name) for name in pages] == before


def test_work_is_counted_once_a_minute_for_the_table_and_at_once_for_a_person(
    desk: Desk, client: Client
) -> None:
    client.get(page_of(desk, "quality-people"))
    verify(desk, desk.verifiers[1], hours=0.2)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(page_of(desk, "quality-people")).content.decode()
    assert "active_ms" not in "".join(query["sql"] for query in queries)
    assert "2 verified" not in page
    person = client.get(page_of_person(desk, desk.verifiers[1])).content.decode()
    assert ("0 claims written" in person, "2 claims verified" in person) == (True, True)
    KEPT_WORK.clear()
    assert "2 verified" in client.get(page_of(desk, "quality-people")).content.decode()


def test_page_of_a_person_shows_weeks_agreement_and_links(desk: Desk, client: Client) -> None:
    made(desk, "agreement")
    person = desk.verifiers[0]
    page = client.get(page_of_person(desk, person)).content.decode()
    assert "twelve weeks" in page
    assert "Agreement with others, with gold, and on evidence" in page
    for name, query in (
        ("campaign-claims", f"?person={person.public_id}"),
        ("campaign-claims", f"?verifier={person.public_id}"),
        ("verifications", f"?person={person.public_id}"),
        ("campaign-checks", f"?person={person.public_id}"),
    ):
        assert f"{page_of(desk, name)}{query}" in page


def test_the_report_is_read_once_for_the_page_of_a_person(
    desk: Desk, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(desk, "agreement")
    read: list[object] = []
    whole = reports.result_of

    def counted(report: QualityReport) -> ReportResult | None:
        read.append(report)
        return whole(report)

    monkeypatch.setattr(reports, "result_of", counted)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page_of_person(desk, desk.verifiers[0])).status_code == 200
    asked = [one for one in queries if '"quality_qualityreport"."result"' in one["sql"]]
    assert (len(read), len(asked)) == (1, 1)


def test_before_a_report_the_page_of_a_person_says_what_will_be_there(
    desk: Desk, client: Client
) -> None:
    page = client.get(page_of_person(desk, desk.writer)).content.decode()
    assert "Agreement with others and with gold will be here" in page


def test_somebody_who_is_not_in_the_campaign_has_no_page(desk: Desk, client: Client) -> None:
    stranger = User.objects.create(username="sam", name="Sam", email="sam@example.org")
    assert client.get(page_of_person(desk, stranger)).status_code == 404
    assert client.get(page_of_person(desk, desk.manager)).status_code == 404


def test_notes_are_added_shown_and_removed(desk: Desk, client: Client) -> None:
    person = desk.verifiers[0]
    address = page_of_person(desk, person)
    client.post(f"{address}notes/", {"text": " Reads <b>twice</b>. "})
    note = PersonNote.objects.get()
    assert (note.person, note.written_by, note.text) == (
        person,
        desk.manager,
        "Reads <b>twice</b>.",
    )
    assert "Reads &lt;b&gt;twice&lt;/b&gt;." in client.get(address).content.decode()
    elsewhere = page_of_person(desk, desk.verifiers[1])
    assert client.post(f"{elsewhere}notes/{note.public_id}/remove/").status_code == 404
    assert PersonNote.objects.count() == 1
    client.post(f"{address}notes/{note.public_id}/remove/")
    assert PersonNote.objects.count() == 0


def test_a_manager_cannot_remove_a_note_about_themselves(
    desk: Desk, log_in: Callable[[User], Client]
) -> None:
    note = PersonNote.objects.create(
        campaign=desk.campaign,
        person=desk.writer,
        text="Slow",
        written_at=NOW,
        written_by=desk.manager,
    )
    Membership.objects.filter(user=desk.writer).update(role=Role.MANAGER, writes_claims=False)
    client = log_in(desk.writer)
    address = page_of_person(desk, desk.writer)
    page = client.get(address).content.decode()
    assert ("Slow" in page, "Remove note" in page) == (True, False)
    answer = client.post(f"{address}notes/{note.public_id}/remove/")
    assert answer.status_code == 422
    assert "Others remove notes about you." in answer.content.decode()
    assert PersonNote.objects.get() == note


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_an_empty_or_long_note_is_refused_and_what_was_typed_stays(
    desk: Desk, client: Client, text: str
) -> None:
    answer = client.post(f"{page_of_person(desk, desk.writer)}notes/", {"text": text})
    assert answer.status_code == 422
    assert f">{text}</textarea>" in answer.content.decode()
    assert PersonNote.objects.count() == 0


def test_people_are_for_managers(desk: Desk, log_in: Callable[[User], Client]) -> None:
    for person in (desk.writer, desk.verifier):
        client = log_in(person)
        assert client.get(page_of(desk, "quality-people")).status_code == 403
        assert client.get(page_of(desk, "quality-people-file")).status_code == 403
        assert client.get(page_of_person(desk, person)).status_code == 403


def test_old_days_are_not_in_the_small_chart(desk: Desk) -> None:
    rows = people_table(desk.campaign, later(0) + timedelta(days=30)).rows
    assert {row.work.days for row in rows} == {(0,) * 14}
