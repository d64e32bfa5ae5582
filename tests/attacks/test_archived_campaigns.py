"""Desks that stay open while their campaign is archived: nothing more is stored through them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import (
    Appeal,
    Assignment,
    Attempt,
    ClaimReport,
    Draft,
    Gold,
    Highlight,
    Interaction,
    PhaseItem,
    Skip,
    TaskName,
)
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import phases
from annotation.services.calibration.gold import GoldDescription
from annotation.services.campaign.archiving import archive_campaign
from annotation.services.desk import stages
from annotation.services.review import adjudications
from annotation.services.verifying import reopening
from annotation.services.writing import highlights
from campaigns.models import AnnouncementReading, Question
from campaigns.selectors.announcements import unread_announcements
from campaigns.services import announcements, archiving
from tests.annotation.calibration_world import make_ground, verify_item
from tests.annotation.calibration_world import take as take_item
from tests.annotation.disagreeing import disagree
from tests.annotation.verifying_world import (
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


def gold_desk() -> tuple[Attempt, User]:
    ground = make_ground()
    made = gold_service.make_claim_gold(
        campaign=ground.campaign,
        text="A claim that nobody has answered.",
        description=GoldDescription(use=Gold.Use.PRACTICE),
        actor=ground.manager,
        now=NOW,
    )
    return gold_service.answer_gold(gold=made, actor=ground.manager, now=NOW), ground.manager


def bench_desk() -> tuple[Attempt, User]:
    desk = make_desk(protocol=verified_by(2), verifiers=5)
    claim = disagree(desk)
    attempt = adjudications.open_bench(claim=claim, adjudicator=desk.manager, now=NOW)
    return attempt, desk.manager


def verifying_desk() -> tuple[Attempt, User]:
    desk = make_desk()
    return take(desk).attempt, desk.manager


def correcting_desk() -> tuple[Attempt, User]:
    desk = make_desk()
    made = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    opened = reopening.reopen_verification(verification=made, actor=desk.verifier, now=NOW)
    return opened, desk.manager


def writing_desk() -> tuple[Attempt, User]:
    desk = make_desk()
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    return taken.attempt, desk.manager


def candidates_desk() -> tuple[Attempt, User]:
    ground = make_ground()
    return take_item(ground, TaskName.VERIFY), ground.manager


def candidates_writing_desk() -> tuple[Attempt, User]:
    ground = make_ground()
    return take_item(ground, TaskName.WRITE), ground.manager


DESKS = [
    gold_desk,
    bench_desk,
    verifying_desk,
    correcting_desk,
    writing_desk,
    candidates_desk,
    candidates_writing_desk,
]
# What the forms of the desks send; a desk takes from it what it asks for.
REASONS = {"reason": "other", "text": "x", "reasons": ["other"], "note": "x"}


def state_of(attempt: Attempt) -> dict[str, Any]:
    return {
        "attempt": Attempt.objects.filter(pk=attempt.pk).values().get(),
        "drafts": list(Draft.objects.filter(attempt=attempt).values()),
        "acts": Interaction.objects.filter(attempt=attempt).count(),
        "slots": list(Assignment.with_checks.order_by("pk").values()),
        "highlights": list(Highlight.with_gold.order_by("pk").values()),
        "skips": Skip.objects.count(),
        "reports": ClaimReport.objects.count(),
        "questions": Question.objects.count(),
    }


@pytest.mark.parametrize("make", DESKS, ids=lambda make: make.__name__)
def test_a_desk_in_an_archived_campaign_stores_nothing(
    log_in: LogIn, make: Callable[[], tuple[Attempt, User]]
) -> None:
    attempt, manager = make()
    attempt.refresh_from_db()
    thing = attempt.highlight or attempt.claim
    assert thing is not None
    archive_campaign(campaign=thing.campaign, actor=manager, now=NOW)
    before = state_of(attempt)
    client = log_in(attempt.annotator)
    draft = {"revision": 0, "body": {"claims": {}, "note": "typed"}}
    act = {"sequence": 1, "kind": "shown", "at": NOW.isoformat(), "body": {}}
    sent = {"stream": "5e0ccf2e-6d3e-4e0e-8a8a-111111111111", "acts": [act], "draft": draft}
    answer = client.post(
        f"/desk/{attempt.public_id}/sync/",
        json.dumps({**sent, "sent_at": NOW.isoformat()}),
        "application/json",
    )
    # No 410, after which the desk would throw away its copy of the text.
    assert (answer.status_code, answer.json()["error"]) == (423, "archived")
    if attempt.highlight_id is None:
        given = {"verdict": "supported", "sets": [[{"page": "River 003", "address": "sentence_1"}]]}
        for path in ("confirm/", "submit/", "bench/decide/", "bench/reject/", "leave/"):
            answer = client.post(
                f"/verify/{attempt.public_id}/{path}", json.dumps(given), "application/json"
            )
            assert answer.status_code in (400, 404, 409, 422), path
        for path in ("skip/", "report/"):
            answer = client.post(f"/verify/{attempt.public_id}/{path}", REASONS)
            assert answer.status_code == 409, path
        # Without a lease there is nothing to keep for later but the draft, which is there.
        answer = client.post(f"/verify/{attempt.public_id}/pause/")
        assert answer.status_code == (409 if attempt.assignment_id else 200)
    else:
        client.post(f"/write/{attempt.public_id}/submit/", {"type_1-text": "A typed claim."})
        assert client.post(f"/write/{attempt.public_id}/skip/", REASONS).status_code == 302
    asked = client.post(f"/desk/{attempt.public_id}/question/", {"text": "May I?"})
    assert asked.status_code == 403
    assert state_of(attempt) == before


def test_feedback_in_an_archived_campaign_is_neither_ticked_off_nor_appealed_against(
    log_in: LogIn,
) -> None:
    ground = make_ground()
    verify_item(ground)
    verify_item(ground)
    item = PhaseItem.objects.get(position=1, qualification__candidacy__task=TaskName.VERIFY)
    archive_campaign(campaign=ground.campaign, actor=ground.manager, now=NOW)
    client = log_in(ground.candidate)
    for path, sent in (("read/", {}), ("appeal/", {"text": "No."})):
        answer = client.post(f"/calibration/items/{item.public_id}/{path}", sent)
        assert answer.status_code == 403, path
    # Nor does a request that was let in just before.
    with pytest.raises(stages.CampaignArchivedError):
        phases.read_feedback(item=item, now=NOW)
    with pytest.raises(stages.CampaignArchivedError):
        phases.appeal(item=item, text="No.", now=NOW)
    item.refresh_from_db()
    assert item.read_at is None
    assert not Appeal.objects.exists()


def test_an_announcement_of_an_archived_campaign_is_not_marked_as_read(log_in: LogIn) -> None:
    desk = make_desk()
    made = announcements.announce(
        campaign=desk.campaign, text="We meet at noon.", actor=desk.manager, now=NOW
    )
    assert list(unread_announcements(desk.verifier)) == [made]
    archive_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    assert not unread_announcements(desk.verifier).exists()
    answer = log_in(desk.verifier).post(f"/announcements/{made.public_id}/read/")
    assert answer.status_code == 403
    assert not AnnouncementReading.objects.filter(person=desk.verifier).exists()


def test_a_restored_campaign_takes_what_was_typed_meanwhile(log_in: LogIn) -> None:
    attempt, manager = gold_desk()
    assert attempt.claim is not None
    campaign = attempt.claim.campaign
    archive_campaign(campaign=campaign, actor=manager, now=NOW)
    archiving.restore_campaign(campaign=campaign, actor=manager, now=NOW)
    body = {"stream": "5e0ccf2e-6d3e-4e0e-8a8a-111111111111", "acts": []}
    draft = {"revision": 0, "body": {"note": "typed"}}
    answer = log_in(manager).post(
        f"/desk/{attempt.public_id}/sync/",
        json.dumps({**body, "draft": draft, "sent_at": NOW.isoformat()}),
        "application/json",
    )
    assert answer.status_code == 200
    assert Draft.objects.get(attempt=attempt).body == {"note": "typed"}
