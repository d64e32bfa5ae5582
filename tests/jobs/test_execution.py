"""The run of a job, and its writes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from msgspec import Struct

from core import request_context
from jobs import kinds
from jobs.execution import run_job
from jobs.models import Job, SelfTestStep
from jobs.runs import JobRun
from jobs.services import jobs
from jobs.services.jobs import JobLost
from tests.jobs.conftest import MakeJob, MakeKind
from tests.people import NOW

pytestmark = pytest.mark.django_db


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> datetime:
        return self.time

    def move(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class Parameters(Struct):
    """The parameters of the test's job kind."""

    number: int
    name: str = ""


@pytest.fixture
def clock() -> Clock:
    return Clock()


def run(job: Job, clock: Clock) -> Job:
    assert run_job(job.pk, worker="w1", clock=clock)
    job.refresh_from_db()
    return job


def claimed_run(job: Job, clock: Clock) -> JobRun[Any]:
    claimed = jobs.claim_job(job_id=job.pk, worker="w1", now=clock())
    assert claimed is not None
    return JobRun(claimed, clock=clock)


def written(job: Job) -> list[int]:
    steps = SelfTestStep.objects.filter(job=job).order_by("id")
    return list(steps.values_list("number", flat=True))


def test_a_job_that_succeeded_is_done_whole(make_kind: MakeKind, make_job: MakeJob) -> None:
    def handler(run: JobRun[Any]) -> None:
        run.progress(0, 15, "Scoring")

    job = make_job(kind=make_kind(handler), parameters={})
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.progress_done, job.progress_total) == ("succeeded", 15, 15)


def test_self_test_writes_each_step_once(make_job: MakeJob, clock: Clock) -> None:
    job = run(make_job(), clock)
    assert (job.state, job.result) == ("succeeded", {"steps": 3, "distinct": 3})
    assert (job.progress_done, job.progress_total) == (3, 3)
    assert job.progress_note == "Step 3 of 3"
    assert written(job) == [1, 2, 3]


def test_second_ring_finds_nothing_to_do(make_job: MakeJob, clock: Clock) -> None:
    job = run(make_job(), clock)
    assert run_job(job.pk, worker="w2", clock=clock) is False
    assert written(job) == [1, 2, 3]


def test_run_goes_on_after_the_last_step_of_the_one_before(make_job: MakeJob, clock: Clock) -> None:
    job = make_job()
    first = claimed_run(job, clock)
    with first.step() as checkpoint:
        SelfTestStep.objects.create(job=job, number=1, attempt=1, written_at=NOW)
        checkpoint["steps"] = 1
    clock.move(3600)
    jobs.requeue_stale_jobs(now=clock())
    job = run(job, clock)
    assert (job.state, job.attempt, job.retry_reason) == ("succeeded", 2, "The worker stopped.")
    assert list(
        SelfTestStep.objects.filter(job=job).order_by("id").values_list("number", "attempt")
    ) == [(1, 1), (2, 2), (3, 2)]


