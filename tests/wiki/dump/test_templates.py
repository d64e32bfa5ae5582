"""Templates of a dump: found by searching its bytes, or by the index for some titles only."""

from __future__ import annotations

import bz2
import gzip
import random
from pathlib import Path

from demo.export import DumpPage
from tests.wiki.dumps import article, articles, multistream_dump, xml_dump
from wiki.dump import ArticleSelection, open_dump
from wiki.dump.templates import read_templates

PAGES = [
    DumpPage("Template:Gauge", "{{{1}}} mm<noinclude>[[Category:X]]</noinclude>"),
    DumpPage("Article A", "It has {{gauge|7}} and {{outer}}."),
    *articles(5),
    DumpPage("Template:Outer", "({{inner}})"),
    DumpPage("Template:Lua", "{{#invoke:Lua|main}}"),
    DumpPage("Template:Old name", "#REDIRECT [[Template:Gauge]]", redirect="Template:Gauge"),
    *articles(3),
    DumpPage("Template:Inner", "&lt;{{old name|8}}"),
    DumpPage("Template:Unused", "never"),
]
REDIRECT = "#REDIRECT [[Template:Gauge]]"


def definitions(path: Path, *titles: str) -> dict[str, str]:
    selection = ArticleSelection.of(list(titles))
    batches = read_templates(open_dump(path), selection=selection)
    return dict(found for batch in batches for found in batch.definitions)


ALL = {
    "Gauge": "{{{1}}} mm",
    "Outer": "({{inner}})",
    "Old name": REDIRECT,
    "Inner": "&lt;{{old name|8}}",
    "Unused": "never",
}


def test_plain_templates_are_found_wherever_they_stand(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", PAGES)
    assert definitions(path) == ALL
    (tmp_path / "a.xml.bz2").write_bytes(bz2.compress(path.read_bytes()))
    assert definitions(tmp_path / "a.xml.bz2") == ALL
    assert definitions(multistream_dump(tmp_path / "a-multistream.xml.bz2", PAGES)) == ALL


def test_of_some_titles_only_the_templates_that_they_need_are_read(tmp_path: Path) -> None:
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2", PAGES)
    needed = {title: text for title, text in ALL.items() if title != "Unused"}
    assert definitions(path, "Article A") == needed
    assert definitions(path, "Article 00001") == {}


def test_a_page_across_blocks_and_one_that_is_too_long(tmp_path: Path) -> None:
    long = DumpPage("Template:Long", "x" * 9_000_000)
    comment = DumpPage("Template:Comment", f"a<!--{'y' * 300_000}-->b")
    pages = [article("A"), long, DumpPage("Template:C", "c"), comment, DumpPage("Template:D", "d")]
    assert definitions(xml_dump(tmp_path / "a.xml", pages)) == {"C": "c", "Comment": "ab", "D": "d"}


def test_pages_of_old_exports_without_a_namespace_count_by_their_title(tmp_path: Path) -> None:
    text = xml_dump(tmp_path / "a.xml", PAGES).read_text(encoding="utf-8")
    for number in ("0", "10"):
        text = text.replace(f"<ns>{number}</ns>", "")
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    assert definitions(tmp_path / "a.xml") == ALL


def test_a_damaged_file_gives_the_templates_before_the_damage(tmp_path: Path) -> None:
    chance = random.Random(7)
    noise = [DumpPage(f"N{n}", chance.randbytes(5_000).hex()) for n in range(50)]
    pages = [*PAGES, *noise, DumpPage("Template:After", "after")]
    content = gzip.compress(xml_dump(tmp_path / "a.xml", pages).read_bytes())
    (tmp_path / "a.xml.gz").write_bytes(content)
    assert definitions(tmp_path / "a.xml.gz") == {**ALL, "After": "after"}
    (tmp_path / "b.xml.gz").write_bytes(content[:-20_000])
    assert definitions(tmp_path / "b.xml.gz") == ALL


def test_an_article_that_looks_like_a_template_is_none(tmp_path: Path) -> None:
    pages = [DumpPage("A", "&lt;ns>10</ns> <page> Template:X </page>"), article("B")]
    assert definitions(xml_dump(tmp_path / "a.xml", pages)) == {}
