"""Guidelines on screen: read, said to be read, edited, previewed, published."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import GuidelinesVersion, Membership
from campaigns.services import guidelines
from core.models import AuditEntry
from tests.annotation.verifying_world import make_desk
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]


def page_of(cast: Cast, rest: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/guidelines/{rest}"


def publish(cast: Cast, text: str, note: str = "") -> None:
    guidelines.publish_guidelines(
        campaign=cast.campaign, text=text, note=note, actor=cast.manager, now=NOW
    )


def numbers() -> list[int]:
    return list(GuidelinesVersion.objects.order_by("number").values_list("number", flat=True))


def test_a_member_reads_says_so_and_is_told_of_changes(log_in: LogIn, cast: Cast) -> None:
    publish(cast, "# Be *exact*")
    client = log_in(cast.annotator)
    page = client.get(page_of(cast)).content.decode()
    assert "Be <em>exact</em>" in page
    assert "I have read this" in page
    assert client.post(page_of(cast, "seen/"), {"number": "1"})["Location"] == "/"
    assert "I have read this" not in client.get(page_of(cast)).content.decode()
    publish(cast, "# Be more exact", "Dates are written in full.")
    home = client.get("/").content.decode()
    assert "have changed" in home
    assert "Dates are written in full." in home
    page = client.get(page_of(cast)).content.decode()
    assert "What has changed since you read the guidelines" in page
    assert "Dates are written in full." in page
    assert "It is no longer in force." in client.get(page_of(cast, "1/")).content.decode()
    assert client.get(page_of(cast, "3/")).status_code == 404


def test_home_leads_to_the_guidelines_also_after_they_were_read(log_in: LogIn, db: None) -> None:
    desk = make_desk()
    Membership.objects.filter(user=desk.verifiers[0]).update(guidelines_seen=1)
    client = log_in(desk.verifiers[0])
    home = client.get("/").content.decode()
    assert "Read the guidelines before you begin." not in home
    assert f'<a href="/campaigns/{desk.campaign.public_id}/guidelines/">Guidelines</a>' in home


@pytest.mark.parametrize("number", ["", "two", "-1", "9" * 30, "7"])
def test_odd_versions_are_not_said_to_be_read(log_in: LogIn, cast: Cast, number: str) -> None:
    publish(cast, "# One")
    response = log_in(cast.annotator).post(page_of(cast, "seen/"), {"number": number})
    assert response.status_code == 302
    assert Membership.objects.get(user=cast.annotator).guidelines_seen == 0


def test_a_manager_publishes_the_next_version(log_in: LogIn, cast: Cast) -> None:
    publish(cast, "# One")
    client = log_in(cast.manager)
    assert "# One" in client.get(page_of(cast, "edit/")).content.decode()
    data = {"text": "# Two\r\n\r\nMore.", "note": "More is said.", "edited": "1"}
    assert client.post(page_of(cast, "edit/"), data)["Location"] == page_of(cast)
    latest = GuidelinesVersion.objects.get(number=2)
    assert (latest.text, latest.note, latest.published_by) == (
        "# Two\n\nMore.",
        "More is said.",
        cast.manager,
    )
    entry = AuditEntry.objects.filter(action="campaign.guidelines_published").latest("pk")
    assert entry.details == {"version": 2, "note": "More is said."}


@pytest.mark.parametrize(
    "wrong",
    [{"text": ""}, {"text": "  \n"}, {"note": ""}, {"note": "x" * 301}, {"text": "a\0"}],
)
def test_a_version_that_says_nothing_is_refused_and_kept(
    log_in: LogIn, cast: Cast, wrong: dict[str, str]
) -> None:
    publish(cast, "# One")
    data = {"text": "# Typed", "note": "Typed too.", "edited": "1", **wrong}
    response = log_in(cast.manager).post(page_of(cast, "edit/"), data)
    assert response.status_code == 422
    page = response.content.decode()
    assert ("# Typed" in page) == ("text" not in wrong)
    assert ("Typed too." in page) == ("note" not in wrong)
    assert numbers() == [1]


def test_of_two_editors_the_second_keeps_their_text_and_may_publish(
    log_in: LogIn, cast: Cast
) -> None:
    publish(cast, "# One")
    publish(cast, "# Theirs", "Another's.")
    client = log_in(cast.manager)
    data = {"text": "# Mine", "note": "Mine.", "edited": "1"}
    response = client.post(page_of(cast, "edit/"), data)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Somebody published version 2 while you were writing." in page
    assert "# Mine" in page
    assert 'name="edited" value="2"' in page
    assert numbers() == [1, 2]
    assert client.post(page_of(cast, "edit/"), data | {"edited": "2"}).status_code == 302
    assert numbers() == [1, 2, 3]


def test_a_preview_shows_the_text_as_people_will_read_it(log_in: LogIn, cast: Cast) -> None:
    text = "# A <b>title</b>\n\n- one"
    response = log_in(cast.manager).post(page_of(cast, "preview/"), {"text": text})
    html = response.content.decode()
    assert '<h2 id="clause-a-btitleb">A &lt;b&gt;title&lt;/b&gt;</h2>' in html
    assert "<li>one</li>" in html
    assert not GuidelinesVersion.objects.exists()
