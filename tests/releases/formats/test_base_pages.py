"""Pages beside the claims, as the official tools open them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from releases.dataset.rules.choices import Compression
from releases.formats.fever.pages import FeverPages
from releases.formats.feverous.official_tools import FeverousDB, WikiPage
from releases.formats.feverous.pages import FeverousPages
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext

WIKITEXT = """'''Łódź''' is a city on the [[Ner (river)|Ner]].	It has trams.

{|
! Year !! People
|-
| 1900 || 314,000
|}

== History ==
It grew fast.
"""
NFD = unicodedata.normalize("NFD", "Łódź")


def documents() -> Iterable[Mapping[str, Any]]:
    for title in ("Aare", "Łódź"):
        yield write_feverous(parse_wikitext(title, WIKITEXT).document)


def test_the_official_reader_finds_every_page(tmp_path: Path) -> None:
    written = FeverousPages().write(tmp_path, documents, Compression.NONE)
    assert [(one.path, one.records) for one in written] == [("pages.jsonl", 2), ("pages.db", 2)]
    with FeverousDB(str(tmp_path / "pages.db")) as database:
        assert database.get_doc_ids() == ["Aare", NFD]
        page = WikiPage(NFD, database.get_doc_json(NFD))
    assert page.get_cell_content("cell_0_1_1") == "314,000"
    assert [sentence.name for sentence in page.get_sentences()] == [
        "sentence_0",
        "sentence_1",
        "sentence_2",
    ]
    lines = (tmp_path / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["title"] for line in lines] == ["Aare", NFD]
    # Only the format's own keys.
    assert set(json.loads(lines[0])) == {
        "title",
        "order",
        "sentence_0",
        "sentence_1",
        "sentence_2",
        "section_0",
        "table_0",
    }


def test_pages_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        FeverousPages().write(tmp_path / name, documents, Compression.GZIP)
    for file in ("pages.jsonl.gz", "pages.db"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_introductions_in_fever_form(tmp_path: Path) -> None:
    (facts,) = FeverPages().write(tmp_path, documents, Compression.NONE)
    assert facts.path == "wiki-pages.jsonl"
    line = json.loads((tmp_path / facts.path).read_text(encoding="utf-8").splitlines()[1])
    assert line == {
        "id": "Łódź",
        "text": "Łódź is a city on the Ner. It has trams.",
        "lines": "0\tŁódź is a city on the Ner.\tNer\tNer_-LRB-river-RRB-\n1\tIt has trams.",
    }
