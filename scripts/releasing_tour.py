"""The screenshots of a researcher's pages: a release, its scores, and a claim that is checked."""

from __future__ import annotations

from scripts.camera import Camera
from scripts.quality_tour import FINISHED

# The page says 1965.
CLAIM = "Tokyo Olympiad is a documentary of 1972 about the Summer Games held in Tokyo in 1964."


def walk(camera: Camera) -> None:
    """Build a release, browse its claims, measure the verifier on it, and check a claim."""
    page, campaign = camera.page, camera.campaign(FINISHED)
    page.goto(f"{campaign}releases/")
    page.get_by_role("button", name="Build a release").click()
    page.get_by_role("link", name="Browse claims").wait_for()
    camera.shoot_both("release")
    release = page.url
    page.get_by_role("link", name="Browse claims").click()
    page.wait_for_load_state()
    camera.shoot("release-claims")
    page.goto(f"{release}verifier/")
    page.get_by_role("button", name="Measure").click()
    page.locator("figure").first.wait_for(timeout=120_000)
    camera.shoot("verifier-scores")
    page.goto("/check/")
    page.get_by_label("Claim").fill(CLAIM)
    page.get_by_role("button", name="Check claim").click()
    page.get_by_role("heading", name="Sentences").wait_for()
    camera.shoot_both("check-claim")
