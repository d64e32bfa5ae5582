"""The way of candidates in a real browser, by keyboard: screening, both phases, the decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import search
from accounts.models import User
from annotation.models import Attempt, Candidacy, Grade, RoundState, ScreeningRound, ScreeningText
from campaigns.models import Membership
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, answer_all, begin, turn_on
from tests.browser.desk.world import element, open_by_key, wait_for_desk
from tests.browser.watched import WatchedPage
from tests.browser.writing.world import ready, write_by_key
from tests.people import NOW, PASSWORD

Visit = Callable[..., WatchedPage]
# One item a phase and two questions.
NUMBERS = {
    f"calibration.phases.{task}_{number}.items": 1
    for task in ("write", "verify")
    for number in (1, 2)
} | {f"calibration.screenings.{task}.questions": 2 for task in ("write", "verify")}


@pytest.fixture
def ground(site: str) -> Ground:
    ground = make_ground(numbers=NUMBERS)
    add_material(ground, questions=2)
    turn_on(ground)
    for person in (ground.manager, *ground.candidates):
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
    assert ground.campaign.corpus is not None
    search.rebuild_index(corpus=ground.campaign.corpus, clock=lambda: NOW)
    return ground


def only(ground: Ground, person: User, task: str) -> None:
    """Leave a person one task, so that Enter on the home page is for it."""
    Membership.objects.filter(campaign=ground.campaign, user=person).update(
        writes_claims=task == "write", verifies_claims=task == "verify"
    )


def wait_for_keys(page: Page) -> None:
    """Wait until the scripts of a page have run: what it shows is there earlier."""
    page.wait_for_load_state("load")


def answer(page: Page, keys: tuple[str, str]) -> None:
    """Answer both questions, from the home page on."""
    wait_for_keys(page)
    page.keyboard.press("Enter")
    for place, key in enumerate(keys, start=1):
        expect(
            page.get_by_role("heading", name=f"Screening: question {place} of 2")
        ).to_be_visible()
        wait_for_keys(page)
        page.keyboard.press(key)
        page.keyboard.press("Enter")


def go_through_screening(candidate: Page, manager: Page, ground: Ground) -> None:
    answer(candidate, ("2", "b"))
    expect(candidate.get_by_label("Summary")).to_be_focused()
    wait_for_keys(candidate)
    candidate.keyboard.type("The Aare is a Swiss river.")
    expect(candidate.locator("[data-saving]")).to_contain_text("Saved")
    candidate.reload()
    expect(candidate.get_by_label("Summary")).to_have_value("The Aare is a Swiss river.")
    candidate.keyboard.press("Tab")
    candidate.keyboard.type("The Aare is no Swiss river.")
    candidate.keyboard.press("Control+Enter")
    expect(candidate.get_by_text("screening: done, waiting for the managers")).to_be_visible()
    manager.goto(reverse("campaign-screening", args=[ground.campaign.public_id]))
    manager.get_by_role("link", name=str(ground.candidate)).first.press("Enter")
    expect(manager.get_by_text("The Aare is no Swiss river.")).to_be_visible()
    wait_for_keys(manager)
    for key in ("1", "3", "c"):
        manager.keyboard.press(key)
    manager.keyboard.type("Short and clear.")
    manager.keyboard.press("Escape")
    manager.keyboard.press("s")
    expect(manager.get_by_text("Your grade is saved.")).to_be_visible()
    wait_for_keys(manager)
    manager.keyboard.press("p")
    expect(manager.get_by_text("has passed screening.")).to_be_visible()
    candidate.reload()


def read_comments(window: WatchedPage) -> None:
    """Read what the managers say about one's sentences, from the home page and back."""
    page = window.page
    page.get_by_role("link", name="Comments on your screening").press("Enter")
    expect(page.get_by_role("heading", name="Comments on your screening")).to_be_visible()
    expect(page.get_by_text("Short and clear.")).to_be_visible()
    assert window.axe_findings() == []
    wait_for_keys(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Comments on your screening")).to_be_visible()


def verify(page: Page) -> None:
    """Give the right answer at the desk."""
    wait_for_desk(page)
    press = page.keyboard.press
    open_by_key(page, "River 000")
    press("j")
    while page.evaluate("document.activeElement.dataset.address") != "sentence_1":
        press("j")
    press("Space")
    expect(element(page, "sentence_1")).to_have_attribute("data-sets", "1")
    press("v")
    press("Space")
    press("Tab")
    # From the first challenge up to the last one.
    press("ArrowUp")
    expect(page.get_by_role("radio", name="Other")).to_be_checked()
    press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Enter")


def read_feedback(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Feedback on phase {number}")).to_be_visible()
    expect(page.get_by_role("button", name="Mark as read and finish")).to_be_visible()
    wait_for_keys(page)
    page.keyboard.press("Enter")


def test_a_verifier_goes_through_screening_and_both_phases_and_is_approved(
    visit: Visit, ground: Ground
) -> None:
    only(ground, ground.candidate, "verify")
    window, manager = visit(user=ground.candidate), visit(user=ground.manager).page
    candidate = window.page
    expect(candidate.get_by_text("screening, language questions: 0 of 2")).to_be_visible()
    go_through_screening(candidate, manager, ground)
    read_comments(window)
    for number in (1, 2):
        expect(candidate.get_by_text(f"calibration, phase {number}: 0 of 1")).to_be_visible()
        wait_for_keys(candidate)
        candidate.keyboard.press("Enter")
        verify(candidate)
        read_feedback(candidate, number)
    expect(candidate.get_by_text("calibration: finished, waiting for the managers")).to_be_visible()
    manager.goto(reverse("campaign-calibration", args=[ground.campaign.public_id]))
    approve = manager.get_by_role("button", name=f"Approve {ground.candidate}")
    approve.press("Enter")
    expect(manager.get_by_text(f"{ground.candidate} is approved.")).to_be_visible()
    assert Candidacy.objects.get().outcome == Candidacy.Outcome.APPROVED
    candidate.reload()
    expect(candidate.get_by_text("no claims to verify yet")).to_be_visible()


def test_a_writer_goes_through_screening_and_both_phases_and_is_approved(
    visit: Visit, ground: Ground
) -> None:
    only(ground, ground.candidate, "write")
    candidate = visit(user=ground.candidate, width=1400).page
    manager = visit(user=ground.manager).page
    go_through_screening(candidate, manager, ground)
    for number in (1, 2):
        expect(candidate.get_by_text(f"calibration, phase {number}: 0 of 1")).to_be_visible()
        wait_for_keys(candidate)
        candidate.keyboard.press("Enter")
        candidate.wait_for_url("**/write/**")
        ready(candidate)
        write_by_key(candidate, "1", f"The first bridge of phase {number} was built in 1901.")
        write_by_key(
            candidate, "2", f"The bridge of phase {number} is the oldest one.", verdict=1, base=True
        )
        write_by_key(
            candidate, "3", f"No bridge of phase {number} was ever built.", verdict=2, base=True
        )
        candidate.keyboard.press("Control+Enter")
        expect(candidate.get_by_text("calibration: waiting for grades")).to_be_visible()
        manager.goto(reverse("campaign-calibration", args=[ground.campaign.public_id]))
        manager.get_by_role("link", name=f"Writing, phase {number}").press("Enter")
        for place in (1, 2, 3):
            expect(manager.locator(".dots [aria-current]")).to_contain_text(str(place))
            wait_for_keys(manager)
            for key in ("1", "3", "s"):
                manager.keyboard.press(key)
        expect(manager.get_by_text("That was the last claim of this phase.")).to_be_visible()
        manager.get_by_role("button", name="Send the feedback").press("Enter")
        expect(manager.get_by_text("The candidate can read the feedback now.")).to_be_visible()
        candidate.reload()
        candidate.keyboard.press("Enter")
        read_feedback(candidate, number)
    assert Grade.objects.filter(keeps_guidelines=True, tags_fit=True).count() == 6
    manager.get_by_role("button", name=f"Approve {ground.candidate}").press("Enter")
    expect(manager.get_by_text(f"{ground.candidate} is approved.")).to_be_visible()
    candidate.reload()
    candidate.keyboard.press("Enter")
    candidate.wait_for_url("**/write/**")
    assert Attempt.objects.filter(annotator=ground.candidate, purpose="write").count() == 1


def test_who_fails_the_screening_and_is_rejected_gets_no_work(visit: Visit, ground: Ground) -> None:
    only(ground, ground.candidate, "verify")
    candidate, manager = visit(user=ground.candidate).page, visit(user=ground.manager).page
    answer(candidate, ("1", "c"))
    expect(candidate.get_by_text("screening: done, waiting for the managers")).to_be_visible()
    manager.goto(reverse("campaign-screening", args=[ground.campaign.public_id]))
    manager.get_by_role("link", name=str(ground.candidate)).press("Enter")
    expect(manager.get_by_role("heading", name="Language questions: 0 of 2 right")).to_be_visible()
    wait_for_keys(manager)
    manager.keyboard.press("r")
    expect(manager.get_by_text(f"{ground.candidate} is rejected.")).to_be_visible()
    candidate.reload()
    expect(candidate.get_by_text("not approved: you get no work for this task")).to_be_visible()
    expect(candidate.locator("[data-enter]")).to_have_count(0)
    assert ScreeningRound.objects.get().state == RoundState.FAILED
    assert not ScreeningText.objects.exists()
    assert not Attempt.objects.filter(annotator=ground.candidate).exists()


def begin_to_write(visit: Visit, ground: Ground) -> tuple[WatchedPage, ScreeningRound]:
    """Open the page on which a candidate writes the summary."""
    found = answer_all(begin(ground), right=2)
    window = visit(user=ground.candidate)
    window.page.goto(reverse("screening", args=[found.public_id]))
    return window, found


def kept(page: Page) -> list[str]:
    """Return the keys of what the device keeps of screening."""
    keys = page.evaluate("Object.keys(localStorage)")
    return [key for key in keys if key.startswith("touchstone:screening:")]


def test_no_text_stays_on_the_device_once_it_is_submitted(visit: Visit, ground: Ground) -> None:
    window, _found = begin_to_write(visit, ground)
    page = window.page
    page.get_by_label("Summary").fill("The Aare is a Swiss river.")
    page.get_by_label("Mutation").fill("The Aare is no Swiss river.")
    # At once, before it is saved.
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("screening: done, waiting for the managers")).to_be_visible()
    assert ScreeningText.objects.get().mutation == "The Aare is no Swiss river."
    assert kept(page) == []


def test_no_text_stays_on_the_device_when_the_screening_is_over(
    visit: Visit, ground: Ground
) -> None:
    window, _found = begin_to_write(visit, ground)
    window.expect_status(410)
    page = window.page
    Candidacy.objects.update(
        outcome=Candidacy.Outcome.REJECTED, decided_at=NOW, decided_by=ground.manager
    )
    page.get_by_label("Summary").fill("The Aare is a Swiss river.")
    expect(page.locator("[data-saving]")).to_have_text("This screening is over.")
    assert kept(page) == []


def test_what_the_server_never_got_comes_back(visit: Visit, ground: Ground) -> None:
    window, _found = begin_to_write(visit, ground)
    page = window.page
    page.route("**/draft/", lambda route: route.abort())
    page.get_by_label("Summary").fill("The Aare is a Swiss river.")
    expect(page.locator("[data-saving]")).to_have_text("Not saved, retrying")
    page.get_by_label("Mutation").fill("The Aare is no Swiss river.")
    # Without the server nothing is submitted, and the page stays.
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-saving]")).to_have_text("Not saved, retrying")
    page.unroute("**/draft/")
    page.reload()
    expect(page.get_by_label("Mutation")).to_have_value("The Aare is no Swiss river.")
    expect(page.locator("[data-saving]")).to_contain_text("Saved")
    assert kept(page) == []
    assert ScreeningRound.objects.get().draft_summary == "The Aare is a Swiss river."


@pytest.mark.parametrize("is_broken", [False, True])
def test_an_old_or_broken_copy_overwrites_nothing(
    visit: Visit, ground: Ground, is_broken: bool
) -> None:
    window, found = begin_to_write(visit, ground)
    page = window.page
    page.route("**/draft/", lambda route: route.abort())
    page.get_by_label("Summary").fill("Old.")
    expect(page.locator("[data-saving]")).to_have_text("Not saved, retrying")
    (key,) = kept(page)
    if is_broken:
        page.evaluate("(key) => localStorage.setItem(key, '[\"')", key)
    # They went on at another computer.
    ScreeningRound.objects.update(draft_summary="Newer.")
    page.goto("/")
    page.unroute("**/draft/")
    page.goto(reverse("screening", args=[found.public_id]))
    expect(page.get_by_label("Summary")).to_have_value("Newer.")
    page.get_by_label("Mutation").fill("Newest.")
    expect(page.locator("[data-saving]")).to_contain_text("Saved")
    assert kept(page) == []
    stored = ScreeningRound.objects.get()
    assert (stored.draft_summary, stored.draft_mutation) == ("Newer.", "Newest.")
