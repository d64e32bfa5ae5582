"""A researcher builds a release of the demo, reads it, scores a system; an annotator cannot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Semaphore, Thread

import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from jobs.execution import run_job
from jobs.models import Job
from quality.services import demo
from releases.models import Release
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.browser.watched import WatchedPage, is_on_screen
from tests.people import NOW, PASSWORD
from tests.quality.demo_plan import use_small_plan

SYSTEM = "gold-against-gold-by-the-words-of-the-official-files-checkpoint-15000-smallest-set-first"


@pytest.fixture(autouse=True)
def small_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have few simulated people work for a few days only."""
    use_small_plan(monkeypatch)


def add(desk: Desk, username: str, role: Role) -> User:
    person = User.objects.create_user(username, PASSWORD, name=username.capitalize())
    tasks = role == Role.ANNOTATOR
    Membership.objects.create(
        campaign=desk.campaign,
        user=person,
        role=role,
        writes_claims=tasks,
        verifies_claims=tasks,
        joined_at=NOW,
    )
    return person


def predictions(release: Release, file: Path) -> Path:
    """Return gold as predictions, in the words of the official files."""
    lines = (folder_of(release) / "feverous" / "test.jsonl").read_text().splitlines()[1:]
    with file.open("w") as out:
        for line in map(json.loads, lines):
            smallest = min((one["content"] for one in line["evidence"]), key=len)
            guess = {"predicted_label": line["label"], "predicted_evidence": smallest}
            out.write(json.dumps({"id": line["id"], **guess}) + "\n")
    return file


def work() -> None:
    """Run the latest job, as a worker would."""
    run_job(Job.objects.latest("pk").pk, worker="test")


def see(window: WatchedPage, heading: str) -> Page:
    """Assert that the page has this heading and no fault for anybody."""
    expect(window.page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    assert window.axe_findings() == []
    assert not window.overflows()
    return window.page


@contextmanager
def unhurried_worker() -> Iterator[Callable[[], None]]:
    """Run the waiting jobs beside the test, so slowly that people can watch.

    Each call of what this yields lets it go on for a moment; after the block it is not held any
    more.
    """
    moments, is_watched = Semaphore(), True

    def clock() -> datetime:
        if is_watched:
            moments.acquire()
        return timezone.now()

    def see_through(job: int) -> None:
        try:
            run_job(job, worker="test", clock=clock)
        finally:
            connections.close_all()

    thread = Thread(target=see_through, args=[Job.objects.latest("pk").pk])
    thread.start()
    try:
        yield moments.release
    finally:
        is_watched = False
        moments.release()
        thread.join()


def demo_campaign() -> Campaign:
    """Return the campaign of the demo, made by its simulated people."""
    call_command("load_demo")
    work()
    for name in ("researcher", "annotator"):
        person = User.objects.get(username=name)
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
    campaign = demo.find_finished_campaign()
    assert campaign is not None
    return campaign


def test_a_researcher_builds_reads_downloads_and_scores(
    visit: Callable[..., WatchedPage], site: str, tmp_path: Path
) -> None:
    campaign = demo_campaign()
    window = visit(user=User.objects.get(username="researcher"))
    page = window.page
    page.goto(f"/campaigns/{campaign.public_id}/")
    page.get_by_role("link", name="Releases").click()
    see(window, "Build a release")
    page.get_by_label("What is new").fill("The first.")
    page.get_by_label("Size of test").fill("9")
    page.get_by_role("button", name="Build a release").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    release = Release.objects.get()
    bar = page.get_by_role("progressbar")
    with unhurried_worker() as go_on:
        seen: set[str | None] = set()
        while len(seen - {None}) < 2:
            # A few moments for each look of the page, however long it takes to look.
            for _ in range(4):
                go_on()
            with page.expect_response("**/progress/"):
                pass
            seen.add(bar.get_attribute("value"))
    # The page notices by itself.
    see(window, "Files")
    expect(page.get_by_text("made by programs, not by people").first).to_be_visible()
    expect(page.get_by_text("How many claims each part has, by verdict")).to_be_visible()
    assert page.locator("figure.chart svg").count() >= 7
    with page.expect_download() as download:
        page.get_by_role("link", name="feverous/train.jsonl").click()
    release.refresh_from_db()
    expected = folder_of(release) / "feverous" / "train.jsonl"
    assert Path(download.value.path()).read_bytes() == expected.read_bytes()

    page.get_by_role("link", name="Browse claims").click()
    see(window, "Claims")
    page.get_by_label("Verdict").select_option("refuted")
    page.get_by_role("button", name="Show").click()
    refuted = release.items.filter(verdict="refuted").count()
    expect(page.get_by_text(f"{refuted} claims", exact=True)).to_be_visible()
    page.locator("tbody a").first.click()
    see(window, "Evidence set 1")

    page.get_by_role("link", name="Release 1").click()
    page.get_by_role("link", name="Score predictions").click()
    see(window, "Results")
    page.get_by_label("Name").fill(SYSTEM)
    guesses = predictions(release, tmp_path / "p.jsonl")
    page.get_by_label("Predictions", exact=True).set_input_files(guesses)
    page.get_by_role("button", name="Upload and score").click()
    expect(page.get_by_text(f"“{SYSTEM}” is being scored on test.")).to_be_visible()
    see(window, "Score predictions")
    work()
    # This page notices by itself, too.
    row = page.get_by_role("row").filter(has_text=SYSTEM)
    expect(row.first).to_contain_text("1.0000")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        see(window, "Results")
        # Its name is read whole, also on a phone.
        for name in (page.locator(".chart__label"), row.first.get_by_role("rowheader")):
            expect(name).to_have_text(SYSTEM)
            assert is_on_screen(name)
    expect(page.get_by_text("FEVEROUS score on test")).to_be_visible()
    broken = tmp_path / "broken.jsonl"
    broken.write_text(guesses.read_text().replace("}", "", 1))
    page.get_by_label("Name").fill("Broken")
    page.get_by_label("Predictions", exact=True).set_input_files(broken)
    page.get_by_role("button", name="Upload and score").click()
    expect(page.get_by_text("“Broken” is being scored on test.")).to_be_visible()
    work()
    expect(page.get_by_role("alert")).to_contain_text("Line 1: This is not JSON")
    expect(page.get_by_label("Name")).to_have_value("Broken")
    see(window, "Score predictions")

    other = visit(user=User.objects.get(username="annotator"), width=360)
    other.page.goto(f"/campaigns/{campaign.public_id}/")
    expect(other.page.get_by_role("link", name="Releases")).to_have_count(0)
    other.expect_status(403)
    answer = other.page.goto(f"/campaigns/{campaign.public_id}/releases/1/")
    assert answer is not None and answer.status == 403
