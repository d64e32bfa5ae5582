"""The screenshots of the way of candidates: screening, and the feedback on a phase."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.camera import Camera

MATERIAL = Path(__file__).resolve().parent.parent / "demo" / "screening.jsonl"
SUMMARY = "A wooden bridge of 1487 burned down and was replaced by one of stone."
MUTATION = "A wooden bridge of 1487 never burned down."


def be_screened(camera: Camera) -> None:
    """Answer the language questions, and get to the summary."""
    page = camera.page
    camera.shoot("candidate-home")
    page.get_by_role("button", name="Continue").or_(
        page.get_by_role("link", name="Continue")
    ).first.click()
    question = page.get_by_role("heading", name="Screening: question")
    question.wait_for()
    camera.shoot("screening-question")
    right = _right_answers()
    for place in (2, 3):
        page.get_by_role("heading", name=f"question {place} of 3").wait_for()
        options = page.locator("label.option")
        answer = next(right[text] for text in right if page.get_by_text(text).count())
        options.nth(answer - 1).click()
        page.get_by_role("button", name="Next").click()
    page.get_by_label("Summary").fill(SUMMARY)
    page.get_by_label("Mutation").fill(MUTATION)
    camera.shoot("screening-text")


def read_feedback(camera: Camera) -> None:
    """Read the feedback on a phase."""
    page = camera.page
    page.get_by_role("link", name="Read the feedback").first.click()
    page.locator(".compare").first.wait_for()
    camera.shoot("feedback")


def _right_answers() -> dict[str, int]:
    """Return the number of the right answer of each question of the demo."""
    entries = [json.loads(line) for line in MATERIAL.read_text("utf-8").splitlines()]
    return {each["text"]: each["right"] for each in entries if each["kind"] == "question"}
