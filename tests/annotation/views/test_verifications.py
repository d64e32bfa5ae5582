"""Lists and pages of verifications: one's own history, a manager's view, reports."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Claim, ClaimReport, ClaimVersion, Draft, Verification
from annotation.rules.logs.acts import DeskAct
from annotation.services.logs import interactions
from annotation.services.review import claim_reports
from annotation.services.verifying import queue
from tests.annotation.verifying_world import (
    PAGE,
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
)
from tests.wiki.pages import make_corpus, make_page

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def take(desk: Desk) -> Attempt:
    return queue.take_claim(
        campaign=desk.campaign, annotator=desk.verifier, now=timezone.now()
    ).attempt


def verify(desk: Desk, **changes: Any) -> Verification:
    return submit_confirmed(attempt=take(desk), judgement=judgement(**changes), now=timezone.now())


def report(desk: Desk, *reasons: str, note: str = "") -> ClaimReport:
    return claim_reports.report_claim(
        attempt=take(desk), reasons=reasons, note=note, now=timezone.now()
    )


def address(desk: Desk, rest: str) -> str:
    return f"/campaigns/{desk.campaign.public_id}/{rest}"


def text_of(client: Client, at: str, **query: str) -> str:
    response = client.get(at, query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


# --- one's own ------------------------------------------------------------------------------------


def test_ones_own_history_holds_all_that_was_done(desk: Desk, log_in: LogIn) -> None:
    done = verify(desk)
    reported = report(desk, "ambiguous")
    queue.skip_claim(attempt=take(desk), reason="too_hard", now=timezone.now())
    page = text_of(log_in(desk.verifier), address(desk, "verifications/mine/"))
    assert done.claim.text in page
    assert reported.claim.text in page
    for said in ("Supported", "Ambiguous", "Waiting for a decision", "I cannot decide this one"):
        assert said in page
    # The time left to correct it.
    assert page.count("left to correct it") == 1
    others = text_of(log_in(desk.verifiers[1]), address(desk, "verifications/mine/"))
    assert others.count("own-list__claim") == 0


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 2),
        ({"verdict": "supported"}, 1),
        ({"verdict": "refuted"}, 0),
        ({"outcome": "reported"}, 1),
        ({"outcome": "nonsense"}, 2),
        ({"words": "no such words"}, 0),
        ({"words": "River"}, 2),
        ({"since": "2100-01-01"}, 0),
        ({"until": "2000-01-01"}, 0),
        ({"since": "2000-01-01", "until": "2100-01-01"}, 2),
        ({"since": "31st of May", "page": "x"}, 2),
        ({"since": "2024-13-45"}, 2),
    ],
)
def test_ones_own_history_is_filtered(
    desk: Desk, log_in: LogIn, query: dict[str, str], count: int
) -> None:
    verify(desk)
    report(desk, "ambiguous")
    page = text_of(log_in(desk.verifier), address(desk, "verifications/mine/"), **query)
    assert page.count("own-list__claim") == count


def test_opening_again_brings_back_what_was_submitted(desk: Desk, log_in: LogIn) -> None:
    done = verify(desk, sets=[[element("sentence_2")]], note="seen")
    Draft.objects.create(attempt=done.attempt, body={"sets": [[]]}, saved_at=timezone.now())
    client = log_in(desk.verifier)
    response = client.post(f"/verifications/{done.public_id}/reopen/")
    assert response.headers["Location"] == f"/verify/{done.attempt.public_id}/"
    body = Draft.objects.get().body
    assert body["sets"] == [[{"page": PAGE, "address": "sentence_2"}], [], []]
    assert (body["verdict"], body["note"]) == ("supported", "seen")
    assert Attempt.objects.get(pk=done.attempt_id).outcome == "open"
    client.post(f"/verify/{done.attempt.public_id}/leave/")
    assert Attempt.objects.get(pk=done.attempt_id).outcome == "submitted"
    assert done.versions.count() == 1


def test_after_a_day_it_stays_as_it_is(desk: Desk, log_in: LogIn) -> None:
    done = verify(desk)
    Verification.objects.update(submitted_at=timezone.now() - timedelta(hours=25))
    client = log_in(desk.verifier)
    client.post(f"/verifications/{done.public_id}/reopen/")
    assert Attempt.objects.get(pk=done.attempt_id).outcome == "submitted"
    page = text_of(client, f"/verifications/{done.public_id}/")
    assert "It can no longer be corrected." in page


def test_nobody_opens_somebody_elses_again(desk: Desk, log_in: LogIn) -> None:
    done = verify(desk)
    for person in (desk.verifiers[1], desk.writer, desk.manager):
        at = f"/verifications/{done.public_id}/reopen/"
        assert log_in(person).post(at).status_code == 404
    assert Attempt.objects.get(pk=done.attempt_id).outcome == "submitted"


# --- a manager's ----------------------------------------------------------------------------------


def test_a_manager_reads_a_verification_with_its_log(desk: Desk, log_in: LogIn) -> None:
    attempt = take(desk)
    began = timezone.now()
    acts: list[tuple[str, dict[str, Any]]] = [
        ("searched", {"query": "longest river"}),
        ("results_shown", {"query": "longest river", "first": 1, "results": [PAGE, "River 1"]}),
        ("page_opened", {"title": PAGE}),
        (
            "element_selected",
            {"page": PAGE, "address": "cell_0_2_1", "set": 2, "way": "click"},
        ),
        ("verdict_chosen", {"verdict": "refuted"}),
        (
            "minimality_answered",
            {"page": PAGE, "address": "cell_0_2_0", "set": 2, "enough": False},
        ),
        ("heartbeat", {}),
    ]
    interactions.record_interactions(
        attempt=attempt,
        stream=uuid.uuid4(),
        acts=[
            DeskAct(number, kind, began + timedelta(seconds=65 * number), body)
            for number, (kind, body) in enumerate(acts, start=1)
        ],
        now=began + timedelta(seconds=460),
    )
    given = judgement([element("cell_0_2_1")], verdict="refuted", answer="yes")
    done = submit_confirmed(attempt=attempt, judgement=given, now=began + timedelta(seconds=461))
    page = text_of(log_in(desk.manager), f"/verifications/{done.public_id}/")
    steps = re.findall(r'timeline__time">([^<]*)</span>', page)
    assert steps == ["0:00", "0:00", "1:05", "2:10", "3:15", "4:20", "5:25", "6:30"]
    assert f"Needed: Bridge 1 of {PAGE}" in page
    for told in ("longest river", f"{PAGE}; River 1", "1901", f"{PAGE} › Year", desk.verifier.name):
        assert told in page
    # Once as the evidence's text, and once in the time line.
    assert page.count("#cell_0_2_1") == 2
    mine = text_of(log_in(desk.verifier), f"/verifications/{done.public_id}/")
    assert "timeline" not in mine.replace('id="timeline', "")


def test_evidence_leads_to_its_place_in_the_page_that_was_read(desk: Desk, log_in: LogIn) -> None:
    # Another corpus has a page of that title, too.
    make_page(PAGE, "Nothing stands here.", corpus=make_corpus("Newer"))
    chosen = ["sentence_1", "cell_0_2_1", "header_cell_0_0_1"]
    done = verify(desk, sets=[[element(one) for one in chosen]])
    client = log_in(desk.verifier)
    page = client.get(f"/verifications/{done.public_id}/").content.decode()
    assert desk.campaign.corpus is not None
    read = f"/wiki/River_003?corpus={desk.campaign.corpus.public_id}"
    for place in chosen:
        (text,) = re.findall(rf'<a href="{re.escape(read)}#{place}"[^>]*>([^<]*)</a>', page)
        assert re.search(rf'id="{place}"[^>]*>{re.escape(text)}', client.get(read).content.decode())


def test_verifications_are_nobody_elses_business(desk: Desk, log_in: LogIn) -> None:
    done = verify(desk)
    for person in (desk.writer, desk.verifiers[1]):
        client = log_in(person)
        assert client.get(f"/verifications/{done.public_id}/").status_code == 404
        assert client.get(address(desk, "verifications/")).status_code == 403
    assert done.claim.text in text_of(log_in(desk.manager), address(desk, "verifications/"))


# --- reports --------------------------------------------------------------------------------------


def test_reports_wait_with_their_reasons(desk: Desk, log_in: LogIn) -> None:
    filed = report(desk, "other", "ambiguous", note="Which bridge?")
    queue.skip_claim(attempt=take(desk), reason="other", text="Too close.", now=timezone.now())
    page = text_of(log_in(desk.manager), address(desk, "reports/"))
    assert filed.claim.text in page
    for said in ("Ambiguous", "Other", "Which bridge?", desk.verifier.name):
        assert said in page
    assert "Too close." in text_of(log_in(desk.manager), address(desk, "work/skips/"))


def test_managers_are_told_that_reports_wait(desk: Desk, log_in: LogIn) -> None:
    client = log_in(desk.manager)
    counted = '<span class="tabs__count"> 1 <span class="visually-hidden">waiting</span> </span>'
    assert counted not in text_of(client, address(desk, ""))
    report(desk, "ambiguous")
    assert counted in text_of(client, address(desk, ""))
    home = text_of(client, "/")
    assert f'<a href="{address(desk, "reports/")}">1 claim is reported</a>' in home


def test_a_confirmed_report_withdraws_the_claim(desk: Desk, log_in: LogIn) -> None:
    filed = report(desk, "offensive")
    client = log_in(desk.manager)
    client.post(address(desk, f"reports/{filed.public_id}/confirm/"))
    assert Claim.objects.get(pk=filed.claim_id).state == "withdrawn"
    assert ClaimReport.objects.get().state == "confirmed"
    response = client.post(address(desk, f"reports/{filed.public_id}/dismiss/"), follow=True)
    assert "Somebody has already decided on this report." in response.content.decode()
    assert ClaimReport.objects.get().state == "confirmed"


def test_a_dismissed_report_returns_the_claim(desk: Desk, log_in: LogIn) -> None:
    filed = report(desk, "ambiguous")
    log_in(desk.manager).post(address(desk, f"reports/{filed.public_id}/dismiss/"))
    assert Claim.objects.get(pk=filed.claim_id).state == "live"
    assert ClaimReport.objects.get().state == "dismissed"
    assert "No claims are reported." in text_of(log_in(desk.manager), address(desk, "reports/"))


def test_an_edited_claim_returns_as_another_version(desk: Desk, log_in: LogIn) -> None:
    filed = report(desk, "ungrammatical")
    client = log_in(desk.manager)
    at = address(desk, f"reports/{filed.public_id}/edit/")
    for bad in ("", " ", filed.claim.text, "x" * 1001):
        response = client.post(at, {"text": bad})
        assert response.status_code == 422
        assert "This text cannot be the claim" in response.content.decode()
        assert ClaimVersion.objects.filter(claim=filed.claim).count() == 1
    client.post(at, {"text": "A better claim stands here now."})
    assert Claim.objects.get(pk=filed.claim_id).text == "A better claim stands here now."
    versions = ClaimVersion.objects.filter(claim=filed.claim).order_by("number")
    assert [version.number for version in versions] == [1, 2]
    assert ClaimReport.objects.get().state == "edited"


def test_only_managers_decide_reports(desk: Desk, log_in: LogIn) -> None:
    filed = report(desk, "ambiguous")
    for person in (desk.verifier, desk.writer):
        for act in ("confirm", "edit", "dismiss"):
            at = address(desk, f"reports/{filed.public_id}/{act}/")
            assert log_in(person).post(at, {"text": "Other words."}).status_code == 403
    assert ClaimReport.objects.get().state == "open"


def test_home_counts_the_claims_that_wait(desk: Desk, log_in: LogIn) -> None:
    assert "3 waiting for you" in text_of(log_in(desk.verifier), "/")
    take(desk)
    assert "one in progress" in text_of(log_in(desk.verifier), "/")
    assert "2 waiting for you" in text_of(log_in(desk.verifiers[1]), "/")
