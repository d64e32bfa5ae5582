"""Links are counted from the stored documents, through redirects, once a page."""

from __future__ import annotations

from wiki.documents import unpack_text
from wiki.dump.extraction import extract
from wiki.dump.links import LinkCounter, TitleTable, targets_in
from wiki.dump.records import SourcePage


def document(title: str, text: str) -> bytes:
    extracted = extract(SourcePage(title, 1, 1, "", text))
    assert extracted.kind == "page"
    return unpack_text(extracted.document.data)


def test_links_of_sentences_cells_items_and_captions_are_found() -> None:
    text = (
        "It flows through [[Bern]] and [[Thun|the town of Thun]].\n\n* An item on [[Lake Biel]]\n\n"
        '{| class="wikitable"\n|+ Of the [[Rhine]]\n! [[Length]]\n|-\n| [[Aarau#History|Aarau]]\n|}'
    )
    found = targets_in(document("Aare", text))
    assert found == {"Bern", "Thun", "Lake Biel", "Rhine", "Length", "Aarau"}


def test_titles_with_quotes_and_backslashes_are_found() -> None:
    assert targets_in(b'{"sentence_0":"[[\\"Heroes\\"_(song)|a song]]"}') == {'"Heroes" (song)'}


def test_title_table_finds_what_was_added_and_nothing_else() -> None:
    table = TitleTable()
    titles = [f"Title {number}" for number in range(2000)]
    for place, title in enumerate(titles):
        table.add(title, place)
    table.sort()
    assert [table.find(title) for title in titles] == list(range(2000))
    assert table.find("Absent") is None


def test_each_page_counts_once_and_never_for_itself() -> None:
    counter = LinkCounter()
    for title in ("Aare", "Bern", "Rhine"):
        counter.add_page(title)
    counter.add_redirects([("Aar", "Aare"), ("Nowhere", "Absent")])
    counter.count(0, document("Aare", "The [[Aare]] reaches the [[Rhine]]."))
    counter.count(1, document("Bern", "It is on the [[Aare]], also called [[Aar]], [[Nowhere]]."))
    counter.count(2, document("Rhine", "It takes up the [[Aar]]."))
    assert list(counter.counts) == [2, 0, 1]
