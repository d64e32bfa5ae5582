"""The verifier's scores of a release in a real browser: at two sizes, in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from releases.models import VerifierEvaluation
from releases.scoring.evaluation_figures import (
    BinFigures,
    EvaluationFigures,
    OtherwiseFigure,
    RecallFigure,
    ScoreFigures,
)
from tests.browser.watched import WatchedPage
from tests.people import NOW, PASSWORD
from tests.releases.world import address, make_campaign, make_release, manager_of, verify_all

SIZES = ((1366, 768), (390, 844))
LABELS = ("supported", "refuted", "not_enough_information")
COUNTS = ((120, 31, 12), (40, 96, 9), (18, 22, 30))


def figures(record: int) -> EvaluationFigures:
    return EvaluationFigures(
        all=ScoreFigures(378, 0.214, 0.651),
        fever=0.305,
        complete=0.311,
        precision=0.121,
        f1=0.174,
        abstained=14,
        learned=12,
        gold=300,
        gold_accuracy=0.702,
        length_accuracy=0.561,
        recall=(
            RecallFigure("pages", 5, 0.71, 0.55, 0.7),
            RecallFigure("tables", 3, None, None, None),
        ),
        confusion={
            label: dict(zip(LABELS, row, strict=True))
            for label, row in zip(LABELS, COUNTS, strict=True)
        },
        calibration=(
            BinFigures(0.0, 0.2, 0, 0),
            BinFigures(0.2, 0.4, 41, 15, (0.24, 0.52)),
            BinFigures(0.4, 0.6, 130, 71, (0.46, 0.63)),
            BinFigures(0.6, 0.8, 117, 83, (0.62, 0.78)),
            BinFigures(0.8, 1.0, 90, 77, (0.77, 0.91)),
        ),
        challenges={"numerical_reasoning": ScoreFigures(90, 0.1, 0.5), "": ScoreFigures(9, 0, 0)},
        otherwise=(
            OtherwiseFigure(
                record,
                "The longest river of the north is 986 km long.",
                "supported",
                "refuted",
                0.93,
                "The row with the largest length does not have length “986”.",
            ),
        ),
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_scores_are_read_and_lead_to_the_claims(
    dark: bool,
    visit: Callable[..., WatchedPage],
    settings: Settings,
    tmp_path: Path,
) -> None:
    settings.HOME = tmp_path
    desk = make_campaign(3)
    verify_all(desk)
    release = make_release(desk.campaign)
    manager = manager_of(desk)
    manager.set_password(PASSWORD)
    manager.save()
    item = release.items.order_by("pk")[0]
    VerifierEvaluation.objects.create(
        release=release,
        part=item.split,
        requested_at=NOW,
        requested_by=manager,
        model_number=2,
        finished_at=NOW,
        figures=msgspec.to_builtins(figures(item.record_id)),
    )
    window = visit(user=manager, dark=dark)
    page = window.page
    page.goto(address("release", desk, 1))
    page.get_by_role("link", name="Verifier’s scores").click()
    expect(page.get_by_role("heading", name="The verifier on this release")).to_be_visible()
    expect(page.get_by_text("“Refuted” is most often taken for “Supported”")).to_be_visible()
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    assert wrong == []
    page.get_by_role("link", name="The longest river of the north is 986 km long.").click()
    page.wait_for_url(f"**{address('release-claim', desk, 1, item.record_id)}")
