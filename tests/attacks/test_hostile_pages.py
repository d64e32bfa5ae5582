"""Pages from files of strangers: hostile values in every field of every format that we import."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from lxml import html as lxml_html

from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, share_corpus
from wiki import documents
from wiki.dump.extraction import ExtractedPage, extract
from wiki.dump.records import PageFormat, SourcePage
from wiki.models import Page, PageContent
from wiki.parsing.elements import PageDocument
from wiki.parsing.feverous import read_feverous
from wiki.reading.markup import Linker, page_html
from wiki.reading.selecting import SelectionRule, selectable_html

INJECTION = (
    'x" hx-post="/people/1/make-administrator/" hx-trigger="load" onclick="alert(1)"'
    " style='color:red'><script>alert(1)</script><img src=x onerror=alert(1)>"
)
STRINGS = [INJECTION, "javascript:alert(1)", "</table></div><form action='/'>", "\0", "\ud800", ""]
OTHERS: list[Any] = [None, True, -1, 0, 10**12, 1.5, [], {}, [INJECTION], {"a": INJECTION}]

PAGE: dict[str, Any] = {
    "title": "Aare",
    "order": ["sentence_0", "section_0", "table_0", "table_1", "list_0"],
    "sentence_0": "The [[Rhine|river]] is long.",
    "section_0": {"value": "Course", "level": 2},
    "table_0": {
        "table": [
            [
                {
                    "id": "header_cell_0_0_0",
                    "value": "Length",
                    "is_header": True,
                    "column_span": "1",
                    "row_span": "1",
                },
                {
                    "id": "cell_0_0_1",
                    "value": "288 km",
                    "is_header": False,
                    "column_span": "1",
                    "row_span": "1",
                },
            ]
        ],
        "type": "infobox",
        "caption": "The river",
    },
    "table_1": {
        "table": [
            [
                {
                    "id": "cell_1_0_0",
                    "value": "inside",
                    "is_header": False,
                    "column_span": "2",
                    "row_span": "3",
                }
            ]
        ],
        "type": "general",
        "parent": "cell_0_0_1",
    },
    "list_0": {
        "type": "unordered_list",
        "list": [{"id": "item_0_0", "value": "One", "level": 0, "type": "ordered_list"}],
        "parent": "cell_0_0_1",
    },
    "hatnotes": ["sentence_0"],
    "paragraphs": ["sentence_0"],
    "flagged_sections": ["section_0"],
}
TAGS = {
    *("p", "span", "a", "br", "div", "table", "caption", "colgroup", "col", "thead", "tbody"),
    *("tr", "th", "td", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6"),
}
ATTRIBUTES = {
    *("class", "id", "data-address", "href", "tabindex", "role", "aria-label", "colspan"),
    *("rowspan", "scope", "width", "data-closed", "data-column", "aria-selected"),
    *("aria-multiselectable", "aria-readonly"),
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))


def with_value(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    page = copy.deepcopy(PAGE)
    at: Any = page
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return page


def imported(text: str, page_format: PageFormat, title: str = "Aare") -> ExtractedPage | None:
    """Return what an import stores of a page, or None if the page failed with a reason."""
    extraction = extract(SourcePage(title, 1, 1, "", text, page_format))
    if isinstance(extraction, ExtractedPage):
        return extraction
    assert extraction.kind != "failed" or extraction.reason
    return None


def strange_parts(document: PageDocument) -> list[str]:
    """Return the tags, attributes and addresses in the page's HTML that are not ours."""
    linker = Linker({"Rhine": "Rhine"})
    rule = SelectionRule(frozenset({"sentence", "cell", "header_cell", "caption", "item"}))
    found = []
    for markup in (page_html(document, linker), selectable_html(document, linker, rule)):
        for element in lxml_html.fragment_fromstring(markup, create_parent="div").iter():
            if element.tag not in TAGS:
                found.append(str(element.tag))
            found += [name for name in element.attrib if name not in ATTRIBUTES]
            href = element.get("href", "/wiki/")
            if not href.startswith(("/wiki/", "#")):
                found.append(href)
    return found


def test_the_page_itself_is_imported_as_it_is() -> None:
    stored = imported(json.dumps(PAGE), PageFormat.FEVEROUS)
    assert stored is not None
    document = read_feverous(documents.unpack(stored.document.data))
    assert [block.address for block in document.blocks] == PAGE["order"]
    assert strange_parts(document) == []


