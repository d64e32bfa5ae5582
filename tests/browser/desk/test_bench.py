"""The adjudication bench: a manager decides about a disagreement by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.roles import Role
from annotation.models import Adjudication, Attempt, Draft, Verification
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue, reopening
from campaigns.models import Campaign, Membership
from tests.annotation.verifying_world import submit_confirmed
from tests.browser.desk.test_parts_of_the_desk import axe
from tests.browser.desk.world import open_campaign, saved, sets_in_page, wait_for_desk
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
TWICE = {"redundancy.verifications": 2, "redundancy.duplicates": 0}
SUPPORTED = Judgement(
    verdict="supported",
    tags={"challenge": "other"},
    sets=[[ElementReference("Aare", "sentence_0"), ElementReference("Reuss", "cell_0_1_2")]],
)
REFUTED = Judgement(
    verdict="refuted",
    answer="yes",
    tags={"challenge": "numerical_reasoning"},
    sets=[[ElementReference("Aare", "sentence_0")], [ElementReference("Rhine", "sentence_2")]],
)
CLAIMS = ("The Aare is longer than every one of its tributaries.", "The Aare ends in the sea.")


def disagree(cast: Cast) -> Campaign:
    """Open a campaign in which two people verified two claims differently."""
    campaign = open_campaign(cast, numbers=TWICE, claims=CLAIMS)
    other = User.objects.create(username="vera", name="Vera", email="vera@example.org")
    Membership.objects.create(
        campaign=campaign,
        user=other,
        role=Role.ANNOTATOR,
        verifies_claims=True,
        joined_at=timezone.now(),
    )
    for person, judgement in ((cast.annotator, SUPPORTED), (other, REFUTED)):
        for _claim in CLAIMS:
            now = timezone.now()
            taken = queue.take_claim(campaign=campaign, annotator=person, now=now)
            submit_confirmed(attempt=taken.attempt, judgement=judgement, now=now)
    return campaign


def open_bench(visit: Visit, cast: Cast, campaign: Campaign, **window: object) -> WatchedPage:
    watched = visit(user=cast.manager, **window)
    page = watched.page
    page.goto(f"/campaigns/{campaign.public_id}/adjudication/")
    expect(page.get_by_role("button", name="Decide the next")).to_be_visible()
    page.keyboard.press("n")
    wait_for_desk(page)
    return watched


def letter_of(page: Page, verdict: str) -> str:
    """Return the letter under which the verification with this verdict is shown."""
    column = page.locator(".bench__column", has=page.locator(f"h3 .verdict-word--{verdict}"))
    return column.get_attribute("data-column") or ""


def test_a_disagreement_is_decided_by_keyboard_alone(visit: Visit, cast: Cast) -> None:
    campaign = disagree(cast)
    window = open_bench(visit, cast, campaign)
    window.expect_status(422)
    page, press = window.page, window.page.keyboard.press
    assert {letter_of(page, "supported"), letter_of(page, "refuted")} == {"A", "B"}
    # Who verified it is nowhere in the page.
    assert "Vera" not in page.content()
    assert cast.annotator.name not in page.content()
    refuted = letter_of(page, "refuted")
    first_claim = page.locator("[data-claim]").inner_text()
    # The page that both used comes first; its elements are marked with the letters.
    expect(page.locator("[data-room-view] h1")).to_have_text("Aare")
    press("Escape")
    buttons = page.locator("[data-bench-page]").all()
    titles = [button.get_attribute("data-bench-page") for button in buttons]
    for title in (*titles[1:], "Aare"):
        press("o")
        expect(page.locator("[data-room-view] h1")).to_have_text(title or "")
    expect(page.locator("#sentence_0")).to_have_attribute("data-chosen-by", "A B")
    # The search paths, side by side.
    press("h")
    expect(page.get_by_role("region", name="Search path of A")).to_be_visible()
    press("h")
    # The second set of the refuting verification, with one key.
    second = page.locator(f"[data-of='{refuted}'][data-take-set='2']")
    press(second.get_attribute("aria-keyshortcuts") or "")
    expect(page.locator("[data-summary]")).to_have_text("1 element")
    press("z")
    # All of it, with one key.
    press(f"Shift+{refuted}")
    expect(page.get_by_role("radio", name="Refuted")).to_be_checked()
    assert sets_in_page(page) == {"sentence_0": "1"}
    press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Enter")
    # Without a cause it is refused, and the focus goes to it.
    expect(page.locator("[data-missing]")).to_contain_text("Choose why they disagree.")
    expect(page.locator("[name=cause]").first).to_be_focused()
    assert not Adjudication.objects.exists()
    press("ArrowRight")
    expect(page.get_by_role("radio", name="Overlooked detail")).to_be_checked()
    press("Tab")
    page.keyboard.type("They read the infobox only.")
    saved(page)
    page.reload()
    wait_for_desk(page)
    expect(page.get_by_role("radio", name="Overlooked detail")).to_be_checked()
    expect(page.get_by_label("Comment")).to_have_value("They read the infobox only.")
    press("Escape")
    press("Control+Enter")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Enter")
    # The next one is on the bench at once.
    expect(page.locator("[data-claim]")).not_to_have_text(first_claim)
    wait_for_desk(page)
    decided = Adjudication.objects.get()
    assert decided.verification is not None
    assert (decided.outcome, decided.cause, decided.comment, decided.verification.verdict) == (
        "decided",
        "overlooked_detail",
        "They read the infobox only.",
        "refuted",
    )
    assert decided.claim.text == first_claim
    # All were wrong: the cause is asked for in the dialog, too.
    press("Escape")
    press("q")
    press("Space")
    press("x")
    dialog = page.get_by_role("dialog", name="All were wrong")
    expect(dialog).to_be_visible()
    press("Control+Enter")
    expect(page.get_by_text("No disagreement is waiting for you.")).to_be_visible()
    assert set(Adjudication.objects.values_list("outcome", "verification__verdict")) == {
        ("decided", "refuted"),
        ("all_wrong", None),
    }


def test_a_bench_whose_verification_changes_says_so_and_keeps_the_draft(
    visit: Visit, cast: Cast
) -> None:
    campaign = disagree(cast)
    page = open_bench(visit, cast, campaign).page
    page.get_by_label("Comment").fill("Half a sentence")
    saved(page)
    attempt = Attempt.objects.get(purpose=Attempt.Purpose.ADJUDICATION)
    changed = Verification.objects.get(claim=attempt.claim, verdict="supported")
    now = timezone.now()
    reopened = reopening.reopen_verification(verification=changed, actor=cast.annotator, now=now)
    submit_confirmed(
        attempt=reopened,
        judgement=Judgement(
            verdict="supported",
            tags={"challenge": "other"},
            sets=[[ElementReference("Rhine", "sentence_0")]],
        ),
        now=now,
    )
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.get_by_text("has changed")).to_be_visible()
    wait_for_desk(page)
    expect(page.get_by_label("Comment")).to_have_value("Half a sentence")
    expect(page.locator("[data-bench]")).to_contain_text("The Rhine is a river of Europe.")
    assert Draft.objects.get(attempt=attempt).body["bench"]["comment"] == "Half a sentence"
    assert not Adjudication.objects.exists()


def test_the_bench_is_accessible_in_either_theme_wide_or_narrow(visit: Visit, cast: Cast) -> None:
    campaign = disagree(cast)
    window = open_bench(visit, cast, campaign)
    expect(window.page.locator("[data-chosen-by]").first).to_be_visible()
    wrong = axe(window, "bench")
    window.page.goto(f"/campaigns/{campaign.public_id}/adjudication/")
    wrong += axe(window, "list")
    assert wrong == []
