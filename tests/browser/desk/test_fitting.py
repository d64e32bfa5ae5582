"""The verification desk on laptops and phones: everything that is needed is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Claim
from tests.browser.desk.world import element, open_campaign, saved, show_page, sit_down, take_claim
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
SIZES = [(1366, height) for height in (650, 720, 768, 800, 850, 900)] + [(1024, 768), (1400, 900)]
LEAST_LIST = 112
RIVERS = "\n".join(
    ["Rivers have lengths.\n", '{| class="wikitable"', "|+ Rivers", "! River !! Length !! Mouth"]
    + [f"|-\n! scope=row | River {n}\n| {n + 1} km || [[Rhine]]" for n in range(40)]
    + ["|}"]
)
TWO_LINES = (
    "The Aare is longer than every one of its tributaries, and none of the other rivers that end in"
    " the Rhine carries as much water as it does where it joins it."
)
# What of an element can be seen: the part inside of the window and of all that scrolls around it.
SEEN = """(element) => {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  const clip = (box) => {
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  };
  for (let around = element; (around = around.parentElement);) {
    if (getComputedStyle(around).overflowY !== "visible") clip(around.getBoundingClientRect());
  }
  clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  // What is stuck at the end of the panel covers what is behind it.
  const decision = document.querySelector(".decision");
  if (!decision.contains(element) && element.closest(".panel__work")) {
    bottom = Math.min(bottom, decision.getBoundingClientRect().top);
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}"""
MEASURE = """() => {
  const seenOf = SEEN;
  const wrong = [];
  const list = seenOf(document.querySelector("[data-panel]"));
  if (list.height < LEAST) wrong.push(`${list.height} px of the list are in sight`);
  const needed = ".verdict, .tile, [data-action='confirm'], .claim-bar__claim, :focus, "
    + "[data-missing] li, .panel__notice";
  for (const element of document.querySelectorAll(needed)) {
    if (!element.checkVisibility()) continue;
    // A choice is its tile: the input itself is for screen readers.
    const shown = element.closest("label") ?? element;
    const [seen, whole] = [seenOf(shown), shown.getBoundingClientRect()];
    const name = `${shown.className || shown.tagName} ${shown.textContent.trim().slice(0, 20)}`;
    if (seen.width < whole.width - 1 || seen.height < whole.height - 1) {
      wrong.push(`${name} is cut off`);
    }
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    const top = document.elementFromPoint(x, y);
    if (!shown.contains(top) && !top?.contains(shown)) wrong.push(`${name} is covered`);
  }
  const tops = [...document.querySelectorAll(".verdict")]
    .map((one) => one.getBoundingClientRect().top);
  if (new Set(tops).size > 1) wrong.push("verdicts in several rows");
  if (document.documentElement.scrollHeight > innerHeight) wrong.push("the document scrolls");
  if (scrollY) wrong.push("the document has been scrolled");
  return wrong;
}""".replace("SEEN", SEEN).replace("LEAST", str(LEAST_LIST))
# As a lease that ends soon and a claim that was lost would show them.
SHOW_NOTICES = """() => {
  document.querySelector("[data-lease-text]").textContent = "Yours for 4 more minutes.";
  for (const name of ["lease", "lost"]) document.querySelector(`[data-${name}]`).hidden = false;
}"""


def problems(page: Page) -> list[str]:
    """Return what does not fit at any size, with the size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [f"{width}×{height}: {one}" for one in page.evaluate(MEASURE)]
    page.set_viewport_size({"width": 1366, "height": 768})
    return found


def test_the_desk_fits_laptops_with_any_evidence_and_every_message(
    visit: Visit, cast: Cast
) -> None:
    open_campaign(cast, Rivers=RIVERS)
    Claim.objects.update(text=TWO_LINES)
    window = visit(user=cast.annotator)
    window.expect_status(422)
    page = window.page
    take_claim(page)
    assert problems(page) == []
    show_page(page, "Rivers")
    page.keyboard.press("n")
    for count in (1, 9, 30):
        for row in range(1, count + 1):
            if element(page, f"cell_0_{row}_1").get_attribute("aria-selected") == "false":
                element(page, f"cell_0_{row}_1").click()
        page.keyboard.press("Control+Enter")
        expect(page.locator("[data-missing] li").first).to_be_visible()
        # The answer to this press, not to the one before, leads to what is missing; and a save that
        # ends later would take the notice of the lease away again.
        expect(page.locator("[name='answer']").first).to_be_focused()
        saved(page)
        page.evaluate(SHOW_NOTICES)
        assert problems(page) == []


def test_little_stands_above_the_article(visit: Visit, cast: Cast) -> None:
    open_campaign(cast)
    Claim.objects.update(text=TWO_LINES)
    page = visit(user=cast.annotator).page
    take_claim(page)
    show_page(page, "Reuss")
    heading = page.locator("[data-room-view] h1")
    most = {(1400, 900): 110, (1366, 768): 110, (390, 844): 200}
    for (width, height), pixels in most.items():
        page.set_viewport_size({"width": width, "height": height})
        box = heading.bounding_box()
        assert box is not None
        assert box["y"] <= pixels
    # What is not needed comes with its button.
    expect(page.locator("#find")).not_to_be_in_viewport()
    page.get_by_role("button", name="Open find on this page").click()
    expect(page.locator("#find")).to_be_in_viewport()
    expect(page.locator("#find")).to_be_focused()


def test_twelve_cells_are_in_sight_on_a_laptop(visit: Visit, cast: Cast) -> None:
    open_campaign(cast, Rivers=RIVERS)
    page = visit(user=cast.annotator).page
    take_claim(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    show_page(page, "Rivers")
    page.keyboard.press("t")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("c")
    page.keyboard.press("s")
    rows = page.locator(".evidence-table tbody tr")
    expect(rows).to_have_count(40)
    expect(rows.first).to_contain_text("River 0")
    seen = page.evaluate(
        """() => {
          const seenOf = SEEN;
          return [...document.querySelectorAll(".evidence-table .element")]
            .filter((one) => seenOf(one).height >= one.getBoundingClientRect().height - 1).length;
        }""".replace("SEEN", SEEN)
    )
    assert seen >= 12
    # The page, the table and the column are named once.
    tray = page.locator("[data-elements]")
    expect(tray.get_by_role("heading")).to_have_text(["Rivers"])
    expect(tray.locator("caption")).to_have_text(["Rivers"])
    expect(tray.locator("thead")).to_have_text("Length")
    saved(page)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_headers_of_a_table_stay_in_sight(visit: Visit, cast: Cast, size: tuple[int, int]) -> None:
    open_campaign(cast, Rivers=RIVERS)
    page = visit(user=cast.annotator, width=size[0]).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    take_claim(page)
    show_page(page, "Rivers")
    box = page.locator(".table-box")
    cue = page.locator(".more-rows")
    expect(cue).to_have_text(f"{rows_below(page)} more rows ↓")
    # The whole box fits the room; wherever the page is scrolled, the headers are the top of it.
    for by in (60, 200, 500):
        page.evaluate(
            """(by) => {
              const view = document.querySelector("[data-room-view]");
              const isScroller = view.scrollHeight > view.clientHeight;
              (isScroller ? view : document.scrollingElement).scrollTop = by;
            }""",
            by,
        )
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        assert page.evaluate(HEADER_SEEN)
    box.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    expect(cue).to_be_hidden()
    assert page.evaluate(HEADER_SEEN)


# What is on top in the middle of the header "Length".
HEADER_SEEN = """() => {
  const header = document.getElementById("header_cell_0_0_1");
  const { left, top, width, height } = header.getBoundingClientRect();
  return header.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def rows_below(page: Page) -> int:
    """Return how many rows begin below the part of the table that is in sight."""
    rows: int = page.evaluate(
        """() => {
          const box = document.querySelector(".table-box").getBoundingClientRect();
          const view = document.querySelector("[data-room-view]").getBoundingClientRect();
          const panel = document.querySelector("[data-desk]");
          const isSheet = getComputedStyle(panel).position === "fixed";
          const end = isSheet ? panel.getBoundingClientRect().top : innerHeight;
          const line = Math.min(box.bottom, view.bottom, end) - 12;
          return [...document.querySelectorAll(".table-box tr")]
            .filter((row) => row.getBoundingClientRect().top > line).length;
        }"""
    )
    return rows


def test_the_list_of_keys_is_on_one_screen(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    page.set_viewport_size({"width": 1366, "height": 768})
    # The search has the focus when a claim opens.
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("heading", level=3)).to_have_text(
        ["Search and pages", "This desk", "In the page", "Evidence", "Verdict", "This claim"]
    )
    for line in ("Ctrl+EnterReview and submit", "!Report this claim", "xSkip this claim", "pPause"):
        expect(dialog).to_contain_text(line)
    assert dialog.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


def test_the_sheet_of_a_phone_opens_by_its_whole_edge(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, width=390).page
    submit = page.get_by_role("button", name="Review and submit")
    expect(submit).to_be_hidden()
    page.locator("[data-summary]").click()
    expect(submit).to_be_visible()
    page.locator("[data-saving]").click()
    expect(submit).to_be_hidden()
    # Its button does it once, not twice.
    page.locator("[data-panel-fold]").click()
    expect(submit).to_be_visible()


def test_the_claim_is_whole_beside_the_guidelines(visit: Visit, cast: Cast) -> None:
    open_campaign(cast)
    Claim.objects.update(text=TWO_LINES)
    page = visit(user=cast.annotator).page
    take_claim(page)
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.get_by_role("dialog", name="Guidelines")).to_be_visible()
    cut = {}
    for width, height in ((1366, 768), (1024, 768), (1400, 900)):
        page.set_viewport_size({"width": width, "height": height})
        cut[width] = page.locator(".claim-bar__claim").evaluate(
            "(claim) => claim.scrollHeight - claim.clientHeight"
        )
    assert cut == {1366: 0, 1024: 0, 1400: 0}


def test_an_infobox_leaves_room_for_the_text_beside_the_guidelines(
    visit: Visit, cast: Cast
) -> None:
    page = sit_down(visit, cast).page
    show_page(page, "Aare")
    page.locator("[data-room-view]").focus()
    page.keyboard.press("g")
    expect(page.get_by_role("dialog", name="Guidelines")).to_be_visible()
    for width, height in ((1366, 768), (1024, 768), (1400, 900)):
        page.set_viewport_size({"width": width, "height": height})
        least = page.evaluate(
            """() => {
              const range = document.createRange();
              range.selectNodeContents(document.getElementById("sentence_0"));
              const room = document.querySelector(".article__body").getBoundingClientRect().width;
              const lines = [...range.getClientRects()].map((line) => line.width);
              return Math.max(...lines) / Math.min(room, 260);
            }"""
        )
        assert least > 0.6, (width, least)
