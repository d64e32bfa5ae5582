"""Bad HTML: parsed quickly, with a page or a clear error that names the page."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from wiki.parsing.elements import Table
from wiki.parsing.html import parse_html
from wiki.parsing.limits import DEFAULT_LIMITS, InvalidPageError, PageTooLargeError

SECONDS = 30.0


def test_empty_html_is_an_empty_page() -> None:
    for html in ("", " \n", b"", "<!-- nothing -->", "<html></html>"):
        assert parse_html("Ebb", html).document.blocks == ()


def test_page_without_title_is_refused() -> None:
    with pytest.raises(InvalidPageError, match="needs a title"):
        parse_html(" _ ", "<p>Text.</p>")


def test_html_beyond_the_limit_is_refused_by_name() -> None:
    limits = replace(DEFAULT_LIMITS, expanded_characters=100)
    with pytest.raises(PageTooLargeError, match="'Ebb': 101 characters of HTML"):
        parse_html("Ebb", "x" * 101, limits=limits)
    with pytest.raises(PageTooLargeError, match="'Ebb': 101 bytes of HTML"):
        parse_html("Ebb", b"x" * 101, limits=limits)


def test_html_of_too_many_elements_is_refused_by_name() -> None:
    limits = replace(DEFAULT_LIMITS, elements=5, cells=5)
    with pytest.raises(PageTooLargeError, match="'Ebb': 52 HTML elements"):
        parse_html("Ebb", "<p>x</p>" * 50, limits=limits)


def test_tag_with_too_many_attributes_is_refused_by_name() -> None:
    for value in ("", "=1", '=">"', "='>'"):
        attributes = " ".join(f"a{number}{value}" for number in range(12_000))
        with pytest.raises(InvalidPageError, match=r"'Ebb': a tag has more than 2,000 attributes"):
            parse_html("Ebb", f"<p>Text.</p><p {attributes}>More.</p>")


def test_cells_beyond_the_limit_are_left_out_and_noted() -> None:
    limits = replace(DEFAULT_LIMITS, cells=5)
    page = parse_html("Ebb", "<table>" + "<tr><td>a<td>b" * 5 + "</table>", limits=limits)
    table = page.document.blocks[0]
    assert isinstance(table, Table)
    assert sum(len(row) for row in table.rows) == 5
    assert any(note.startswith("truncated") for note in page.notes)


def test_entities_of_a_document_type_are_not_expanded() -> None:
    bomb = '<!DOCTYPE html [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]><p>It says &b; and &amp;.</p>'
    assert "boom boom" not in str(parse_html("Ebb", bomb).document)
    assert "It says &b; and &." in str(parse_html("Ebb", bomb).document)


def test_external_files_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("not to be read")
    entity = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    page = parse_html("Ebb", f"{entity}<p>Is &x; it.</p>")
    assert "Is &x; it." in str(page.document)
    assert "not to be read" not in str(page.document)


def test_bytes_are_decoded_as_utf8_or_as_declared() -> None:
    assert "Café" in str(parse_html("Ebb", "<p>Café.</p>".encode()).document)
    assert "Café" in str(parse_html("Ebb", "<p>Café.</p>".encode("utf-16")).document)
    declared = parse_html("Ebb", "<meta charset=windows-1252><p>Café.</p>".encode("windows-1252"))
    assert "Café" in str(declared.document)
    undeclared = parse_html("Ebb", b"<p>Caf\xe9.</p>")
    assert "Caf\ufffd." in str(undeclared.document)
    assert undeclared.notes == ("repaired: bytes that are not UTF-8",)


@pytest.mark.parametrize("reference", ["&#1;", "&#x02;", "&#0000004", "&#x1b;", "\x01", "\x12"])
def test_control_characters_never_act_as_marks(reference: str) -> None:
    page = parse_html("Ebb", f"<p>One {reference}Two{reference}Three.</p>")
    assert not any(ord(char) < 32 for char in str(page.document.blocks[0]))
    assert page.links == ()


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 100_000 + "deep",
        "<table><tr><td>" * 30_000 + "deep",
        "<ul><li>x" * 50_000,
        "<ul>" * 50_000 + "<li>x",
        "<div>" * 500 + "<p>Deep text.</p>",
        "<table>" + "<tr><td rowspan=60000 colspan=1000>x" * 5_000,
        "<table><tr>" + "<td rowspan=2 colspan=1000>x" * 5_000 + "<tr><td>y",
        "<table>" + "<tr><td>a<td>b<td>c" * 20_000,
        '<a href="./X">' * 20_000,
        "at <span class=geo-inline>" * 20_000,
        "<span class=mwe-math-element><i>" * 20_000,
        "<b>" + "( <i class=noprint></i>" * 20_000,
        "<dl><dt>" + ":" * 200_000,
        "<" * 200_000,
        "&#" * 100_000,
        "<!--" * 50_000,
        "x" * 1_000_000,
    ],
    ids=lambda html: html[:24],
)
def test_pathological_html_ends_soon(html: str) -> None:
    started = time.process_time()
    parse_html("Ebb", html)
    assert time.process_time() - started < SECONDS


def test_deep_text_is_kept_and_noted() -> None:
    page = parse_html("Ebb", "<div>" * 500 + "<p>Deep text.</p>" + "</div>" * 500 + "<p>After.</p>")
    assert [block.text for block in page.document.blocks] == ["Deep text.", "After."]  # type: ignore[union-attr]
    assert page.notes == ("truncated: elements nested too deeply are read as bare text",)
    assert page.lossy == ("sentence_0",)
