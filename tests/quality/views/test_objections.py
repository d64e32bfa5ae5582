"""The pages of objections: search, progress, list, filters, review."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.models import Claim
from campaigns.models import Campaign
from jobs.models import Job, JobState
from quality.models import Objection, ObjectionSearch
from quality.selectors.machine_verdicts import DecidingTable, MachineVerdict
from tests.annotation.disagreeing import add_manager
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.quality.objections_world import FakeVerifier, make_objection, search_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    made = make_desk(protocol=verified_by(1))
    for _ in range(3):
        verify(made)
    return made


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.manager)


def at(desk: Desk, name: str = "objections", *more: object) -> str:
    return reverse(name, args=[desk.campaign.public_id, *more])


def shown(client: Client, desk: Desk, query: str = "") -> str:
    return client.get(at(desk) + query).content.decode()


def answer(
    client: Client, desk: Desk, objection: Objection, review: str = "verifier", **more: str
) -> str:
    sent = {"review": review, "seen": objection.state, **more}
    url = at(desk, "objection-review", objection.public_id)
    return client.post(url, sent, follow=True).content.decode()


def test_a_manager_has_claims_checked_and_sees_the_progress(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Not checked yet" in shown(client, desk)
    assert client.post(at(desk, "objections-search")).status_code == 302
    assert "Waiting for a worker" in shown(client, desk)
    again = client.post(at(desk, "objections-search"), follow=True).content.decode()
    assert "checking the claims already" in again
    assert "Waiting for a worker" in client.get(at(desk, "objections-progress")).content.decode()
    client.post(at(desk, "objections-cancel"))
    assert Job.objects.get().state == JobState.CANCELLED
    assert "The last check was stopped." in shown(client, desk)
    over = client.post(at(desk, "objections-cancel"), follow=True).content.decode()
    assert "It has already finished." in over
    done = client.get(at(desk, "objections-progress"))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    FakeVerifier(monkeypatch)
    search_for(desk)
    assert "Version 3 of the model checked 3 claims" in shown(client, desk)
    assert "of no other opinion" in shown(client, desk)


def test_the_surest_come_first_with_program_and_the_way_to_the_claim(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = Claim.objects.filter(campaign=desk.campaign).order_by("pk")
    table = DecidingTable("River 003", "table_0", "The <b>length</b> is not 5.")
    FakeVerifier(monkeypatch).verdicts = {
        first.text: MachineVerdict("refuted", 0.85),
        second.text: MachineVerdict("not_enough_information", 0.99, table),
    }
    search_for(desk)
    page = shown(client, desk)
    assert "2 objections" in page
    links = [at(desk, "campaign-claim", claim.public_id) for claim in (second, first)]
    assert page.index(links[0]) < page.index(links[1])
    assert "The &lt;b&gt;length&lt;/b&gt; is not 5." in page
    assert "99%" in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 3),
        ("?sure=90", 2),
        ("?verdict=not_enough_information", 1),
        ("?counts=supported", 3),
        ("?counts=refuted", 0),
        ("?review=open", 2),
        ("?review=any", 1),
        ("?review=verifier", 1),
        ("?review=annotators", 0),
        ("?by=program", 1),
        ("?by=sentences", 2),
        ("?sure=nonsense&review=%00&page=99", 3),
        ("?sort=newest", 3),
    ],
)
def test_the_list_is_filtered(client: Client, desk: Desk, query: str, count: int) -> None:
    make_objection(desk, probability=0.99, verdict="not_enough_information")
    make_objection(
        desk, probability=0.91, english="It is not 5.", page="River 003", table="table_0"
    )
    answer(client, desk, make_objection(desk, probability=0.85))
    assert shown(client, desk, query).count("<tr>") - bool(count) == count


def test_claims_that_no_longer_count_are_not_listed(client: Client, desk: Desk) -> None:
    objection = make_objection(desk)
    Claim.objects.filter(pk=objection.claim_id).update(state=Claim.State.WITHDRAWN)
    assert objection.claim.text not in shown(client, desk)


def test_a_manager_says_who_is_right(client: Client, desk: Desk) -> None:
    objection = make_objection(desk)
    url = at(desk, "objection-review", objection.public_id)
    sent = {"review": "unclear", "seen": objection.state, "query": "review=&next=//evil.org"}
    done = client.post(url, sent)
    # Only the query is taken from the form.
    assert done.headers["Location"].startswith(f"{at(desk)}?review=&next=%2F%2Fevil.org#")
    stored = Objection.objects.get()
    assert (stored.review, stored.reviewed_by) == ("unclear", desk.manager)
    assert "<strong>Unclear</strong>" in shown(client, desk)


def test_a_second_manager_is_told_of_the_first(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    objection = make_objection(desk)
    answer(log_in(add_manager(desk)), desk, objection)
    assert "Somebody else has reviewed this by now" in answer(client, desk, objection, "unclear")
    assert Objection.objects.get().review == "verifier"


def test_what_cannot_be_reviewed_is_refused(client: Client, desk: Desk) -> None:
    objection = make_objection(desk)
    assert "Choose who is right" in answer(client, desk, objection, "everybody")
    assert client.post(at(desk, "objection-review", desk.manager.public_id)).status_code == 404
    other = Campaign.objects.create(name="Other", created_at=objection.found_at)
    Objection.objects.update(campaign=other)
    url = at(desk, "objection-review", objection.public_id)
    assert client.post(url, {"review": "unclear"}).status_code == 404
    assert Objection.objects.get().review == ""


def test_own_claims_have_no_buttons(desk: Desk, log_in: Callable[[User], Client]) -> None:
    objection = make_objection(desk)
    User.objects.filter(pk=desk.writer.pk).update(is_administrator=True)
    writer = log_in(desk.writer)
    assert "You wrote or verified it." in shown(writer, desk)
    assert "somebody else must review it" in answer(writer, desk, objection)
    assert Objection.objects.get().review == ""


def test_an_archived_campaign_is_read_only(client: Client, desk: Desk) -> None:
    objection = make_objection(desk)
    Campaign.objects.filter(pk=desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN
    )
    page = shown(client, desk)
    assert objection.claim.text in page
    assert "Check all claims" not in page
    assert client.post(at(desk, "objections-search")).status_code == 403
    assert ObjectionSearch.objects.count() == 1
