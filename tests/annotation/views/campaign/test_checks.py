"""The page of checks: silent gold, experts, and what managers are told."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Attempt, Claim
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verify,
)
from tests.annotation.world import make_annotators
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


def page(desk: Desk, log_in: LogIn, query: str = "") -> str:
    answer = log_in(desk.manager).get(f"/campaigns/{desk.campaign.public_id}/checks/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_managers_see_each_persons_agreement_over_time(log_in: LogIn) -> None:
    desk = make_desk(highlights_written=3, verifiers=2, protocol=mixed(experts=Fraction(1)))
    make_silent(desk, 2)
    expert = make_annotators(desk.campaign, 1, "Expert", verifies_claims=True, is_expert=True)[0]
    wrong = judgement([element("sentence_1")], verdict="refuted", answer="yes")
    given = [judgement(), wrong]
    while given:
        attempt = take(desk).attempt
        is_silent = attempt.purpose == Attempt.Purpose.SILENT
        submit_confirmed(
            attempt=attempt, judgement=given.pop(0) if is_silent else judgement(), now=NOW
        )
    verify(desk)
    verify(desk, expert)
    html = page(desk, log_in)
    assert "50% of what each person verifies is silent gold; there are 2 items of it." in html
    assert "Everybody: 1 of 2 verdicts are those of the gold" in html
    assert "50% (1/2)" in html
    assert "1 person has had all silent gold and gets no more of it." in html
    assert "100% of the claims go to an expert, too: 1 are done" in html
    assert "100% (1/1)" in html
    chosen = page(desk, log_in, f"?person={desk.verifier.public_id}")
    assert f"{desk.verifier}: 1 of 2 verdicts are those of the gold" in chosen
    assert "Everybody: 1 of 2" in page(desk, log_in, "?person=nobody")
    # One person had two items, the other none: what was not measured is not "none found".
    assert html.count("none found") == 1
    assert html.count("too few items") == 1


def test_managers_see_claims_that_have_the_words_of_gold(log_in: LogIn) -> None:
    desk = make_desk(highlights_written=1, verifiers=2, protocol=mixed())
    claim = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    assert "Claims with the words of silent gold" not in page(desk, log_in)
    make_silent(desk, 1, text=claim.text)
    html = page(desk, log_in)
    assert "Claims with the words of silent gold" in html
    assert claim.text in html
    assert "0 of 2" in html


def test_managers_are_told_what_is_missing(log_in: LogIn) -> None:
    desk = make_desk(protocol=mixed(experts=Fraction(1, 100)))
    html = page(desk, log_in)
    assert "There is no silent gold, so nobody gets any." in html
    assert "The campaign has no expert, so nobody verifies these claims." in html


def test_a_campaign_without_checks_says_where_to_set_them(log_in: LogIn) -> None:
    desk = make_desk()
    html = page(desk, log_in)
    assert "No silent gold is mixed into the work." in html
    assert "No claims go to experts." in html
    assert "notice--warning" not in html


def test_annotators_do_not_see_it(log_in: LogIn) -> None:
    desk = make_desk()
    answer = log_in(desk.verifier).get(f"/campaigns/{desk.campaign.public_id}/checks/")
    assert answer.status_code in (403, 404)
