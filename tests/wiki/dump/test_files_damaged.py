"""Damaged and hostile files: a clear message, and the pages before the damage are imported."""

from __future__ import annotations

import bz2
import gzip
import json
import resource
from itertools import pairwise
from pathlib import Path

import pytest

from tests.wiki.conftest import ImportFile
from tests.wiki.dumps import articles, feverous_page, multistream_dump, xml_dump
from wiki.dump import Batch, DumpError, open_dump
from wiki.dump.extraction import ExtractedPage, extract
from wiki.models import Corpus, Import, Page


def read_until_damage(path: Path) -> tuple[list[str], str]:
    """Return the titles before the damage, and the message about it."""
    titles: list[str] = []
    batches = open_dump(path).batches()

    def read_all() -> None:
        for batch in batches:
            assert isinstance(batch, Batch)
            titles.extend(page.title for page in batch.pages)

    with pytest.raises(DumpError) as caught:
        read_all()
    return titles, str(caught.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress], ids=["xml", "gz", "bz2"])
def test_truncated_file_gives_its_whole_pages_and_names_the_last(
    tmp_path: Path, pack: type[bytes]
) -> None:
    content = xml_dump(tmp_path / "a.xml", articles(3000)).read_bytes()
    path = tmp_path / "cut.xml"
    packed = pack(content)
    path.write_bytes(packed[: len(packed) * 9 // 10])
    titles, message = read_until_damage(path)
    assert titles[0] == "Article 00000"
    assert len(titles) > (2000 if pack is not bz2.compress else 0)
    assert message.startswith("cut.xml: ")
    assert "truncated" in message


def test_truncated_xml_names_the_last_whole_page(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(10))
    content = path.read_text()
    path.write_text(content[: content.index("Article 00007")])
    titles, message = read_until_damage(path)
    assert titles[-1] == "Name 00006"
    assert message == (
        "a.xml: the file is truncated in the middle of the export"
        " (the last complete page is “Name 00006”)."
    )


def test_corrupt_archives_are_said_to_be_corrupt(tmp_path: Path) -> None:
    content = xml_dump(tmp_path / "a.xml", articles(3000)).read_bytes()
    for name, pack in (("a.xml.gz", gzip.compress), ("a.xml.bz2", bz2.compress)):
        packed = bytearray(pack(content))
        middle = len(packed) // 2
        packed[middle : middle + 40] = b"\xff" * 40
        path = tmp_path / name
        path.write_bytes(packed)
        _titles, message = read_until_damage(path)
        assert message.startswith(f"{name}: the archive is corrupt") or "XML is broken" in message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it is empty"),
        (b"hello, world", "it is not a dump"),
        (b"<html><body>hello</body></html>", "its root element is <html>"),
        (
            b"<?xml version='1.0' encoding='iso-8859-1'?><mediawiki/>",
            "it declares the encoding iso-8859-1",
        ),
        ("<mediawiki></mediawiki>".encode("utf-16"), "UTF-16"),
        (b"7z\xbc\xaf\x27\x1c rest", "it is a 7z archive; unpack it"),
        (b"PK\x03\x04 rest", "it is a zip archive"),
        (b"{not json", "its first line is not a JSON object"),
        (b"SQLite format 3\0garbage", "it has no readable table of pages"),
    ],
)
def test_what_is_no_dump_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(DumpError, match=f"^file: .*{message}"):
        list(open_dump(path).batches())


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match=r"^absent\.xml: no such file\.$"):
        open_dump(tmp_path / "absent.xml")


BOMB = """<?xml version="1.0"?>
<!DOCTYPE mediawiki [
  <!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
  {entities}
]>
<mediawiki><page><title x="&z;">&z;</title></page></mediawiki>"""


def test_entity_bomb_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    names = "abcdefghijklmnopqrstuvwxyz"
    entities = "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise(names)
    )
    path = tmp_path / "bomb.xml"
    path.write_text(BOMB.format(entities=entities))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(DumpError, match="declares a document type or entities"):
        list(open_dump(path).batches())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_external_entity_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "outside.xml"
    path.write_text(
        '<!DOCTYPE mediawiki [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        "<mediawiki><page><title>&x;</title></page></mediawiki>"
    )
    with pytest.raises(DumpError, match="declares a document type or entities"):
        list(open_dump(path).batches())


def test_entity_that_nobody_declared_breaks_the_file_where_it_stands(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(10))
    path.write_text(path.read_text().replace("thing number 7", "thing &bomb; 7"))
    titles, message = read_until_damage(path)
    assert "Article 00006" in titles
    assert "Article 00007" not in titles
    assert "XML is broken" in message


def test_bytes_that_are_no_utf8_break_the_file_where_they_stand(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(10))
    path.write_bytes(path.read_bytes().replace(b"thing number 7", b"thing \xe9\xff 7"))
    titles, message = read_until_damage(path)
    assert "Article 00006" in titles
    assert "UTF-8" in message


def test_deeply_nested_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.xml"
    path.write_text(f"<mediawiki><page>{'<a>' * 100_000}{'</a>' * 100_000}</page></mediawiki>")
    with pytest.raises(DumpError, match=r"^deep\.xml: the XML is broken"):
        list(open_dump(path).batches())


