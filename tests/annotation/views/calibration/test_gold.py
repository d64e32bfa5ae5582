"""Managers make gold at the desks, describe it, withdraw it, and move it in files."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from annotation.models import Claim, Gold, TaskName
from campaigns.models import Campaign
from tests.annotation.calibration_world import Ground, make_ground, take

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
DESCRIBED = {"place": "verify_1", "try_number": "2", "difficulty": "special", "why": "Because."}


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def _path(ground: Ground, rest: str = "") -> str:
    return f"/campaigns/{ground.campaign.public_id}/gold/{rest}"


def test_a_claim_is_made_gold_at_the_verification_desk(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    answer = client.post(_path(ground, "claim/"), {**DESCRIBED, "text": "A new claim of gold."})
    made = Gold.objects.latest("pk")
    assert (made.phase, made.try_number, made.difficulty, made.why) == (
        "verify_1",
        2,
        "special",
        "Because.",
    )
    assert made.answer is not None
    assert answer.headers["Location"] == f"/verify/{made.answer.public_id}/"
    desk = client.get(answer.headers["Location"]).content.decode()
    assert "Gold: candidates are graded by what you submit here." in desk
    assert "No answer yet" in client.get(_path(ground)).content.decode()


def test_a_highlight_is_drawn_for_gold_and_written_from_at_the_desk(
    ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.manager)
    sent = {
        **DESCRIBED,
        "place": "practice",
        "try_number": "1",
        "source": "table",
        "title": "River 021",
        "type_1.verdict": "refuted",
        "type_2.scope": "several_pages",
        "type_3.mutation": "paraphrasing",
    }
    answer = client.post(_path(ground, "highlight/"), sent)
    made = Gold.objects.latest("pk")
    assert made.highlight is not None
    assert (made.highlight.page.title, made.highlight.addresses) == ("River 021", ["table_0"])
    assert made.prescribed["type_3"] == {"mutation": "paraphrasing"}
    assert made.answer is not None
    assert answer.headers["Location"] == f"/write/{made.answer.public_id}/"
    assert client.get(answer.headers["Location"]).status_code == 200
    # Without a title a page is drawn.
    client.post(_path(ground, "highlight/"), {**sent, "title": ""})
    assert Gold.objects.filter(task=TaskName.WRITE, use="practice").count() == 2


@pytest.mark.parametrize(
    "bad",
    [
        {"text": ""},
        {"text": "x" * 1001},
        {"place": "verify_9"},
        {"try_number": "0"},
        {"why": "x" * 2001},
        {"text": "A claim of gold called verify_1 1 0."},
    ],
)
def test_bad_gold_is_refused_and_nothing_is_stored(
    bad: dict[str, str], ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.manager)
    before = Gold.objects.count(), Claim.with_gold.count()
    sent = {**DESCRIBED, "text": "A new claim of gold.", **bad}
    answer = client.post(_path(ground, "claim/"), sent)
    assert answer.status_code == 422
    assert (Gold.objects.count(), Claim.with_gold.count()) == before


def test_gold_that_candidates_have_stays_where_it_is(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    used = Gold.objects.get(phase_items__attempt=take(ground, TaskName.VERIFY))
    path = _path(ground, f"{used.public_id}/")
    assert client.post(path, DESCRIBED).status_code == 422
    used.refresh_from_db()
    assert used.try_number == 1
    assert client.post(path, {**DESCRIBED, "try_number": "1"}).status_code == 302
    used.refresh_from_db()
    assert used.why == "Because."
    client.post(f"{path}withdraw/")
    used.refresh_from_db()
    assert used.withdrawn_by == ground.manager


def test_gold_is_exported_and_imported(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    answer = client.get(_path(ground, "export/"))
    exported = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert exported.count(b"\n") == 8
    sent = {"file": SimpleUploadedFile("gold.jsonl", exported)}
    answer = client.post(_path(ground, "import/"), sent)
    assert answer.status_code == 422
    assert "Line 1: This is gold already" in answer.content.decode()
    sent = {"file": SimpleUploadedFile("gold.jsonl", b"no json")}
    assert client.post(_path(ground, "import/"), sent).status_code == 422
    assert client.post(_path(ground, "import/")).status_code == 422
    assert Gold.objects.count() == 8


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_gold_is_imported_into_open_campaigns_only(
    ground: Ground, log_in: LogIn, state: str
) -> None:
    client = log_in(ground.manager)
    answer = client.get(_path(ground, "export/"))
    exported = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    line = next(line for line in exported.splitlines() if b'"claim":"' in line)
    sent = SimpleUploadedFile("gold.jsonl", line.replace(b'"claim":"', b'"claim":"Another: '))
    Campaign.objects.filter(pk=ground.campaign.pk).update(state=state)
    answer = client.post(_path(ground, "import/"), {"file": sent})
    assert answer.status_code == 422
    assert "Open the campaign first." in answer.content.decode()
    assert Gold.objects.count() == 8
