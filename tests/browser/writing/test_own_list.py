"""The list of one's own claims: a table whose columns stand below their names."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from annotation.services.writing import highlights
from annotation.services.writing.claims import submit_claims
from tests.annotation.world import World, written_for
from tests.browser.watched import WatchedPage
from tests.people import NOW

Visit = Callable[..., WatchedPage]
COLUMNS = ["Claim", "Verdict", "Highlight", "When", "State", "Actions"]
# The columns of which a cell begins elsewhere than its name, or ends outside of the list.
MISPLACED = """() => {
  const box = document.querySelector(".table-wrap").getBoundingClientRect();
  const names = [...document.querySelectorAll(".own-list thead th")];
  const rows = [...document.querySelectorAll(".own-list tbody tr")];
  return names.filter((name, column) => rows.some((row) => {
    const { left, right } = row.children[column].getBoundingClientRect();
    return Math.abs(left - name.getBoundingClientRect().left) > 1 || right > box.right + 1;
  })).map((name) => name.textContent);
}"""


def test_columns_stand_below_their_names(visit: Visit, world: World) -> None:
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    page = visit(user=world.writer).page
    page.goto(f"/campaigns/{world.campaign.public_id}/claims/mine/")
    expect(page.locator(".own-list thead th")).to_have_text(COLUMNS)
    expect(page.locator(".own-list tbody tr")).to_have_count(3)
    for width, height in ((1400, 900), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MISPLACED) == []
    # On a phone each cell begins at the edge of the list, under the claim.
    page.set_viewport_size({"width": 390, "height": 844})
    starts = (
        page.locator(".own-list tbody tr")
        .first.locator("th, td")
        .evaluate_all("(cells) => cells.map((cell) => cell.getBoundingClientRect().left)")
    )
    assert starts[0] == min(starts)
    assert starts[1] == starts[0]
