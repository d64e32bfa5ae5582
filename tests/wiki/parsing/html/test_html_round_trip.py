"""Demo pages stay the same when written as Parsoid's HTML and read again."""

from benchmarks._parsoid import render_page
from benchmarks.parsing_html import demo_texts
from wiki.parsing.html import parse_html
from wiki.parsing.wikitext import parse_wikitext


def test_demo_pages_survive_a_round_trip_through_html() -> None:
    pages = [parse_wikitext(title, text) for title, text in demo_texts()[:40]]
    changed = []
    for page in pages:
        again = parse_html(page.title, render_page(page))
        if again.document != page.document or again.categories != page.categories:
            changed.append(page.title)
    assert len(pages) == 40
    assert changed == []
