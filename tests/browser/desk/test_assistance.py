"""The verifier's help at the desk in a real browser: off, on, dealt, and its second look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django import Settings

from annotation.models import Claim, Interaction
from annotation.services.verifying.arms import arm_of
from campaigns.models import Campaign
from tests.assist.world import store_version, train_small_model
from tests.browser.desk.world import (
    element,
    open_campaign,
    saved,
    sets_in_page,
    show_page,
    stored_evidence,
    take_claim,
)
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
CLAIM = "The Aare is a river of Switzerland."
SIZES = ((1366, 768), (390, 844))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def model(settings: Settings, tmp_path: Path, trained: Path, site: str) -> None:
    """Put a model into use on the running site."""
    settings.HOME = tmp_path / "home"
    store_version(trained)


def start(cast: Cast, claims: Sequence[str], *, is_on: bool = True) -> Campaign:
    campaign = open_campaign(cast, claims=claims)
    Campaign.objects.filter(pk=campaign.pk).update(suggests_evidence=is_on)
    campaign.refresh_from_db()
    return campaign


def deal(campaign: Campaign, *arms: Claim.Arm) -> None:
    """Give the campaign a seed with which its claims are dealt these arms."""
    claims = list(Claim.objects.order_by("pk"))
    for seed in range(10_000):
        campaign.seed = f"seed {seed}"
        if all(arm_of(one.pk, campaign) == arm for one, arm in zip(claims, arms, strict=True)):
            campaign.save(update_fields=["seed"])
            return
    raise AssertionError("No seed deals these arms.")


def suggested(page: Page) -> Locator:
    return page.locator("[data-suggestions]")


def acts() -> list[tuple[str, str]]:
    kinds = Interaction.objects.filter(kind__startswith="suggestion_").order_by("pk")
    return [(act.kind, act.body.get("address", "")) for act in kinds]


def test_nothing_is_suggested_unless_a_manager_turns_it_on(
    visit: Visit, cast: Cast, model: None
) -> None:
    deal(start(cast, [CLAIM], is_on=False), Claim.Arm.ASSISTED)
    page = visit(user=cast.annotator).page
    take_claim(page)
    expect(suggested(page)).to_have_count(0)
    show_page(page, "Aare")
    page.keyboard.press("Escape")
    page.keyboard.press("+")
    saved(page)
    assert sets_in_page(page) == {}
    assert acts() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_one_key_adds_what_is_suggested(dark: bool, visit: Visit, cast: Cast, model: None) -> None:
    deal(start(cast, [CLAIM]), Claim.Arm.ASSISTED)
    window = visit(user=cast.annotator, dark=dark)
    page = window.page
    take_claim(page)
    expect(suggested(page)).to_be_visible()
    # Folded away until somebody looks.
    entry = suggested(page).locator("[data-key]").first
    expect(entry).to_be_hidden()
    suggested(page).locator("summary").click()
    expect(entry).to_contain_text("Suggested")
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    assert wrong == []
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(entry.get_by_text("Selected")).to_be_hidden()
    page.keyboard.press("+")
    expect(page.locator("[data-room-view] [data-sets]")).not_to_have_count(0)
    # The suggestion says so, as long as a set has it.
    expect(entry.get_by_text("Selected")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(entry.get_by_text("Selected")).to_be_hidden()
    page.keyboard.press("Control+Shift+z")
    expect(entry.get_by_text("Selected")).to_be_visible()
    saved(page)
    [chosen] = sets_in_page(page)
    assert acts() == [
        ("suggestion_shown", ""),
        ("suggestion_opened", ""),
        ("suggestion_used", chosen),
    ]
    # It is evidence like any other: it is submitted with the verdict.
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    page.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    [(number, stored)] = stored_evidence().items()
    assert (number, [one.split()[-1] for one in stored]) == (1, [chosen])


@pytest.mark.parametrize("arm", list(Claim.Arm))
def test_only_claims_that_are_dealt_to_the_arm_get_suggestions(
    arm: Claim.Arm, visit: Visit, cast: Cast, model: None
) -> None:
    deal(start(cast, [CLAIM]), arm)
    page = visit(user=cast.annotator).page
    take_claim(page)
    if arm is Claim.Arm.ASSISTED:
        expect(suggested(page)).to_be_visible()
    else:
        # The place itself is missing: nothing tells what others get.
        expect(suggested(page)).to_have_count(0)
    show_page(page, "Aare")
    element(page, "sentence_0").click()
    saved(page)
    assert Claim.objects.get().arm == arm
    told = [kind for kind, _ in acts()]
    assert told == (["suggestion_shown"] if arm is Claim.Arm.ASSISTED else [])


@pytest.mark.parametrize("arm", list(Claim.Arm))
def test_the_second_look_names_the_missing_year_and_keeps_nobody_from_submitting(
    arm: Claim.Arm, visit: Visit, cast: Cast, model: None
) -> None:
    deal(start(cast, ["The Aare was bridged in 1987."]), arm)
    page = visit(user=cast.annotator).page
    take_claim(page)
    show_page(page, "Aare")
    element(page, "sentence_0").click()
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-submit]")).to_be_visible()
    look = page.get_by_text("Second look: set 1 does not mention 1987.")
    expect(look).to_have_count(1 if arm is Claim.Arm.ASSISTED else 0)
    page.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    assert stored_evidence() == {1: ["Aare sentence_0"]}
