"""One item after the other: the next at once, a way to stop, and the last one corrected."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from annotation.models import Assignment, Attempt, Claim, Verification, VerificationVersion
from tests.browser.desk.world import (
    CLAIM,
    element,
    open_campaign,
    sets_in_page,
    take_claim,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
SUBMITTED = "Submitted. You can correct it for 24 hours."


def begin(visit: Visit, cast: Cast, **window: object) -> Page:
    """Open a campaign with three claims and take the first of them with Enter."""
    open_campaign(cast, claims=[CLAIM, "The Rhine is long.", "The Rhine rises in the Alps."])
    page: Page = visit(user=cast.annotator, **window).page
    page.keyboard.press("Enter")
    wait_for_desk(page)
    return page


def claim_on(page: Page) -> str:
    return page.locator("main h1").first.inner_text()


def decide(page: Page) -> None:
    """Choose a sentence and a verdict, as far as the confirmation."""
    page.get_by_role("combobox", name="Search all pages").fill("Rhine")
    page.keyboard.press("Enter")
    element(page, "sentence_1").click()
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("region", name="Confirmation")).to_be_visible()


def arrive(page: Page, before: str) -> str:
    """Wait for the desk of another claim, and return the claim."""
    expect(page.locator("main h1").first).not_to_have_text(before)
    wait_for_desk(page)
    return claim_on(page)


def test_a_submission_leads_to_the_next_claim_and_back_to_the_last(
    visit: Visit, cast: Cast
) -> None:
    page = begin(visit, cast)
    first = claim_on(page)
    decide(page)
    page.keyboard.press("Control+Enter")
    second = arrive(page, first)
    message = page.locator("[data-messages]")
    expect(message).to_contain_text(SUBMITTED)
    expect(page.get_by_role("group", name="Your progress")).to_have_text("1 done today 1 waiting")

    # What was submitted last is opened again, corrected, and the second one waits.
    message.get_by_role("button", name="Correct the last one").click()
    assert arrive(page, second) == first
    assert sets_in_page(page) == {"sentence_1": "1"}
    expect(page.get_by_text("You are correcting a submitted verification.")).to_be_visible()
    page.get_by_role("radio", name="Numerical Reasoning").check(force=True)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("region", name="Confirmation")).to_be_visible()
    page.keyboard.press("Control+Enter")
    assert arrive(page, first) == second
    versions = VerificationVersion.objects.order_by("number")
    assert [one.tags["challenge"] for one in versions] == ["other", "numerical_reasoning"]
    # One slot was taken for each claim, and the second one is still held.
    held = Assignment.objects.get(state="held")
    assert (held.claim.text, held.holder) == (second, cast.annotator)


def test_a_key_submits_and_stops(visit: Visit, cast: Cast) -> None:
    page = begin(visit, cast)
    decide(page)
    page.keyboard.press("Control+Shift+Enter")
    expect(page.get_by_role("heading", name="Hello, Anna")).to_be_visible()
    expect(page.get_by_text(SUBMITTED)).to_be_visible()
    expect(page.get_by_role("button", name="Correct the last one")).to_be_visible()
    assert Verification.objects.count() == 1
    assert not Assignment.objects.filter(state="held").exists()


def test_skipping_and_reporting_lead_to_the_next_claim(visit: Visit, cast: Cast) -> None:
    page = begin(visit, cast)
    first = claim_on(page)
    page.locator("[data-action='skip']").click()
    skip = page.get_by_role("dialog", name="Skip this claim")
    skip.get_by_role("radio").first.check()
    skip.get_by_label("In a few words").fill("Too hard")
    page.keyboard.press("Control+Enter")
    second = arrive(page, first)
    expect(page.get_by_text("Skipped. Somebody else will get it.")).to_be_visible()
    page.locator("[data-action='report']").click()
    report = page.get_by_role("dialog", name="Report this claim")
    report.get_by_label("Ambiguous").check()
    report.get_by_role("button", name="Report", exact=True).click()
    third = arrive(page, second)
    expect(page.get_by_text("Reported. The managers will decide.")).to_be_visible()
    page.locator("[data-action='skip']").click()
    skip.get_by_role("radio").first.check()
    skip.get_by_role("button", name="Skip and stop").click()
    expect(page.get_by_role("heading", name="Hello, Anna")).to_be_visible()
    assert {first, second, third} == set(Claim.objects.values_list("text", flat=True))
    outcomes = Attempt.objects.filter(purpose="verify").order_by("pk")
    assert list(outcomes.values_list("outcome", flat=True)) == ["skipped", "reported", "skipped"]


def test_the_message_covers_nothing_that_moves_and_can_be_closed(visit: Visit, cast: Cast) -> None:
    page = begin(visit, cast)
    first = claim_on(page)
    room = page.locator("[data-room]").bounding_box()
    decide(page)
    page.keyboard.press("Control+Enter")
    arrive(page, first)
    expect(page.locator("[data-messages]")).to_be_visible()
    assert page.locator("[data-room]").bounding_box() == room
    page.get_by_role("button", name="Close the message").click()
    expect(page.locator("[data-messages]")).to_have_count(0)


def test_the_last_claim_leads_home(visit: Visit, cast: Cast) -> None:
    page = begin(visit, cast)
    last = Claim.objects.get(text=claim_on(page))
    others = Claim.objects.exclude(pk=last.pk)
    others.update(state=Claim.State.WITHDRAWN)
    decide(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Hello, Anna")).to_be_visible()
    expect(page.get_by_text(SUBMITTED)).to_be_visible()
    expect(page.get_by_text("No claim is waiting for you at the moment.")).to_be_visible()
    assert Verification.objects.get().submitted_at <= timezone.now()


def test_progress_that_could_not_be_asked_for_is_no_error_and_is_shown_later(
    visit: Visit, cast: Cast, settings: Settings
) -> None:
    # So that the reminder of a break comes with it.
    settings.BREAK_REMINDER_MINUTES = 0
    open_campaign(cast)
    page: Page = visit(user=cast.annotator).page
    page.route("**/progress/", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        take_claim(page)
    progress = page.get_by_role("group", name="Your progress")
    expect(progress).to_have_text("")
    page.unroute("**/progress/")
    # As the browser says when the connection is back.
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(progress).to_contain_text("0 done today 0 waiting You have worked")
    page.get_by_role("button", name="Not now").click()
    expect(progress).to_have_text("0 done today 0 waiting")
