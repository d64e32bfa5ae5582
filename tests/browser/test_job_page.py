"""A job's page keeps itself up to date, and stops asking when there is no more news."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from core.services import audit
from jobs.services import jobs
from tests.browser.watched import WatchedPage
from tests.people import Cast


def test_job_page_follows_its_job_to_the_end(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    job = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.manager, now=timezone.now()
    )
    page = visit(user=cast.manager).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/jobs/{job.public_id}/")
    expect(page.locator(".badge")).to_have_text("Queued")
    expect(page.locator(".notice")).to_contain_text("Waiting: no worker is running.")

    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now())
    jobs.note_progress(
        job_id=job.pk,
        attempt=1,
        now=timezone.now(),
        fields={"progress_done": 40, "progress_total": 100, "progress_note": "Reading pages"},
    )
    bar = page.get_by_role("progressbar", name="Reading pages")
    expect(bar).to_have_attribute("value", "40")
    page.get_by_role("button", name="Cancel").focus()

    jobs.note_progress(job_id=job.pk, attempt=1, now=timezone.now(), fields={"progress_done": 70})
    expect(bar).to_have_attribute("value", "70")
    # The page changed under a person's hands, not away from them.
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()

    jobs.finish_job(job_id=job.pk, attempt=1, result={"pages": 7}, now=timezone.now())
    expect(page.locator(".badge")).to_have_text("Succeeded")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    asked.clear()
    page.wait_for_timeout(2500)
    assert asked == []


def test_job_is_cancelled_by_a_button(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    job = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.manager, now=timezone.now()
    )
    page = visit(user=cast.manager).page
    page.goto(f"/jobs/{job.public_id}/")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The job is cancelled.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".badge")).to_have_text("Queued")


@pytest.mark.parametrize("width", [320, 1280])
def test_pages_of_jobs_are_accessible_and_fit(
    visit: Callable[..., WatchedPage], cast: Cast, width: int
) -> None:
    now = timezone.now()
    job = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.administrator, now=now
    )
    jobs.claim_job(job_id=job.pk, worker="w1", now=now)
    failed = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.administrator, now=now
    )
    jobs.claim_job(job_id=failed.pk, worker="w1", now=now)
    jobs.fail_job(
        job_id=failed.pk, attempt=1, reason="It broke.", detail="Traceback " * 40, now=now
    )
    audit.record(actor=cast.manager, action="a.one", target=cast.annotator, now=now)
    window = visit(user=cast.administrator, width=width)
    for path in (
        reverse("jobs:list"),
        reverse("jobs:detail", args=[job.public_id]),
        reverse("jobs:detail", args=[failed.public_id]),
        reverse("core:audit"),
    ):
        window.page.goto(path)
        assert (path, window.axe_findings()) == (path, [])
        assert (path, window.overflows()) == (path, False)
