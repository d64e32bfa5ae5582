"""Marks in the page: badges that cover nothing, borders of cells, headers in order."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Position, expect

from tests.browser.desk.world import element, open_campaign, saved, show_page, take_claim
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
# Cells no wider than their words, a header that spans two rows, and one that spans two columns.
NARROW = """It rains. It pours. It is so.

* Bern
** Aare
** Emme
* Brugg

{| class="wikitable"
! rowspan=2 | Route !! colspan=2 | Side
|-
! Left !! Right
|-
! A1
| 7 || 8
|-
! rowspan=2 | A2
| 17 || 18
|-
| 27 || 28
|}
"""
CELLS = [f"cell_0_{row}_{column}" for row in (2, 3, 4) for column in (1, 2)]
TEXTS = ["sentence_0", "sentence_1", "sentence_2", *(f"item_0_{n}" for n in range(4))]
# The boxes of the badges, and the ink of the words, of what is marked.
BOXES = """() => {
  const marked = [...document.querySelectorAll("[data-room-view] [data-sets]")];
  const pen = document.createElement("canvas").getContext("2d");
  const badges = marked.map((element) => {
    const name = element.matches(".cell") ? "::after" : "::before";
    const style = getComputedStyle(element, name);
    const number = (value) => Number.parseFloat(value) || 0;
    const width = number(style.width) + number(style.paddingLeft) + number(style.paddingRight);
    const height = number(style.height);
    // It is placed from the padding box of what holds it: the cell, or what is around the words.
    let holder = element;
    while (getComputedStyle(holder).position === "static") holder = holder.parentElement;
    const box = holder.getBoundingClientRect();
    const left = box.left + holder.clientLeft - holder.scrollLeft + number(style.left);
    const top = box.top + holder.clientTop - holder.scrollTop
      + number(style.top) + number(style.marginTop);
    return { name: element.dataset.address, left, top, right: left + width, bottom: top + height };
  });
  const words = marked.flatMap((element) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes = [];
    for (let node; (node = walker.nextNode());) {
      if (!node.data.trim()) continue;
      range.selectNodeContents(node);
      const style = getComputedStyle(node.parentElement);
      pen.font = style.font;
      const ink = pen.measureText(node.data);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        boxes.push({
          name: `“${node.data.trim()}”`, left, right,
          top: top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent,
          bottom: bottom - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent,
        });
      }
    }
    return boxes;
  });
  const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  const wrong = [];
  badges.forEach((badge, place) => {
    for (const other of badges.slice(place + 1)) {
      if (meet(badge, other)) wrong.push(`${badge.name} and ${other.name} collide`);
    }
    for (const word of words) {
      if (meet(badge, word)) wrong.push(`${badge.name} covers ${word.name}`);
    }
  });
  const widths = badges.map(({ left, right }) => right - left);
  return { wrong, names: badges.map(({ name }) => name), least: Math.min(...widths) };
}"""


def open_page(visit: Visit, cast: Cast) -> Page:
    open_campaign(cast, Narrow=NARROW)
    page = visit(user=cast.annotator, width=1366).page
    take_claim(page)
    show_page(page, "Narrow")
    return page


def test_badges_cover_no_words_and_do_not_collide(visit: Visit, cast: Cast) -> None:
    page = open_page(visit, cast)
    for number in ("1", "2"):
        page.keyboard.press(number)
        for address in (*TEXTS, *CELLS):
            # Not where the middle of an item is its nested list, nor on the mark before a row.
            place = Position(x=6, y=12) if address in TEXTS else None
            element(page, address).click(position=place)
            expect(element(page, address)).to_have_attribute("data-sets", re.compile(number))
        found = page.evaluate(BOXES)
        assert found["names"] == [*TEXTS, *CELLS]
        assert found["least"] > 8
        assert found["wrong"] == []
    saved(page)


def test_cells_beside_one_that_spans_rows_have_all_borders(visit: Visit, cast: Cast) -> None:
    page = open_page(visit, cast)
    lines = page.evaluate(
        """() => Object.fromEntries(["cell_0_3_1", "cell_0_4_1", "cell_0_4_2", "header_cell_0_3_0"]
          .map((address) => {
            const style = getComputedStyle(document.getElementById(address));
            return [address, [style.borderLeftWidth, style.borderBottomWidth]];
          }))"""
    )
    # The box itself has the line at the side of the first column.
    assert lines == {
        "cell_0_3_1": ["1px", "1px"],
        "cell_0_4_1": ["1px", "1px"],
        "cell_0_4_2": ["1px", "1px"],
        "header_cell_0_3_0": ["0px", "1px"],
    }


def test_headers_are_told_as_they_are_read(visit: Visit, cast: Cast) -> None:
    page = open_page(visit, cast)
    element(page, "cell_0_4_2").click()
    tray = page.locator("[data-elements]")
    expect(tray.locator("thead th")).to_have_text(["Side › Right"])
    expect(tray.locator("tbody th")).to_have_text(["A2"])
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator("thead th")).to_have_text(["Side › Right"])
    expect(confirmation.locator("tbody th")).to_have_text(["A2"])


def test_numbers_stand_below_one_another(visit: Visit, cast: Cast) -> None:
    page = open_page(visit, cast)
    aligned = page.evaluate(
        """() => [...document.querySelectorAll("[data-room-view] .cell")]
          .filter((cell) => getComputedStyle(cell).textAlign === "end")
          .map((cell) => cell.dataset.address)"""
    )
    assert sorted(aligned) == sorted(["header_cell_0_1_1", "header_cell_0_1_2", *CELLS])