def test_step_that_fails_writes_neither_work_nor_checkpoint(
    make_job: MakeJob, clock: Clock
) -> None:
    job = make_job()
    attempt = claimed_run(job, clock)

    def fail_in_a_step() -> None:
        with attempt.step() as checkpoint:
            SelfTestStep.objects.create(job=job, number=1, attempt=1, written_at=NOW)
            checkpoint["steps"] = 1
            attempt.progress(1, 3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_a_step()
    job.refresh_from_db()
    assert (job.checkpoint, job.progress_done, attempt.checkpoint) == ({}, 0, {})
    assert written(job) == []


@pytest.mark.postgres
def test_superseded_step_is_refused_before_it_writes(make_job: MakeJob, clock: Clock) -> None:
    job = make_job()
    old = claimed_run(job, clock)
    clock.move(3600)
    jobs.requeue_stale_jobs(now=clock())
    new = claimed_run(job, clock)
    with pytest.raises(JobLost), old.step():
        SelfTestStep.objects.create(job=job, number=1, attempt=1, written_at=NOW)
    assert written(job) == []
    with new.step() as checkpoint:
        checkpoint["steps"] = 1
    job.refresh_from_db()
    assert (job.attempt, job.checkpoint) == (2, {"steps": 1})


def test_run_that_lost_its_job_says_nothing_about_it(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def lose(run: JobRun[Any]) -> None:
        Job.objects.filter(pk=run.job_id).update(attempt=2)
        raise ValueError("too late")

    job = run(make_job(kind=make_kind(lose)), clock)
    assert (job.state, job.attempt, job.error_detail) == ("running", 2, "")


@pytest.mark.django_db(transaction=True)
def test_step_inside_another_transaction_is_refused(make_job: MakeJob, clock: Clock) -> None:
    attempt = claimed_run(make_job(), clock)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), attempt.step():
        pass


def test_progress_is_written_at_most_twice_a_second(
    make_job: MakeJob, clock: Clock, django_assert_num_queries: Any
) -> None:
    job = make_job()
    attempt = claimed_run(job, clock)
    with django_assert_num_queries(1):
        for done in range(1, 101):
            attempt.progress(done, 1000)
            clock.move(0.004)
    job.refresh_from_db()
    assert job.progress_done == 1
    clock.move(0.5)
    attempt.progress(101, 1000, "Pages")
    job.refresh_from_db()
    assert (job.progress_done, job.progress_total, job.progress_note) == (101, 1000, "Pages")
    assert job.progressed_at == clock()


def test_last_progress_is_written_when_the_handler_ends(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def count(run: JobRun[Any]) -> None:
        for done in range(1, 8):
            run.progress(done)

    job = run(make_job(kind=make_kind(count)), clock)
    assert (job.state, job.progress_done) == ("succeeded", 7)


def test_progress_beyond_the_total_is_cut(make_job: MakeJob, clock: Clock) -> None:
    job = make_job()
    claimed_run(job, clock).progress(12, 10)
    job.refresh_from_db()
    assert (job.progress_done, job.progress_total) == (10, 10)


def test_cancelled_run_stops_at_its_next_step(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def cancelled_on_the_way(run: JobRun[Any]) -> None:
        with run.step() as checkpoint:
            checkpoint["steps"] = 1
        jobs.cancel_job(job=Job.objects.get(pk=run.job_id), by=None, now=run.now())
        with run.step() as checkpoint:
            checkpoint["steps"] = 2

    job = run(make_job(kind=make_kind(cancelled_on_the_way)), clock)
    assert (job.state, job.checkpoint, job.error) == ("cancelled", {"steps": 1}, "")


def test_cancelled_run_without_steps_stops_when_it_asks(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def long_reading(run: JobRun[Any]) -> dict[str, Any]:
        run.stop_if_cancelled()
        jobs.cancel_job(job=Job.objects.get(pk=run.job_id), by=None, now=run.now())
        run.stop_if_cancelled()  # too soon to look again
        clock.move(0.6)
        run.stop_if_cancelled()
        return {"never": "reached"}

    job = run(make_job(kind=make_kind(long_reading)), clock)
    assert (job.state, job.result) == ("cancelled", None)


def test_a_run_that_reports_progress_all_the_time_hears_that_it_is_cancelled(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    looks = []

    def long_reading(run: JobRun[Any]) -> dict[str, Any]:
        jobs.cancel_job(job=Job.objects.get(pk=run.job_id), by=None, now=run.now())
        for number in range(10):
            clock.move(0.6)
            run.progress(number, 10)
            looks.append(number)
            run.stop_if_cancelled()
        return {"never": "reached"}

    job = run(make_job(kind=make_kind(long_reading)), clock)
    assert (job.state, job.result, looks) == ("cancelled", None, [0])


def test_run_of_a_leaving_worker_gives_its_job_back(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def asked_to_leave(run: JobRun[Any]) -> None:
        Job.objects.filter(pk=run.job_id).update(hand_back=True)
        with run.step():
            raise AssertionError("the step must not begin")

    job = run(make_job(kind=make_kind(asked_to_leave)), clock)
    assert (job.state, job.attempt, job.attempts_allowed) == ("queued", 1, 4)


def test_handlers_own_reason_is_shown_as_it_is(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def give_up(run: JobRun[Any]) -> None:
        raise kinds.JobError("The dump is empty.")

    job = run(make_job(kind=make_kind(give_up)), clock)
    assert (job.state, job.attempt, job.error) == ("failed", 1, "The dump is empty.")


def test_unexpected_error_fails_at_once_and_keeps_its_words_for_administrators(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def break_down(run: JobRun[Any]) -> None:
        raise ValueError("password is hunter2")

    job = run(make_job(kind=make_kind(break_down)), clock)
    assert (job.state, job.attempt) == ("failed", 1)
    assert job.error == "Something unexpected went wrong (ValueError)."
    assert "password is hunter2" in job.error_detail


def test_passing_trouble_is_tried_again_after_growing_pauses(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    def busy(run: JobRun[Any]) -> None:
        raise ConnectionError("busy")

    job = run(make_job(kind=make_kind(busy)), clock)
    assert (job.state, job.not_before) == ("queued", NOW + timedelta(seconds=5))
    assert run_job(job.pk, worker="w1", clock=clock) is False
    clock.move(5)
    job = run(job, clock)
    assert (job.state, job.not_before) == ("queued", NOW + timedelta(seconds=15))
    clock.move(10)
    job = run(job, clock)
    assert (job.state, job.attempt) == ("failed", 3)
    assert job.error == "Something unexpected went wrong (ConnectionError)."


def test_database_trouble_is_passing_unless_a_kind_says_otherwise() -> None:
    assert issubclass(OperationalError, kinds.get_kind("jobs.self_test").retry_on)


@pytest.mark.django_db(transaction=True)
def test_result_that_cannot_be_stored_fails_the_job(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    job = run(make_job(kind=make_kind(lambda run: {"what": object()})), clock)
    assert (job.state, job.result) == ("failed", None)
    assert job.error == "Something unexpected went wrong (TypeError)."


def test_job_of_a_kind_that_is_gone_fails_with_the_reason(make_job: MakeJob, clock: Clock) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(kind="old.kind")
    job = run(job, clock)
    assert (job.state, job.error) == (
        "failed",
        "This version of Touchstone does not know such a job.",
    )


def test_parameters_are_read_once_into_the_struct_of_the_kind(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    seen: list[Any] = []
    kind = make_kind(lambda run: seen.append(run.parameters), parameters=Parameters)
    run(make_job(kind=kind, parameters=Parameters(7)), clock)
    run(make_job(kind=kind, parameters={"number": 8, "name": "Eight"}), clock)
    assert seen == [Parameters(7), Parameters(8, "Eight")]


def test_parameters_that_do_not_fit_fail_the_job_and_name_the_field(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    seen: list[Any] = []
    kind = make_kind(seen.append, parameters=Parameters, subject=lambda told: told.name)
    job = run(make_job(kind=kind, parameters={"number": "seven", "name": "Seven"}), clock)
    assert (job.state, job.attempt, job.error) == (
        "failed",
        1,
        "This version of Touchstone cannot read the job’s parameters"
        " (Expected `int`, got `str` - at `$.number`).",
    )
    assert seen == []
    assert kinds.title_of(kind, job.parameters) == "Made for a test"
    assert kinds.title_of(kind, {"number": 7, "name": "Seven"}) == "Made for a test: Seven"


def test_what_a_job_records_names_the_job(
    make_job: MakeJob, make_kind: MakeKind, clock: Clock
) -> None:
    seen: list[str] = []

    def look(run: JobRun[Any]) -> None:
        seen.append(request_context.request_id.get())

    job = run(make_job(kind=make_kind(look)), clock)
    assert seen == [f"job:{job.public_id}"]
    assert request_context.request_id.get() == ""


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two job kinds"):
        kinds.job_kind("jobs.self_test", title="Again", parameters=kinds.NoParameters)(
            lambda run: None
        )
