"""Rendered HTML into elements: speed beside bare lxml, and whether a round trip keeps the page.

The pages are real articles where they are at hand, else the demo's, written as HTML in Parsoid's
manner by ``_parsoid``. References, figures and navigation are added, so that the parser has as
much to step over as in Parsoid's own output.
"""

from __future__ import annotations

import gzip
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator

from lxml import etree
from lxml import html as lxml_html

from benchmarks._parsoid import render_page
from benchmarks.harness import ROOT, Figure, data_folder
from wiki.parsing.elements import Cell, ListBlock, PageDocument, Table
from wiki.parsing.html import parse_html
from wiki.parsing.page import ParsedPage
from wiki.parsing.wikitext import parse_wikitext

TITLE = "Parsing rendered HTML"
_PAGES = 120
_PAGE_CHARACTERS = 40_000
_ROUNDS = 5


def run() -> list[Figure]:
    """Measure."""
    pages = list(_pages())
    sources = [(p.title, render_page(p, most_characters=_PAGE_CHARACTERS)) for p in pages]
    size = sum(len(html) for _, html in sources) / len(sources)
    bare, ours = _alternate(
        lambda: [lxml_html.fromstring(html) for _, html in sources],
        lambda: [parse_html(title, html) for title, html in sources],
    )
    same, elements = _round_trip(pages)
    return [
        Figure("pages", len(pages)),
        Figure("mean size of a page", size / 1000, "kB"),
        Figure("bare lxml.html.fromstring", len(pages) / bare, "pages/s"),
        Figure("parse_html", len(pages) / ours, "pages/s", aim=240),
        Figure("parse_html", size * len(pages) / ours / 1e6, "MB/s"),
        Figure("time beside bare lxml", ours / bare, "times", less_is_better=True),
        Figure("elements kept by a round trip", 100 * same / elements, "%", must=99),
    ]


def _alternate(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """Return the shortest time of each, taken in turns: machines are noisy."""
    best = [float("inf"), float("inf")]
    for _ in range(_ROUNDS):
        for number, work in enumerate((first, second)):
            started = time.perf_counter()
            work()
            best[number] = min(best[number], time.perf_counter() - started)
    return best[0], best[1]


def _round_trip(pages: list[ParsedPage]) -> tuple[int, int]:
    """Return how many elements come out of the HTML as they went in, and how many there are."""
    same = total = 0
    for page in pages:
        html = render_page(page)
        before, after = (_contents(p.document) for p in (page, parse_html(page.title, html)))
        total += before.total()
        same += (before & after).total()
    return same, total


def _contents(document: PageDocument) -> Counter[tuple[object, ...]]:
    """Return what holds text, without its numbers: one sentence less must not move all others."""
    contents: Counter[tuple[object, ...]] = Counter()
    for element in document.elements():
        if isinstance(element, Table | ListBlock):
            continue
        place: tuple[object, ...] = ()
        if isinstance(element, Cell):
            place = (element.row, element.column, element.row_span, element.column_span)
        kind = element.address.rstrip("0123456789_")
        contents[(kind, element.text, getattr(element, "links", ()), *place)] += 1
    return contents


def _pages() -> Iterator[ParsedPage]:
    texts = _real_texts() or demo_texts()
    for title, text in texts[:_PAGES]:
        page = parse_wikitext(title, text)
        if page.redirect is None and page.document.blocks:
            yield page


def _real_texts() -> list[tuple[str, str]]:
    folder = data_folder()
    path = folder / "wiki" / "articles.jsonl.gz" if folder else None
    if path is None or not path.is_file():
        print("no real articles here: the demo's are used")
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [(page["title"], page["text"]) for page in map(json.loads, lines)]


def demo_texts() -> list[tuple[str, str]]:
    """Return the titles and wikitexts of the demo."""
    found = []
    parser = etree.iterparse(
        str(ROOT / "demo" / "demo-pages-articles.xml"), tag="{*}page", resolve_entities=False
    )
    for _, page in parser:
        title, text = page.findtext("{*}title"), page.findtext("{*}revision/{*}text")
        if title and text:
            found.append((title, text))
        page.clear()
    return found
