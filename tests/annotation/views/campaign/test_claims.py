"""The claims of a campaign for its managers: search, filters, and the page of each claim."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.roles import Role
from annotation.models import Claim, Gold
from annotation.services.calibration import gold
from annotation.services.desk import questions
from annotation.services.review import claim_reports
from annotation.services.verifying import queue
from campaigns.models import Membership
from tests.annotation.disagreeing import disagree
from tests.annotation.verifying_world import Desk, element, judgement, make_desk, verified_by
from tests.annotation.world import make_annotators
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    """Return a campaign with six claims, two verifications of each."""
    return make_desk(protocol=verified_by(2), highlights_written=2)


@pytest.fixture
def client(desk: Desk, log_in: LogIn) -> Client:
    return log_in(desk.manager)


def address(desk: Desk, rest: str = "") -> str:
    return f"/campaigns/{desk.campaign.public_id}/claims/{rest}"


def listed(client: Client, desk: Desk, **query: str) -> list[str]:
    """Return the texts of the claims that a list shows, in its order."""
    page = client.get(address(desk), query).content.decode()
    return re.findall(r'<th scope="row" class="is-claim">\s*<a href="[^"]+">([^<]+)</a>', page)


def texts(*claims: Claim) -> list[str]:
    return [claim.text for claim in claims]


def claims_of(desk: Desk) -> list[Claim]:
    return list(Claim.objects.filter(campaign=desk.campaign).order_by("pk"))


def test_all_claims_are_listed_the_newest_first(client: Client, desk: Desk) -> None:
    written = claims_of(desk)
    assert len(written) == 6
    assert listed(client, desk) == texts(*reversed(written))
    assert listed(client, desk, sort="oldest") == texts(*written)


def test_rare_filters_are_folded_away_until_they_are_used(client: Client, desk: Desk) -> None:
    folded = '<details class="list-controls__more" >'
    page = client.get(address(desk)).content.decode()
    leading, _folded, further = page.partition(folded)
    assert 'id="list-verifier"' in leading
    assert 'id="list-report"' in further
    assert 'id="list-since"' in further
    page = client.get(address(desk), {"report": "any", "since": "2026-01-01"}).content.decode()
    assert '<details class="list-controls__more" open>' in page
    assert "More filters (2)" in page


def test_words_types_and_days_choose_claims(client: Client, desk: Desk) -> None:
    first, *others = claims_of(desk)
    assert listed(client, desk, words=first.text[4:30].upper()) == texts(first)
    of_type = [claim for claim in [first, *others] if claim.slot == first.slot]
    assert listed(client, desk, type=first.slot, sort="oldest") == texts(*of_type)
    Claim.objects.filter(pk=first.pk).update(written_at=NOW - timedelta(days=3))
    assert listed(client, desk, until=f"{NOW - timedelta(days=2):%Y-%m-%d}") == texts(first)
    assert len(listed(client, desk, since=f"{NOW - timedelta(days=2):%Y-%m-%d}")) == 5
    # A day that is none chooses nothing.
    assert len(listed(client, desk, since="yesterday")) == 6


def test_mutations_and_challenges_choose_claims(client: Client, desk: Desk) -> None:
    first = claims_of(desk)[0]
    Claim.objects.filter(pk=first.pk).update(
        prescribed={"mutation": "negation"}, tags={"challenge": "numerical_reasoning"}
    )
    assert listed(client, desk, mutation="negation") == texts(first)
    assert listed(client, desk, challenge="numerical_reasoning") == texts(first)
    assert listed(client, desk, challenge="numerical_reasoning", mutation="generalization") == []


def test_disagreements_are_looked_for_once_for_a_list_and_for_neighbours(
    client: Client, desk: Desk
) -> None:
    given = (judgement([element("sentence_1")]), judgement([element("sentence_2")]))
    before, middle, after = (
        disagree(
            desk,
            *given,
            claim=claim,
            people=make_annotators(desk.campaign, 2, name, verifies_claims=True),
        )
        for claim, name in zip(claims_of(desk)[::2], ("Ada", "Ben", "Cem"), strict=True)
    )
    chosen = {"disagreement": "evidence"}

    def searches(url: str) -> tuple[str, int]:
        with CaptureQueriesContext(connection) as queries:
            page = client.get(url, chosen).content.decode()
        # The condition compares the evidence of two verifications.
        sought = [
            one for one in queries if "evidenceset" in one["sql"] and one["sql"].count("EXISTS") > 2
        ]
        return page, len(sought)

    page, number = searches(address(desk))
    assert number == 1
    assert listed(client, desk, **chosen) == texts(after, middle, before)
    page, number = searches(address(desk, f"{middle.public_id}/"))
    assert number == 1
    for neighbour in (before, after):
        assert f"/claims/{neighbour.public_id}/?disagreement=evidence" in page
    page, number = searches(address(desk, f"{after.public_id}/"))
    assert f"/claims/{middle.public_id}/?disagreement=evidence" in page
    assert f"/claims/{before.public_id}/" not in page


def test_verdicts_people_and_disagreements_choose_claims(client: Client, desk: Desk) -> None:
    first, *others = claims_of(desk)
    disagree(desk)
    assert listed(client, desk, verdict="refuted") == texts(first)
    assert listed(client, desk, verdict="not_enough_information") == []
    assert listed(client, desk, verdict="-", sort="oldest") == texts(*others)
    verifier, idle = desk.verifiers[1], desk.verifiers[2]
    assert listed(client, desk, verifier=str(verifier.public_id)) == texts(first)
    assert listed(client, desk, verifier=str(idle.public_id)) == []
    assert len(listed(client, desk, person=str(desk.writer.public_id))) == 6
    assert listed(client, desk, disagreement="verdict") == texts(first)
    assert listed(client, desk, disagreement="evidence") == []


def test_reports_choose_claims(client: Client, desk: Desk) -> None:
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=NOW)
    claim_reports.report_claim(attempt=taken.attempt, reasons=["ambiguous"], now=NOW)
    reported = taken.assignment.claim
    assert listed(client, desk, report="open") == texts(reported)
    assert listed(client, desk, report="any") == texts(reported)
    assert listed(client, desk, report="dismissed") == []
    page = client.get(address(desk)).content.decode()
    assert page.count(">Reported</span>") == 1


def test_gold_is_not_among_the_claims(client: Client, desk: Desk) -> None:
    made = gold.make_claim_gold(
        campaign=desk.campaign,
        text="The Aare flows uphill.",
        description=gold.GoldDescription(use=Gold.Use.SILENT),
        actor=desk.manager,
        now=NOW,
    )
    assert made.claim is not None
    assert listed(client, desk, words="uphill") == []
    assert client.get(address(desk, f"{made.claim.public_id}/")).status_code == 404


def test_page_of_a_claim_shows_what_is_known_about_it(client: Client, desk: Desk) -> None:
    claim = disagree(desk)
    attempt = claim.attempts.filter(annotator=desk.verifiers[0], purpose="verify").get()
    questions.ask_about_attempt(
        attempt=attempt, actor=desk.verifiers[0], text="Is 1901 a round number?", now=NOW
    )
    page = client.get(address(desk, f"{claim.public_id}/")).content.decode()
    assert claim.text in page
    assert claim.from_highlight.page.title in page
    assert "2 verdicts" in page
    assert "River 003 has a story number 1 to tell." in page
    assert "River 003 has a story number 2 to tell." in page
    for person in (desk.writer, *desk.verifiers[:2]):
        assert str(person) in page
    assert "Is 1901 a round number?" in page
    assert "How it was written" in page
    for verification in claim.verifications.all():
        assert f"/verifications/{verification.public_id}/" in page


def test_next_and_previous_stay_within_the_filter(client: Client, desk: Desk) -> None:
    first, second, *_others = [each for each in claims_of(desk) if each.slot == "type_1"]
    query = "?type=type_1&sort=oldest"
    page = client.get(address(desk, f"{first.public_id}/") + query).content.decode()
    escaped = query.replace("&", "&amp;")
    assert f'rel="next"\n           href="{address(desk, f"{second.public_id}/")}{escaped}"' in page
    assert 'rel="prev"' not in page
    page = client.get(address(desk, f"{second.public_id}/") + query).content.decode()
    assert f'rel="prev"\n           href="{address(desk, f"{first.public_id}/")}{escaped}"' in page
    assert 'rel="next"' not in page


def test_claims_are_for_managers(desk: Desk, log_in: LogIn) -> None:
    claim = claims_of(desk)[0]
    researcher = User.objects.create(username="rita", name="Rita", email="rita@example.org")
    Membership.objects.create(
        campaign=desk.campaign, user=researcher, role=Role.RESEARCHER, joined_at=NOW
    )
    for person in (researcher, desk.verifier, desk.writer):
        client = log_in(person)
        assert client.get(address(desk)).status_code == 403
        assert client.get(address(desk, f"{claim.public_id}/")).status_code == 403


def test_queries_of_the_list_do_not_grow_with_claims_and_people(client: Client, desk: Desk) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(desk)).status_code == 200
        return len(queries)

    client.get(address(desk))
    before = count()
    disagree(desk)
    add_verifiers_named(desk, 20)
    assert count() == before


def add_verifiers_named(desk: Desk, number: int) -> None:
    people = [
        User.objects.create(username=f"more{n}", name=f"More {n}", email=f"more{n}@example.org")
        for n in range(number)
    ]
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