def test_bad_line_of_json_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    lines = [json.dumps(feverous_page("Aare")), "{broken", '["no object"]', ""]
    path.write_bytes("\n".join([*lines, json.dumps(feverous_page("Bern"))]).encode() + b"\n\xff{")
    (batch,) = open_dump(path).batches()
    assert isinstance(batch, Batch)
    assert [page.title for page in batch.pages] == ["Aare", "Bern"]
    assert [damage.title for damage in batch.damages] == ["line 2", "line 3", "line 6"]
    reason = "Expecting property name enclosed in double quotes, character 2"
    assert batch.damages[0].reason == f"it is not JSON ({reason})"


def test_index_of_a_file_that_can_have_none_is_refused(tmp_path: Path) -> None:
    index = tmp_path / "a-index.txt"
    index.write_text("500:1:Aare\n")
    with pytest.raises(DumpError) as caught:
        open_dump(xml_dump(tmp_path / "a.xml", articles(2)), index=index)
    assert str(caught.value) == (
        "a.xml: it is not a multistream dump, so a-index.txt cannot be its index."
    )


def test_index_that_does_not_match_is_named(tmp_path: Path) -> None:
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2")
    index = tmp_path / "a-multistream-index.txt.bz2"
    index.write_bytes(bz2.compress(b"500:1:Aare\n99999999:2:Bern\n"))
    with pytest.raises(DumpError, match=r"^a-multistream-index\.txt\.bz2: it does not match"):
        list(open_dump(path).batches())
    index.write_bytes(bz2.compress(b"not an index\n"))
    with pytest.raises(DumpError, match="it is not the index"):
        list(open_dump(path).batches())


def test_import_of_a_truncated_file_fails_with_its_reason_and_a_repaired_one_is_imported(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    whole = xml_dump(tmp_path / "whole.xml", articles(60))
    cut = tmp_path / "cut.xml"
    cut.write_text(whole.read_text()[: whole.read_text().index("Article 00050")])
    source = import_file(cut)
    assert source.state == Import.State.FAILED
    assert "truncated" in source.reason
    assert "“Article 00049”" in source.reason
    assert Page.objects.filter(corpus=corpus).count() == 50
    # Again: the same end, nothing twice.
    assert import_file(cut) == source
    assert Page.objects.filter(corpus=corpus).count() == 50
    repaired = import_file(whole)
    assert repaired.state == Import.State.DONE
    assert Page.objects.filter(corpus=corpus).count() == 60
    assert repaired.problems.count() == 0


def test_damaged_stream_fails_the_import_and_the_others_are_imported(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2", articles(30), in_stream=10)
    starts = [batch.start for batch in open_dump(path).batches()]  # type: ignore[union-attr]
    content = bytearray(path.read_bytes())
    content[starts[2] + 20 : starts[2] + 60] = b"\0" * 40
    path.write_bytes(content)
    source = import_file(path)
    assert source.state == Import.State.FAILED
    assert source.reason.startswith(f"{path.name}: the stream at byte {starts[2]} is corrupt")
    assert source.chunks.count() == 4
    titles = set(Page.objects.filter(corpus=corpus).values_list("title", flat=True))
    assert len(titles) == 23
    assert {"Article 00000", "Article 00029"} < titles
    # Started again it fails with the same reason, although no stream is left to read.
    assert import_file(path).reason == source.reason


# Numbers that Python does not convert, lists that it cannot nest, and half of a character in UTF-8,
# which `json` reads of bytes.
UNREADABLE = {
    b'{"title": "B", "n": ' + b"9" * 5000 + b"}": "it is not JSON (a number has too many digits)",
    b'{"title": "B", "a": ' + b"[" * 100_000 + b"}": "it is not JSON (it is nested too deeply)",
    b'{"title": "B \xed\xa0\x80"}': "it is not in UTF-8 (invalid continuation byte)",
}


@pytest.mark.parametrize("line", UNREADABLE, ids=UNREADABLE.values())
def test_a_line_that_json_cannot_read_is_put_aside_with_the_reason(
    tmp_path: Path, line: bytes
) -> None:
    good = json.dumps(feverous_page("Aare")).encode()
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([good, line, good]))
    (batch,) = open_dump(path).batches()
    assert isinstance(batch, Batch)
    assert [page.title for page in batch.pages] == ["Aare", "Aare"]
    assert [(one.title, one.reason) for one in batch.damages] == [("line 2", UNREADABLE[line])]


@pytest.mark.parametrize("line", list(UNREADABLE)[:2], ids=list(UNREADABLE.values())[:2])
def test_a_first_line_that_json_cannot_read_is_no_dump(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(line)
    with pytest.raises(DumpError, match="its first line is not a JSON object"):
        list(open_dump(tmp_path / "a.jsonl").batches())


def test_a_mark_of_utf8_at_the_beginning_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(feverous_page("Aare")).encode())
    (batch,) = open_dump(path).batches()
    assert isinstance(batch, Batch)
    (page,) = batch.pages
    assert isinstance(extract(page), ExtractedPage)
