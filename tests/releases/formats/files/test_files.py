"""Files of a release: the same bytes each time, whole or not there; faults have their line."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core import line_files
from releases import formats
from releases.dataset.elements import evidence_of
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import Record
from releases.formats.files.reading import (
    FileFault,
    ReadRecord,
    SkippedLines,
    SkipReason,
    read_records,
)
from releases.formats.files.writing import facts_of, write_lines
from releases.messages import fault_text
from tests.releases.records import RECORD, records
from wiki.parsing.context import UnknownAddressError, context_of
from wiki.parsing.elements import Section
from wiki.parsing.excerpt import addresses_on
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext

FEVEROUS = formats.get("feverous")
PUBLIC = formats.get("public")
DEMO = Path(__file__).parents[4] / "demo" / "articles"


def write(folder: Path, those: list[Record], compression: Compression) -> Path:
    facts = write_lines(
        folder,
        "train.jsonl",
        map(FEVEROUS.write, those),
        headers=FEVEROUS.layout.headers,
        compression=compression,
    )
    assert facts.records == len(those)
    path = folder / facts.path
    assert facts.size == path.stat().st_size
    assert facts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    return path


@pytest.mark.parametrize("compression", Compression)
def test_the_same_claims_give_the_same_bytes_and_are_read_back(
    compression: Compression, tmp_path: Path
) -> None:
    those = [replace(RECORD, id=number, split="") for number in range(500)]
    path = write(tmp_path / "one", those, compression)
    again = write(tmp_path / "two", those, compression)
    assert path.read_bytes() == again.read_bytes()
    assert path.name == f"train.jsonl{compression.suffix}"
    read = list(read_records(path, FEVEROUS))
    assert [one.record.id for one in read if isinstance(one, ReadRecord)] == list(range(500))
    assert read[0] == SkippedLines(1, SkipReason.HEADER)
    assert isinstance(read[1], ReadRecord) and read[1].line == 2


def test_a_file_that_fails_half_way_is_not_there(tmp_path: Path) -> None:
    def lines() -> Iterator[Any]:
        yield {"id": 1}
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        write_lines(tmp_path, "train.jsonl", lines())
    assert os.listdir(tmp_path) == []


def faults(path: Path, dataset_format: Any = FEVEROUS) -> list[str]:
    return [
        fault_text(fault)
        for fault in read_records(path, dataset_format)
        if isinstance(fault, FileFault)
    ]


@pytest.mark.parametrize("compression", [Compression.GZIP, Compression.ZSTD])
def test_a_half_written_or_damaged_archive_says_where(
    compression: Compression, tmp_path: Path
) -> None:
    those = [replace(RECORD, id=number) for number in range(3000)]
    path = write(tmp_path, those, compression)
    whole = path.read_bytes()
    for damaged in (whole[:-10], whole[: len(whole) // 2]):
        path.write_bytes(damaged)
        found = faults(path)
        assert len(found) == 1
        assert found[0].endswith("The file is damaged from here on, or not all of it is here.")
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes(40) + whole[middle + 40 :])
    assert faults(path)


def test_every_fault_has_its_line(tmp_path: Path) -> None:
    good = msgspec.json.encode(FEVEROUS.write(RECORD))
    other = msgspec.json.encode(FEVEROUS.write(replace(RECORD, id=2)))
    lines = [
        msgspec.json.encode(FEVEROUS.layout.headers[0]),
        good,
        b"{broken",
        b"",
        good,
        "{“id”: 1}".encode("latin-1", "replace") + b"\xff",
        b"[" * 100_000,
        b'{"id": NaN}',
        other,
    ]
    path = tmp_path / "claims.jsonl"
    path.write_bytes(b"\n".join(lines))
    found = faults(path)
    assert [one.partition(":")[0] for one in found] == [
        "Line 3",
        "Line 5",
        "Line 6",
        "Line 7",
        "Line 8",
    ]
    assert found[1] == "Line 5: The id 1 is in line 2 already."
    assert found[2].startswith("Line 6: This is not UTF-8 (byte ")
    assert found[3] == "Line 7: The JSON is nested too deeply."


def test_a_line_without_end_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_files, "LONGEST_LINE", 1000)
    path = tmp_path / "claims.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * 10_000))
    assert faults(path, PUBLIC) == ["Line 1: The line is longer than 1,000 bytes."]


def test_an_empty_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_bytes(b"")
    assert faults(path) == ["The file holds no claims."]


def test_zstd_in_several_frames_is_one_file(tmp_path: Path) -> None:
    encode = msgspec.json.Encoder().encode_lines
    lines = [encode([PUBLIC.write(replace(RECORD, id=n))]) for n in range(3)]
    path = tmp_path / "claims.jsonl.zst"
    path.write_bytes(b"".join(zstandard.ZstdCompressor().compress(line) for line in lines))
    read = list(read_records(path, PUBLIC))
    assert [one.record.id for one in read if isinstance(one, ReadRecord)] == [0, 1, 2]


@given(st.lists(records, max_size=6, unique_by=lambda record: record.id))
def test_export_import_export_is_identical(those: list[Record]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for dataset_format in (FEVEROUS, PUBLIC, formats.get("internal")):
            first = write_lines(
                Path(folder),
                "first.jsonl",
                map(dataset_format.write, those),
                headers=dataset_format.layout.headers,
            )
            read = [
                each.record
                for each in read_records(Path(folder, "first.jsonl"), dataset_format)
                if isinstance(each, ReadRecord)
            ]
            write_lines(
                Path(folder),
                "second.jsonl",
                map(dataset_format.write, read),
                headers=dataset_format.layout.headers,
            )
            assert facts_of(Path(folder), "second.jsonl").sha256 == first.sha256


def test_elements_are_those_of_the_whole_page() -> None:
    for path in sorted(DEMO.rglob("*.wiki"))[::12]:
        document = parse_wikitext("Page", path.read_text(encoding="utf-8")).document
        page = msgspec.json.encode(write_feverous(document))
        texts = {
            element.address: element.text
            for element in document.elements()
            if hasattr(element, "text") and not isinstance(element, Section)
        }
        assert addresses_on(page) == {"title", *document.by_address}
        together = evidence_of(page, list(texts)[::7])
        for address, text in texts.items():
            found = evidence_of(page, [address])[address]
            assert found.text == text
            assert found.context == context_of(document, address)
            assert together.get(address, found) == found


@pytest.mark.parametrize("address", ["sentence_99", "cell_0_9_9", "section_0", "table_0", "x"])
def test_what_is_no_element_is_none(address: str) -> None:
    document = parse_wikitext("Page", "One sentence.\n\n== More ==\nAnother.").document
    page = msgspec.json.encode(write_feverous(document))
    with pytest.raises(UnknownAddressError):
        evidence_of(page, [address])