@pytest.mark.parametrize("path", list(places(PAGE)), ids=lambda path: ".".join(map(str, path)))
def test_a_hostile_value_is_put_aside_or_only_text(path: tuple[Any, ...]) -> None:
    for value in [*STRINGS, *OTHERS]:
        stored = imported(json.dumps(with_value(path, value)), PageFormat.FEVEROUS)
        if stored is not None:
            assert strange_parts(read_feverous(documents.unpack(stored.document.data))) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("table_1", "parent"), INJECTION),
        (("table_1", "parent"), "cell_1_0_0"),
        (("table_1", "parent"), "cell_0_9_9"),
        (("list_0", "parent"), INJECTION),
        (("section_0", "level"), 7),
        (("table_0", "table", 0, 1, "id"), "cell_0_0_0"),
        (("table_0", "table", 0, 1, "id"), "cell_5_0_1"),
        (("table_0", "table", 0, 1, "column_span"), "70000"),
        (("table_0", "table", 0, 1, "row_span"), "-1"),
        (("table_0", "table", 0, 1, "value"), ["a"]),
        (("table_0", "type"), "x hx-get"),
        (("list_0", "list", 0, "level"), 10**6),
        (("order",), ["sentence_0", "sentence_0"]),
        (("order",), ["sentence_0", "script_0"]),
        (("sentence_0",), "a\0b"),
        (("sentence_0",), "a\ud800b"),
    ],
)
def test_what_the_schema_does_not_allow_is_put_aside(path: tuple[Any, ...], value: Any) -> None:
    assert imported(json.dumps(with_value(path, value)), PageFormat.FEVEROUS) is None


@pytest.mark.parametrize("page_format", [PageFormat.WIKITEXT, PageFormat.HTML])
@pytest.mark.parametrize(
    "pattern",
    [
        "%s",
        "== %s ==",
        "[[%s|%s]]",
        "{|\n|+ %s\n! %s\n|-\n| colspan=%s | %s\n|}",
        "{{Infobox x\n| a = %s\n}}",
        "* %s\n** %s",
        "<p>%s</p>",
        "<table><caption>%s</caption><tr><td rowspan='%s'>%s</td></tr></table>",
        "<a href='%s' title='%s'>%s</a>",
        "<h2 id='%s'>%s</h2>",
    ],
)
def test_hostile_markup_becomes_text(pattern: str, page_format: PageFormat) -> None:
    for value in STRINGS:
        text = pattern.replace("%s", value)
        stored = imported(text, page_format)
        if stored is not None:
            assert strange_parts(read_feverous(documents.unpack(stored.document.data))) == []


def store(page: dict[str, Any]) -> Page:
    """Store a document as it is, past every check, as an older version might have."""
    packed = documents.pack(page)
    content = PageContent.objects.create(
        digest=packed.digest, document=packed.data, size=packed.size
    )
    return Page.objects.create(
        corpus=make_corpus(),
        title=page["title"],
        source_id=1,
        revision=1,
        revised_at=NOW,
        source_digest=packed.digest,
        extractor=1,
        content=content,
        is_disambiguation=False,
        is_flagged=False,
        sentences=1,
        tables=1,
        lists=1,
        lossy_elements=0,
    )


def hostile_page() -> dict[str, Any]:
    """Return a page with the injection wherever a text can be."""
    page = copy.deepcopy(PAGE)
    page["sentence_0"] = f"{INJECTION} [[Rhine|{INJECTION}]]"
    page["section_0"]["value"] = INJECTION
    page["table_0"]["caption"] = INJECTION
    page["table_0"]["table"][0][1]["value"] = INJECTION
    page["table_1"]["parent"] = INJECTION
    page["list_0"]["list"][0]["value"] = INJECTION
    page["list_0"]["parent"] = INJECTION
    return page


def test_articles_are_none_of_htmx_business(client: Client, cast: Cast, db: None) -> None:
    share_corpus(store(hostile_page()).corpus, cast.annotator)
    client.force_login(cast.annotator)
    page = client.get("/wiki/Aare").content.decode()
    assert '<div class="article__body" hx-disable>' in page
