"""The casebook: published by managers, read beside the guidelines, searched at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Precedent, Question
from campaigns.services.casebook import PrecedentText, publish_precedent
from campaigns.services.guidelines import publish_guidelines
from campaigns.services.questions import ask_question, reply_to_question
from tests.annotation.verifying_world import Desk, make_desk, take
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    desk = make_desk()
    publish_guidelines(
        campaign=desk.campaign,
        text="# Years\n\nIn full.\n\n# Names\n",
        note="x",
        actor=None,
        now=NOW,
    )
    return desk


def address(desk: Desk, rest: str) -> str:
    return f"/campaigns/{desk.campaign.public_id}/{rest}"


def answered(desk: Desk, text: str = "Does MCMXC count?") -> Question:
    question = ask_question(campaign=desk.campaign, asker=desk.verifier, text=text, now=NOW)
    reply_to_question(question=question, actor=desk.manager, text="Yes, it does.", now=NOW)
    question.refresh_from_db()
    return question


def published(desk: Desk, asked: str, clause: str = "") -> Precedent:
    text = PrecedentText(asked, "Yes, <b>always</b>.", clause)
    return publish_precedent(question=answered(desk), text=text, actor=desk.manager, now=NOW)


def test_a_manager_publishes_an_answer_and_everybody_reads_it(log_in: LogIn, desk: Desk) -> None:
    question = answered(desk)
    client = log_in(desk.manager)
    path = address(desk, f"questions/{question.public_id}/publish/")
    assert path in client.get(address(desk, "questions/")).content.decode()
    page = client.get(path).content.decode()
    assert "Does MCMXC count?" in page and "Yes, it does." in page
    given = {"asked": "Do Roman years count?", "answered": "Yes.", "clause": "Years"}
    answer = client.post(path, given)
    assert answer.headers["Location"].endswith(f"questions/#question-{question.public_id}")
    page = log_in(desk.verifier).get(address(desk, "guidelines/")).content.decode()
    assert '<a href="#clause-years" data-clause="Years">Years</a>' in page
    assert 'id="clause-years"' in page
    assert "Do Roman years count?" in page and "MCMXC" not in page
    assert desk.verifier.name not in page.partition('id="casebook"')[2].partition("<footer")[0]


@pytest.mark.parametrize(
    "wrong",
    [{"asked": " "}, {"answered": ""}, {"clause": "Nowhere"}, {"asked": "x" * 2001},
     {"answered": "a\0b"}],
)  # fmt: skip
def test_what_is_no_precedent_is_refused_and_kept_as_typed(
    log_in: LogIn, desk: Desk, wrong: dict[str, str]
) -> None:
    path = address(desk, f"questions/{answered(desk).public_id}/publish/")
    given = {"asked": "My own words", "answered": "My answer", "clause": ""}
    answer = log_in(desk.manager).post(path, given | wrong)
    assert answer.status_code == 422
    kept = "My answer" if "asked" in wrong else "My own words"
    assert kept in answer.content.decode()
    assert not Precedent.objects.exists()


def test_words_are_found_by_their_stems_in_questions_answers_and_clauses(
    log_in: LogIn, desk: Desk
) -> None:
    published(desk, "Are rivers counted twice?", "Years")
    published(desk, "Café names?", "A clause of an older version")
    client = log_in(desk.verifier)

    def found(words: str) -> list[str]:
        parts = client.get(address(desk, "guidelines/"), {"words": words}).context["casebook"]
        return [each.asked for part in parts for each in part.precedents]

    assert found("") == ["Are rivers counted twice?", "Café names?"]
    assert found("RIVER count") == ["Are rivers counted twice?"]
    assert found("cafe") == ["Café names?"]
    assert found("river cafe") == []
    assert found("x" * 5000) == []
    attempt = take(desk).attempt
    path = f"/desk/{attempt.public_id}/guidelines/"
    sheet = client.get(path).content.decode()
    assert "In full." in sheet and "Café names?" in sheet and "casebook/" not in sheet
    fragment = client.get(path, {"words": "rivers"}).content.decode()
    assert "Are rivers counted twice?" in fragment
    assert "Café names?" not in fragment and "In full." not in fragment
    assert "Yes, &lt;b&gt;always&lt;/b&gt;." in fragment


def test_a_precedent_is_edited_and_withdrawn(log_in: LogIn, desk: Desk) -> None:
    precedent = published(desk, "Are rivers counted?", "A clause of an older version")
    client = log_in(desk.manager)
    path = address(desk, f"casebook/{precedent.public_id}/")
    assert "A clause of an older version" in client.get(path).content.decode()
    refused = client.post(path, {"asked": "", "answered": "New", "clause": ""})
    assert refused.status_code == 422
    changed = {"asked": "Are they?", "answered": "No.", "clause": "Names"}
    assert client.post(path, changed).status_code == 302
    assert Precedent.objects.values_list("asked", "answered", "clause").get() == (
        "Are they?",
        "No.",
        "Names",
    )
    client.post(f"{path}withdraw/")
    assert client.get(path).status_code == 404
    assert "Are they?" not in client.get(address(desk, "guidelines/")).content.decode()
