"""Objections: found by a job, kept with what a manager said, reviewed once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.models import Claim, Verification
from assist.selectors.loaded import NoModelError
from campaigns.models import Campaign
from campaigns.selectors.protocols import NoDesignError
from core.models import AuditEntry
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from quality.models import Objection, ObjectionSearch
from quality.selectors.machine_verdicts import DecidingTable, MachineVerdict
from quality.services import objections
from tests.annotation.disagreeing import add_manager
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.quality.objections_world import FakeVerifier, job_of, make_objection, search_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Return a campaign in which three claims are verified as supported."""
    made = make_desk(protocol=verified_by(1))
    for _ in range(3):
        verify(made)
    return made


@pytest.fixture
def verifier(monkeypatch: pytest.MonkeyPatch) -> FakeVerifier:
    return FakeVerifier(monkeypatch)


def texts(desk: Desk) -> list[str]:
    return list(
        Claim.objects.filter(campaign=desk.campaign).order_by("pk").values_list("text", flat=True)
    )


def review(objection: Objection, desk: Desk, answer: str = "verifier") -> Objection:
    return objections.review_objection(
        objection=objection,
        review=answer,
        seen=objection.state,
        by=desk.manager,
        now=timezone.now(),
    )


def test_only_sure_verdicts_that_differ_are_objections(desk: Desk, verifier: FakeVerifier) -> None:
    first, second, third = texts(desk)
    table = DecidingTable("River 003", "table_0", "The length is not 5.")
    verifier.verdicts = {
        first: MachineVerdict("refuted", 0.93, table),
        second: MachineVerdict("supported", 0.99),
        third: MachineVerdict("refuted", 0.79),
    }
    search = search_for(desk)
    assert job_of(search).state == JobState.SUCCEEDED
    assert (search.checked, search.model_number) == (3, 3)
    [found] = Objection.objects.all()
    assert (found.claim.text, found.verdict, found.probability) == (first, "refuted", 0.93)
    assert (found.english, found.page, found.table) == (
        "The length is not 5.",
        "River 003",
        "table_0",
    )
    assert (found.model_number, found.search, found.review) == (3, search, "")
    assert found.version.verdict == "supported"


def test_verdicts_that_the_design_does_not_have_are_left_out(
    desk: Desk, verifier: FakeVerifier
) -> None:
    verifier.verdicts = {texts(desk)[0]: MachineVerdict("half_true", 0.99)}
    search_for(desk)
    assert not Objection.objects.exists()


def test_another_search_updates_and_keeps_reviews(desk: Desk, verifier: FakeVerifier) -> None:
    first, second, third = texts(desk)
    verifier.verdicts = dict.fromkeys((first, second, third), MachineVerdict("refuted", 0.9))
    search_for(desk)
    for text in (first, second):
        review(Objection.objects.get(claim__text=text), desk)
    verifier.number = 4
    verifier.verdicts = {
        first: MachineVerdict("refuted", 0.95),
        second: MachineVerdict("not_enough_information", 0.9),
    }
    search_for(desk)
    kept, changed = Objection.objects.order_by("claim")
    assert (kept.review, kept.probability, kept.model_number) == ("verifier", 0.95, 4)
    # It is another objection now, and the third is none any more.
    assert (changed.review, changed.reviewed_by, changed.verdict) == (
        "",
        None,
        "not_enough_information",
    )
    verifier.verdicts = {}
    search_for(desk)
    assert list(Objection.objects.all()) == [kept]


def test_objections_to_claims_that_no_longer_count_go(desk: Desk, verifier: FakeVerifier) -> None:
    verifier.verdicts = dict.fromkeys(texts(desk), MachineVerdict("refuted", 0.9))
    search_for(desk)
    gone = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    Verification.objects.filter(claim=gone).update(void_since=timezone.now())
    search_for(desk)
    assert Objection.objects.count() == 2
    assert not Objection.objects.filter(claim=gone).exists()


def test_a_new_attempt_goes_on_after_the_last_step(
    desk: Desk, verifier: FakeVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objections, "_CLAIMS_A_STEP", 1)
    first = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    search = objections.request_search(campaign=desk.campaign, by=desk.manager, now=timezone.now())
    Job.objects.filter(pk=job_of(search).pk).update(checkpoint={"after": first.pk})
    assert run_job(job_of(search).pk, worker="test")
    assert verifier.asked == texts(desk)[1:]
    assert job_of(search).checkpoint["after"] == Claim.objects.order_by("-pk")[0].pk


