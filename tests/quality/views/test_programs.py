"""The page of a claim's programs: shown, confirmed, rejected, corrected, refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assist.models import ModelVersion
from campaigns.models import Campaign
from quality.models import ProgramReading
from tests.annotation.verifying_world import verify
from tests.quality.objections_world import make_objection
from tests.quality.programs_world import PROGRAM, TableDesk, make_table_desk, train_models

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_models(folder)
    return folder


@pytest.fixture
def at(files: Path, home: Path) -> TableDesk:
    return make_table_desk(files)


@pytest.fixture
def client(at: TableDesk, log_in: Callable[[User], Client]) -> Client:
    return log_in(at.desk.manager)


def url(at: TableDesk, **query: str) -> str:
    here = reverse("claim-programs", args=[at.desk.campaign.public_id, at.claim.public_id])
    return f"{here}?{urlencode(query)}" if query else here


def send(client: Client, at: TableDesk, action: str, **more: Any) -> Any:
    sent = {"action": action, "seen": at.seen} | more
    return client.post(url(at), sent)


def test_the_program_is_shown_in_english_with_its_cells(client: Client, at: TableDesk) -> None:
    page = client.get(url(at)).content.decode()
    first = at.offered.first
    assert first is not None
    assert first.english in page
    assert page.count('class="check__touched"') == len(first.cells)
    assert "Country" in page
    assert 'type="radio"' in page


def test_a_program_is_confirmed_and_rejected(client: Client, at: TableDesk) -> None:
    done = send(client, at, "confirm")
    assert done.status_code == 302
    page = client.get(done.headers["Location"]).content.decode()
    assert "Saved: Confirmed." in page
    assert "Your answer: Confirmed" in page
    assert send(client, at, "reject").status_code == 302
    states = ProgramReading.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["confirmed", "rejected"]


def test_another_program_is_chosen(client: Client, at: TableDesk) -> None:
    second = at.offered.programs[1]
    assert send(client, at, "correct", chosen="1", text="not read").status_code == 302
    stored = ProgramReading.objects.get()
    assert (stored.state, stored.program, stored.result) == (
        "corrected",
        second.text,
        second.result,
    )


def test_a_program_is_written_seen_in_english_and_saved(client: Client, at: TableDesk) -> None:
    text = 'only(is(rows, "river", "Little Osk"))'
    shown = send(client, at, "preview", text=text)
    page = shown.content.decode()
    assert shown.status_code == 200
    assert "There is exactly one row where river is “Little Osk”." in page
    assert "It is not saved yet." in page
    assert not ProgramReading.objects.exists()
    assert send(client, at, "correct", text=text).status_code == 302
    assert ProgramReading.objects.get().program == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Write a program, or choose one of the list."),
        ("drop(rows)", "At character 1: there is no function “drop”."),
        ('only(is(rows, "<b>", "x"))', "the table has no column “&lt;b&gt;”"),
        ("not(" * 40, "Too many functions are inside each other"),
        ("x" * 6_000, "The program is too long"),
        ('eq(value(is(rows, "river", "Zambezi"), "rank"), 1)', "The program has no result"),
    ],
)
def test_what_is_no_program_is_refused_and_kept(
    client: Client, at: TableDesk, text: str, said: str
) -> None:
    for action in ("correct", "preview"):
        refused = send(client, at, action, text=text, chosen="99")
        page = refused.content.decode()
        assert refused.status_code == 422
        assert said in page
    assert refused.context["typed"] == text
    assert not ProgramReading.objects.exists()


def test_a_program_of_ten_megabytes_is_refused(client: Client, at: TableDesk) -> None:
    refused = send(client, at, "correct", text="(" * 10_000_000)
    assert refused.status_code in (400, 413)
    assert not ProgramReading.objects.exists()


def test_answers_to_what_changed_are_refused(client: Client, at: TableDesk) -> None:
    seen = at.seen
    send(client, at, "confirm")
    refused = send(client, at, "correct", seen=seen, text=PROGRAM)
    assert refused.status_code == 422
    assert "Nothing was saved" in refused.content.decode()
    assert refused.context["typed"] == PROGRAM
    assert ProgramReading.objects.get().state == "confirmed"
    assert send(client, at, "explode").status_code == 422


def test_claims_and_tables_of_others_are_not_found(client: Client, at: TableDesk) -> None:
    for query in ({"page": at.page, "table": "table_7"}, {"page": "x\0", "table": "table_0"}):
        assert client.get(url(at, **query)).status_code == 404
    assert client.get(url(at, page=at.page, table="table_0")).status_code == 200
    other = Campaign.objects.create(name="Other", created_at=at.claim.written_at)
    for campaign, claim in (
        (at.desk.campaign.public_id, at.desk.manager.public_id),
        (other.public_id, at.claim.public_id),
    ):
        address = reverse("claim-programs", args=[campaign, claim])
        assert client.get(address).status_code == 404
        assert client.post(address, {"action": "confirm"}).status_code == 404


def test_a_claim_without_a_table_says_so(client: Client, at: TableDesk) -> None:
    claim = verify(at.desk).claim
    address = reverse("claim-programs", args=[at.desk.campaign.public_id, claim.public_id])
    assert "No table is in the evidence" in client.get(address).content.decode()
    refused = client.post(address, {"action": "confirm"})
    assert (refused.status_code, "There is no table" in refused.content.decode()) == (422, True)


def test_without_a_model_a_program_can_be_written(client: Client, at: TableDesk) -> None:
    ModelVersion.objects.update(is_in_use=False)
    assert "offers no program" in client.get(url(at)).content.decode()
    assert "offers no program here" in send(client, at, "confirm").content.decode()
    assert send(client, at, "correct", text=PROGRAM).status_code == 302


def test_an_objection_leads_there(client: Client, at: TableDesk) -> None:
    make_objection(at.desk, at.claim, english="It is 5.", page=at.page, table="table_0")
    listed = client.get(reverse("objections", args=[at.desk.campaign.public_id]))
    assert url(at) in listed.content.decode()
    assert "93% sure" in client.get(url(at)).content.decode()


def test_an_archived_campaign_is_read_only(client: Client, at: TableDesk) -> None:
    Campaign.objects.filter(pk=at.desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN
    )
    page = client.get(url(at)).content.decode()
    assert "Confirm program" not in page
    assert "Save correction" not in page
    assert client.post(url(at), {"action": "confirm"}).status_code == 403
