"""Calibration in a real browser: gold is made, a candidate is approved, another rejected."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from annotation.models import Attempt, Candidacy, Claim, Gold, Grade, Qualification
from campaigns.models import Campaign
from tests.annotation.calibration_world import make_ground, write_item
from tests.browser.desk.world import element, open_by_key, open_campaign, wait_for_desk
from tests.browser.watched import WatchedPage, tab_to
from tests.people import PASSWORD, Cast

Visit = Callable[..., WatchedPage]
# One claim a phase; writers are not calibrated.
NUMBERS = {
    f"calibration.phases.{task}_{number}.items": count
    for task, count in (("verify", 1), ("write", 0))
    for number in (1, 2)
}


def verify(page: Page) -> None:
    """Choose a sentence and a verdict at the desk, and submit them."""
    wait_for_desk(page)
    page.get_by_role("combobox", name="Search all pages").fill("Rhine")
    page.keyboard.press("Enter")
    element(page, "sentence_1").click()
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("region", name="Confirmation")).to_be_visible()
    page.keyboard.press("Control+Enter")


def make_gold(page: Page, campaign: Campaign, text: str, phase: str) -> None:
    """Make a claim gold at the desk, as a manager does."""
    page.goto(f"/campaigns/{campaign.public_id}/gold/")
    page.get_by_text("New claim to verify").click()
    page.get_by_label("Claim", exact=True).fill(text)
    page.locator("#claim_place").select_option(phase)
    page.locator("#claim_why").fill("The Rhine rises there.")
    page.get_by_role("button", name="Verify it at the desk").click()
    verify(page)
    expect(page.get_by_role("link", name=text)).to_be_visible()


def test_a_manager_makes_gold_and_a_candidate_goes_through_and_is_approved(
    visit: Visit, cast: Cast
) -> None:
    campaign = open_campaign(cast, numbers=NUMBERS)
    manager = visit(user=cast.manager).page
    make_gold(manager, campaign, "The Rhine rises in the Alps.", "verify_1")
    make_gold(manager, campaign, "A river rises in the Alps.", "verify_2")
    assert [gold.is_ready for gold in Gold.objects.select_related("answer")] == [True, True]
    manager.goto(f"/campaigns/{campaign.public_id}/calibration/")
    manager.get_by_role("button", name="Turn calibration on").click()
    expect(manager.get_by_text("Calibration is on: only approved people get work.")).to_be_visible()

    candidate = visit(user=cast.annotator).page
    for number, dots in ((1, "Feedback on phase 1"), (2, "Feedback on phase 2")):
        expect(candidate.get_by_text(f"calibration, phase {number}: 0 of 1")).to_be_visible()
        candidate.get_by_role("button", name="Start").click()
        expect(candidate.get_by_text(f"Calibration, phase {number}: 1 of 1")).to_be_visible()
        verify(candidate)
        expect(candidate.get_by_role("heading", name=dots)).to_be_visible()
        expect(candidate.locator(".marked [data-marked=both]")).to_have_text(
            "It rises in the Alps."
        )
        expect(candidate.get_by_text("The Rhine rises there.")).to_be_visible()
        candidate.get_by_role("button", name="Mark as read and finish").click()
    expect(candidate.get_by_text("calibration: finished, waiting for the managers")).to_be_visible()

    manager.reload()
    tab_to(manager, manager.get_by_role("button", name=f"Approve {cast.annotator}"))
    manager.keyboard.press("Enter")
    expect(manager.get_by_text("1 of 1 decided, 0 waiting")).to_be_visible()
    candidate.reload()
    candidate.get_by_role("button", name="Take the next claim").click()
    wait_for_desk(candidate)
    assert Attempt.objects.filter(annotator=cast.annotator, purpose="verify").count() == 1


def verify_by_key(page: Page) -> None:
    """Choose a sentence and a verdict at the desk by keyboard, and submit them."""
    wait_for_desk(page)
    press = page.keyboard.press
    open_by_key(page, "Rhine")
    press("j")
    press("j")
    press("Space")
    expect(element(page, "sentence_1")).to_have_attribute("data-sets", "1")
    # Another acceptable set.
    press("2")
    press("k")
    press("Space")
    expect(element(page, "sentence_0")).to_have_attribute("data-sets", "2")
    press("v")
    press("Space")
    press("Tab")
    press("ArrowUp")
    expect(page.get_by_role("radio", name="Other")).to_be_checked()
    press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Enter")


def test_a_manager_makes_and_describes_gold_by_keyboard_alone(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast, numbers=NUMBERS)
    page = visit(user=cast.manager).page
    press = page.keyboard.press
    page.goto(f"/campaigns/{campaign.public_id}/gold/")
    tab_to(page, page.locator("summary", has_text="New claim to verify"))
    press("Enter")
    tab_to(page, page.get_by_label("Claim", exact=True))
    page.keyboard.type("The Rhine rises in the Alps.")
    tab_to(page, page.locator("#claim_place"))
    # The second phase, by its first letters.
    press("ArrowDown")
    tab_to(page, page.locator("#claim_difficulty"))
    press("ArrowDown")
    tab_to(page, page.locator("#claim_why"))
    page.keyboard.type("It says so.")
    tab_to(page, page.get_by_role("button", name="Verify it at the desk"))
    press("Enter")
    verify_by_key(page)
    made = page.get_by_role("link", name="The Rhine rises in the Alps.")
    expect(made).to_be_visible()
    gold = Gold.objects.get()
    assert (gold.phase, gold.difficulty, gold.why, gold.is_ready) == (
        "verify_2",
        "special",
        "It says so.",
        True,
    )
    assert gold.answer is not None
    version = gold.answer.verification.versions.get()
    assert version.evidence_sets.count() == 2
    # The editor: another place for it.
    tab_to(page, made)
    press("Enter")
    tab_to(page, page.get_by_label("Used for"))
    press("ArrowUp")
    tab_to(page, page.get_by_role("button", name="Save"))
    press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    gold.refresh_from_db()
    assert (gold.phase, gold.why) == ("verify_1", "It says so.")
    tab_to(page, page.get_by_role("button", name="Withdraw The Rhine"))
    press("Enter")
    expect(page.get_by_text("Withdrawn").first).to_be_visible()
    gold.refresh_from_db()
    assert gold.withdrawn_by == cast.manager


def test_a_rejected_candidate_gets_no_work(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast, numbers=NUMBERS)
    Campaign.objects.filter(pk=campaign.pk).update(requires_calibration=True)
    manager = visit(user=cast.manager).page
    manager.goto(f"/campaigns/{campaign.public_id}/calibration/")
    reject = manager.get_by_role("button", name=f"Reject {cast.annotator}")
    tab_to(manager, reject)
    manager.keyboard.press("Enter")
    expect(manager.get_by_text("0 of 1 decided, 0 waiting")).to_be_visible()
    window = visit(user=cast.annotator).page
    expect(window.get_by_text("not approved: you get no work for this task")).to_be_visible()
    expect(window.get_by_role("button", name="Take the next claim")).to_have_count(0)
    assert Candidacy.objects.get().outcome == "rejected"
    assert not Attempt.objects.filter(annotator=cast.annotator).exists()


def test_claims_are_graded_by_keyboard_and_the_feedback_is_read(visit: Visit) -> None:
    ground = make_ground()
    write_item(ground)
    write_item(ground)
    for person in (ground.manager, ground.other_manager, ground.candidate):
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
    phase = Qualification.objects.get()
    page, keys = (window := visit(user=ground.manager).page), window.keyboard
    page.goto(f"/campaigns/{ground.campaign.public_id}/calibration/phases/{phase.public_id}/")
    for place in range(1, 7):
        expect(page.locator(".dots [aria-current]")).to_contain_text(str(place))
        # The highlight is in sight while one grades.
        expect(page.locator(".marked [data-marked=highlight]").first).to_be_in_viewport()
        page.wait_for_load_state("load")
        keys.press("1")
        keys.press("4")
        keys.press("c")
        keys.type(f"Comment {place}.")
        keys.press("Escape")
        keys.press("s")
    expect(page.get_by_text("That was the last claim of this phase.")).to_be_visible()
    expect(page.get_by_text("0 not graded, 0 disputed")).to_be_visible()
    grades = Grade.objects.order_by("pk").values_list("keeps_guidelines", "tags_fit", "comment")
    assert list(grades) == [(True, False, f"Comment {place}.") for place in range(1, 7)]
    # One more opinion, and which of both counts: everything has its key.
    other = visit(user=ground.other_manager).page
    other.goto(f"/campaigns/{ground.campaign.public_id}/calibration/phases/{phase.public_id}/")
    other.wait_for_load_state("load")
    for key in ("2", "4", "s", "p"):
        expect(other.locator(".dots [aria-current]")).to_contain_text("2" if key == "p" else "1")
        other.wait_for_load_state("load")
        other.keyboard.press(key)
    expect(other.get_by_role("heading", name="The managers disagree")).to_be_visible()
    other.wait_for_load_state("load")
    other.keyboard.press("o")
    expect(other.get_by_text("This grade counts now.")).to_be_visible()
    assert Grade.objects.get(settles=True).grader == ground.manager
    page.wait_for_load_state("load")
    keys.press("f")
    expect(page.get_by_text("The candidate can read the feedback now.")).to_be_visible()

    reader = visit(user=ground.candidate).page
    reader.get_by_role("link", name="Read the feedback").click()
    expect(reader.get_by_text("Comment 1.")).to_be_visible()
    expect(reader.get_by_role("heading", name="Model claims")).to_be_visible()
    reader.get_by_role("button", name="Mark as read and go to the next item").press("Enter")
    expect(reader.get_by_text("Comment 4.")).to_be_visible()
    reader.get_by_role("button", name="Mark as read and finish").press("Enter")
    expect(reader.get_by_text("calibration, phase 2: 0 of 2")).to_be_visible()
    assert Claim.with_gold.filter(state=Claim.State.CALIBRATION).count() == 6