def test_one_search_at_a_time_and_none_in_what_is_closed(desk: Desk) -> None:
    now = timezone.now()
    search = objections.request_search(campaign=desk.campaign, by=desk.manager, now=now)
    with pytest.raises(objections.BeingSearchedError):
        objections.request_search(campaign=desk.campaign, by=desk.manager, now=now)
    objections.cancel_search(search=search, by=desk.manager, now=now)
    assert job_of(search).state == JobState.CANCELLED
    with pytest.raises(jobs.AlreadyFinishedError):
        objections.cancel_search(search=ObjectionSearch(), by=desk.manager, now=now)
    Campaign.objects.filter(pk=desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN
    )
    with pytest.raises(objections.NotSearchableError):
        objections.request_search(campaign=desk.campaign, by=desk.manager, now=now)
    Campaign.objects.filter(pk=desk.campaign.pk).update(
        protocol=None, state=Campaign.State.DRAFT, archived_from=""
    )
    with pytest.raises(NoDesignError):
        objections.request_search(campaign=desk.campaign, by=desk.manager, now=now)
    assert ObjectionSearch.objects.count() == 1


def test_a_cancelled_search_keeps_what_it_found(
    desk: Desk, verifier: FakeVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objections, "_CLAIMS_A_STEP", 1)
    monkeypatch.setattr("jobs.runs.PROGRESS_EVERY", timedelta(0))
    verifier.verdicts = dict.fromkeys(texts(desk), MachineVerdict("refuted", 0.9))
    judge = verifier._judge

    def judge_and_cancel(corpus: object, claim: str, model: object) -> MachineVerdict | None:
        if len(verifier.asked) == 1:
            Job.objects.update(cancel_requested_at=timezone.now())
        return judge(corpus, claim, model)

    monkeypatch.setattr("quality.selectors.machine_verdicts.judge_claim", judge_and_cancel)
    search = search_for(desk)
    assert job_of(search).state == JobState.CANCELLED
    assert (search.finished_at, search.checked, Objection.objects.count()) == (None, 1, 1)


def test_without_a_model_the_job_says_why(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise NoModelError("none")

    monkeypatch.setattr("assist.selectors.loaded.verifier_in_use", refuse)
    search = search_for(desk)
    assert job_of(search).error == "The verifier has not been trained yet."
    assert search.finished_at is None


def test_a_review_is_stored_with_who_and_when_and_can_be_changed(desk: Desk) -> None:
    made = review(make_objection(desk), desk)
    assert (made.review, made.reviewed_by) == ("verifier", desk.manager)
    assert made.reviewed_at is not None
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.details) == ("objection.reviewed", {"review": "verifier"})
    assert review(made, desk, "unclear").review == "unclear"


def test_two_managers_do_not_overwrite_each_other(desk: Desk) -> None:
    shown = make_objection(desk)
    seen = shown.state
    review(shown, desk)
    with pytest.raises(objections.ObjectionChangedError):
        objections.review_objection(
            objection=shown,
            review="annotators",
            seen=seen,
            by=add_manager(desk),
            now=timezone.now(),
        )
    assert Objection.objects.get().review == "verifier"
    Objection.objects.all().delete()
    with pytest.raises(objections.ObjectionChangedError):
        review(shown, desk)


def test_unknown_answers_and_own_claims_are_refused(desk: Desk) -> None:
    shown = make_objection(desk)
    with pytest.raises(objections.UnknownReviewError):
        review(shown, desk, "nobody")
    with pytest.raises(objections.OwnObjectionError):
        objections.review_objection(
            objection=shown,
            review="annotators",
            seen=shown.state,
            by=desk.writer,
            now=timezone.now(),
        )
    assert Objection.objects.get().review == ""
    assert not AuditEntry.objects.filter(action="objection.reviewed").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"probability": 1.2},
        {"verdict": ""},
        {"english": "A program without its table."},
        {"review": "verifier"},
    ],
)
def test_the_database_refuses_what_makes_no_sense(desk: Desk, changes: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_objection(desk, **changes)
