"""The reading view in a real browser, on every page of the demo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.watched import WatchedPage, wait_until
from tests.examples import IS_LONG
from tests.people import Cast
from tests.wiki.pages import make_page
from wiki.models import Page
from wiki.reading.markup import page_path
from wiki.services.demo import load_demo_corpus

CONTRAST = "color-contrast"
LONG_TABLE = "\n".join(
    ['{| class="wikitable"', "! Year !! River !! Length !! Country"]
    + [f"|-\n! scope=row | {1900 + n}\n| River {n} || {n * 7} km || Country {n}" for n in range(80)]
    + ["|}"]
)


@pytest.mark.slow
def test_every_demo_page_fits_and_is_accessible(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    # Contrast depends on the theme and not on the page, and takes axe most of its time: it is
    # checked on every tenth page, in both themes. `make test-long` checks everything on every page,
    # on a phone too.
    load_demo_corpus(now=timezone.now())
    titles = list(Page.objects.order_by("title").values_list("title", flat=True))
    assert len(titles) >= 120
    every = 1 if IS_LONG else 10
    window = visit(user=cast.annotator, width=1400)
    wrong = []
    for number, title in enumerate(titles):
        window.page.goto(page_path(title))
        wrong += [f"{title}: {finding}" for finding in window.axe_findings(without=[CONTRAST])]
        for width in (1400, 360):
            window.page.set_viewport_size({"width": width, "height": 900})
            if window.overflows():
                wrong.append(f"{title}: overflows at {width} px")
        if number % every == 0:
            for theme in ("dark", "light"):
                window.page.emulate_media(color_scheme=theme)
                found = window.axe_findings(rules=() if IS_LONG else [CONTRAST])
                wrong += [f"{title}, {theme}: {finding}" for finding in found]
        window.page.set_viewport_size({"width": 1400, "height": 900})
    assert wrong == []


def test_contents_lead_to_their_sections_clear_of_the_bar(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    filler = "The river flows on and on through the wide valley. " * 40
    headings = ("Source", "Course", "Mouth")
    make_page("Aare", "".join(f"== {name} ==\n{filler}\n\n" for name in headings))
    window = visit(user=cast.annotator)
    window.page.goto("/wiki/Aare")
    window.page.get_by_role("navigation", name="Contents").get_by_text("Mouth").click()
    heading = window.page.locator("h2", has_text="Mouth")
    expect(heading).to_be_in_viewport()
    bar = window.page.locator(".bar").bounding_box()
    box = heading.bounding_box()
    assert bar is not None and box is not None
    assert box["y"] >= bar["y"] + bar["height"]


def test_an_address_in_the_link_shows_its_cell(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    make_page("Rivers", LONG_TABLE)
    window = visit(user=cast.annotator)
    window.page.goto("/wiki/Rivers#cell_0_70_2")
    expect(window.page.locator("#cell_0_70_2")).to_be_in_viewport()


def test_headers_stay_in_view_while_a_table_scrolls_both_ways(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    make_page("Rivers", LONG_TABLE)
    window = visit(user=cast.annotator, width=360)
    window.page.goto("/wiki/Rivers")
    box = window.page.locator(".table-box")
    box.evaluate("box => box.scrollTo(200, 1200)")
    top = box.bounding_box()
    column_header = window.page.locator("#header_cell_0_0_2").bounding_box()
    row_header = window.page.locator("#header_cell_0_40_0").bounding_box()
    assert top is not None and column_header is not None and row_header is not None
    assert abs(column_header["y"] - top["y"]) < 3
    assert abs(row_header["x"] - top["x"]) < 3


def test_a_table_is_scrolled_by_keyboard(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    make_page("Rivers", LONG_TABLE)
    window = visit(user=cast.annotator)
    window.page.goto("/wiki/Rivers")
    box = window.page.get_by_role("group", name="Table 1")
    box.focus()
    window.page.keyboard.press("End")
    wait_until(window.page, "box => box.scrollTop > 500", box.element_handle())


def test_contents_are_folded_on_a_phone_and_open_at_the_side(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    make_page("Aare", "== A ==\nIt is.\n== B ==\nIt is.\n== C ==\nIt is.")
    wide, narrow = visit(user=cast.annotator), visit(user=cast.annotator, width=360)
    for window, is_open in ((wide, True), (narrow, False)):
        window.page.goto("/wiki/Aare")
        assert window.page.locator("[data-contents]").evaluate("box => box.open") == is_open


def test_text_from_a_page_is_never_run(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    make_page(
        "Trap",
        "It says <nowiki><script>alert(1)</script></nowiki> and"
        " &lt;img src=x onerror=alert(2)&gt; here.",
    )
    window = visit(user=cast.annotator)
    window.page.on("dialog", lambda dialog: window.problems.append("a script ran"))
    window.page.goto("/wiki/Trap")
    assert "<script>alert(1)</script>" in window.page.locator(".article__body").inner_text()
    assert window.page.locator(".article__body script, .article__body img").count() == 0


def test_printed_page_is_the_article_alone(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    make_page("Rivers", "== A ==\nIt is.\n== B ==\nIt is.\n== C ==\nIt is.\n" + LONG_TABLE)
    window = visit(user=cast.annotator)
    window.page.goto("/wiki/Rivers")
    window.page.emulate_media(media="print")
    for left_out in (".bar", ".contents"):
        expect(window.page.locator(left_out)).to_be_hidden()
    box = window.page.locator(".table-box")
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


def test_printed_page_is_dark_on_light_and_cuts_nothing_off(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    # As wide as a sheet of A4 with its margins, from a dark screen.
    cells = "".join(f"|-\n! Season {n}\n" + f"| {n} points in all\n" * 24 for n in range(3))
    make_page("Seasons", '{| class="wikitable"\n' + cells + "|}")
    window = visit(user=cast.annotator, width=718)
    window.page.goto("/wiki/Seasons")
    window.page.emulate_media(media="print", color_scheme="dark")
    assert not window.overflows()
    box = window.page.locator(".table-box")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert box.evaluate("box => getComputedStyle(box).backgroundColor") == "rgb(255, 255, 255)"
    assert window.axe_findings(rules=[CONTRAST]) == []


def test_a_page_begins_with_its_title_on_a_phone(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    text = "A river.\n\n" + "".join(f"== Part {n} ==\nA spring.\n\n" for n in range(5))
    make_page("Aare", text)
    page = visit(user=cast.annotator, width=390).page
    for size in ((390, 844), (800, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(page_path("Aare"))
        expect(page.locator("#find")).to_be_visible()
        tops = page.evaluate(
            """() => ["h1", ".find", ".contents", ".article__body", ".article__foot"].map((name) =>
              document.querySelector(`main ${name}`).getBoundingClientRect().top)"""
        )
        assert tops == sorted(tops)
        assert tops[0] < 160
