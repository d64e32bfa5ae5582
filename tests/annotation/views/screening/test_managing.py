"""Managers turn screening on, write questions and choose paragraphs."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import ScreeningParagraph, ScreeningQuestion
from annotation.services.calibration.line_imports import MOST_BYTES
from campaigns.models import Campaign
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, begin, turn_on

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def _path(ground: Ground) -> str:
    return f"/campaigns/{ground.campaign.public_id}/screening/"


def test_screening_is_turned_on_when_there_is_enough(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    add_material(ground, questions=3, paragraphs=0)
    refused = client.post(f"{_path(ground)}switch/", {"on": "1"})
    assert refused.status_code == 422
    assert "Write: 2 more questions, a paragraph." in refused.content.decode()
    ScreeningQuestion.objects.all().delete()
    add_material(ground)
    assert client.post(f"{_path(ground)}switch/", {"on": "1"}).status_code == 302
    page = client.get(_path(ground)).content.decode()
    assert "5 questions, 70% right to pass" in page
    assert "5 questions, 80% right to pass" in page
    assert client.post(f"{_path(ground)}switch/", {"on": "0"}).status_code == 302
    assert not Campaign.objects.get(pk=ground.campaign.pk).requires_screening


def test_questions_are_written_changed_and_withdrawn(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    sent = {"text": "Which?", "options": "This\n\nThat\n", "right": "2"}
    assert client.post(f"{_path(ground)}questions/", sent).status_code == 302
    question = ScreeningQuestion.objects.get()
    assert (question.options, question.right_answer) == (["This", "That"], "That")
    edit = f"{_path(ground)}questions/{question.public_id}/"
    assert "This\nThat</textarea>" in client.get(edit).content.decode()
    assert client.post(edit, sent | {"right": "3"}).status_code == 422
    assert client.post(edit, sent | {"right": "1"}).status_code == 302
    question.refresh_from_db()
    assert question.right_answer == "This"
    assert client.post(f"{edit}withdraw/").status_code == 302
    question.refresh_from_db()
    assert question.withdrawn_at is not None
    assert client.post(edit, sent).status_code == 422


@pytest.mark.parametrize(
    "change",
    [{"text": ""}, {"options": "One"}, {"right": "0"}, {"right": "x"}, {"options": "a\nA"}],
)
def test_bad_questions_are_refused(change: dict[str, str], ground: Ground, log_in: LogIn) -> None:
    sent = {"text": "Which?", "options": "This\nThat", "right": "2"} | change
    response = log_in(ground.manager).post(f"{_path(ground)}questions/", sent)
    assert response.status_code == 422
    assert not ScreeningQuestion.objects.exists()


def test_a_paragraph_is_typed_or_taken_from_a_page(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    new = f"{_path(ground)}paragraphs/"
    assert client.post(new, {"text": "A paragraph\nof mine."}).status_code == 302
    offered = client.get(_path(ground), {"page": "River 001"}).content.decode()
    assert "Use this paragraph" in offered
    missing = client.get(_path(ground), {"page": "No such page"}).content.decode()
    assert "There is no such page in the corpus." in missing
    assert client.post(new, {"text": "From the page.", "title": "River 001"}).status_code == 302
    assert client.post(new, {"text": "From the page.", "title": "River 001"}).status_code == 422
    rows = ScreeningParagraph.objects.order_by("position").values_list("text", "title")
    assert list(rows) == [("A paragraph of mine.", ""), ("From the page.", "River 001")]


def test_material_is_exported_and_imported(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    add_material(ground, questions=1, paragraphs=0)
    lines = client.get(f"{_path(ground)}export/").getvalue()
    assert json.loads(lines)["kind"] == "question"
    refused = client.post(f"{_path(ground)}import/", {"file": BytesIO(lines)})
    assert refused.status_code == 422
    assert "Line 1: This is there already. Nothing was imported." in refused.content.decode()
    other = lines.replace(b"Question 0", b"Question 1")
    assert client.post(f"{_path(ground)}import/", {"file": BytesIO(other)}).status_code == 302
    assert ScreeningQuestion.objects.count() == 2
    assert client.post(f"{_path(ground)}import/").status_code == 422


def test_a_file_that_is_too_large_is_refused_with_the_limits(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    large = BytesIO(b" " * (MOST_BYTES + 1))
    refused = client.post(f"{_path(ground)}import/", {"file": large})
    assert refused.status_code == 422
    said = "The file is too large: at most 2,000 lines and 2.5 MB. Divide it."
    assert said in refused.content.decode()


def test_managers_see_who_is_at_screening(ground: Ground, log_in: LogIn) -> None:
    add_material(ground)
    turn_on(ground)
    begin(ground)
    client = log_in(ground.manager)
    page = client.get(_path(ground)).content.decode()
    assert "0 of 5 answered" in page
    page = client.get(f"/campaigns/{ground.campaign.public_id}/calibration/").content.decode()
    assert "screening, language questions: 0 of 5" in page
