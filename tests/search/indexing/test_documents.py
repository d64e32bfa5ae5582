"""Pages as they are indexed."""

from __future__ import annotations

from search.excerpts.passages import passages_of
from search.indexing.documents import PageMetadata, build_document
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext


def test_list_in_a_cell_is_indexed_once() -> None:
    page = parse_wikitext("Crew", "{|\n|\n* Armstrong\n* Aldrin\n|}").document
    document = build_document(PageMetadata(1, "Crew", b""), write_feverous(page))
    assert document.fields["text"].split().count("armstrong") == 1
    assert [passage.text for passage in passages_of(page)] == ["Crew", "Armstrong\nAldrin"]
