"""Damaged copies of files in every format that we accept: pages, claims or a reason, nothing else.

`make test` tries a few copies a format, `make test-long` thirty times as many.
"""

from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.file_limits import DEFAULT_FILE_LIMITS
from releases.formats import registry as formats
from releases.formats.base import FormatError
from releases.formats.files.reading import FileFault, ReadRecord, read_json_lines, read_records
from releases.formats.own.scoring import PLAIN_SCORING
from tests.examples import examples
from tests.releases.formats.test_line_reader_any_line import LINES, PREDICTIONS
from tests.wiki.dumps import (
    TITLES,
    feverous_database,
    feverous_page,
    multistream_dump,
    xml_dump,
)
from wiki.dump import Batch, DumpError, SourcePage, open_dump
from wiki.dump.extraction import ExtractedPage, extract
from wiki.dump.multistream import read_stream

LIMITS = replace(DEFAULT_FILE_LIMITS, seconds=10, megabytes=512, allowed_bytes=4 * 2**20)
FUZZED = settings(
    max_examples=examples(20),
    # Each example overwrites the file of the one before.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

# Bytes that mean something to one of the readers.
TOKENS = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\r", b"\n", b"{", b"}", b"[", b"]", b'"'),
    *(b"<page>", b"</page>", b"<title>", b"&#0;", b"<!DOCTYPE a [", b"<![CDATA[", b"]]>", b"-1"),
    *(b"1e999", b"9" * 5000, b"[" * 2000, b"null", b"NaN", b"{{{{", b"[[File:", b"{|\n", b"|}"),
)
# Where, how many bytes are lost there, and what stands there instead.
DAMAGES = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 40),
        st.sampled_from(TOKENS) | st.binary(max_size=8),
    ),
    min_size=1,
    max_size=6,
)
Damages = list[tuple[float, int, bytes]]


def damaged(content: bytes, damages: Damages) -> bytes:
    for where, lost, instead in damages:
        place = int(where * len(content))
        content = content[:place] + instead + content[place + lost :]
    return content


def enterprise_line(title: str) -> bytes:
    record = {
        "name": title,
        "identifier": 7,
        "date_modified": "2026-01-01T00:00:00Z",
        "namespace": {"identifier": 0},
        "version": {"identifier": 70},
        "article_body": {"html": f"<p><b>{title}</b> is a <a href='./Rhine'>river</a>.</p>"},
        "redirects": [{"name": f"{title} (river)"}],
    }
    return json.dumps(record).encode()


def write_feverous_lines(path: Path) -> Path:
    path.write_text("\n".join(json.dumps(feverous_page(title)) for title in TITLES))
    return path


def write_enterprise_lines(path: Path) -> Path:
    path.write_bytes(b"\n".join(enterprise_line(title) for title in TITLES))
    return path


def packed(pack: Callable[[bytes], bytes], path: Path) -> Path:
    path.write_bytes(pack(xml_dump(path.with_suffix(".plain")).read_bytes()))
    return path


DUMPS: dict[str, Callable[[Path], Path]] = {
    "xml": lambda folder: xml_dump(folder / "a.xml"),
    "gzip": lambda folder: packed(gzip.compress, folder / "a.xml.gz"),
    "bzip2": lambda folder: packed(bz2.compress, folder / "a.xml.bz2"),
    "multistream": lambda folder: multistream_dump(folder / "a-multistream.xml.bz2"),
    "feverous lines": lambda folder: write_feverous_lines(folder / "a.jsonl"),
    "enterprise lines": lambda folder: write_enterprise_lines(folder / "a.ndjson"),
    "feverous database": lambda folder: feverous_database(folder / "a.db", TITLES),
}


def read_dump(path: Path) -> tuple[int, str]:
    """Return how many pages of a dump can be stored, and the reason why reading ended, if any."""
    stored = 0
    try:
        for batch in open_dump(path, limits=LIMITS).batches():
            for entry in batch.pages if isinstance(batch, Batch) else read_stream(batch):
                if not isinstance(entry, SourcePage):
                    continue
                extraction = extract(entry)
                stored += isinstance(extraction, ExtractedPage)
                assert extraction.kind != "failed" or extraction.reason
    except DumpError as error:
        return stored, error.reason or "no reason"
    return stored, ""


@pytest.mark.parametrize("name", DUMPS)
def test_the_whole_file_is_read(name: str, tmp_path: Path) -> None:
    stored, reason = read_dump(DUMPS[name](tmp_path))
    assert stored >= 3
    assert reason == ""


@pytest.mark.parametrize("name", DUMPS)
@FUZZED
@given(damages=DAMAGES)
def test_a_damaged_dump_gives_pages_or_a_reason(
    name: str, damages: Damages, tmp_path: Path
) -> None:
    # The example before left a damaged database there.
    (tmp_path / "a.db").unlink(missing_ok=True)
    path = DUMPS[name](tmp_path)
    path.write_bytes(damaged(path.read_bytes(), damages))
    assert read_dump(path)[1] != "no reason"


@FUZZED
@given(damages=DAMAGES)
def test_a_damaged_index_of_a_dump_gives_pages_or_a_reason(
    damages: Damages, tmp_path: Path
) -> None:
    path = DUMPS["multistream"](tmp_path)
    (index,) = tmp_path.glob("*-index.txt*")
    index.write_bytes(damaged(index.read_bytes(), damages))
    assert read_dump(path)[1] != "no reason"


def test_an_index_with_an_endless_offset_gives_a_reason(tmp_path: Path) -> None:
    path = DUMPS["multistream"](tmp_path)
    (index,) = tmp_path.glob("*-index.txt*")
    index.write_bytes(bz2.compress(b"9" * 5000 + b":1:Aare\n"))
    assert "not the index" in read_dump(path)[1]


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
@FUZZED
@given(damages=DAMAGES)
def test_a_damaged_file_of_claims_gives_claims_or_faults(
    name: str, damages: Damages, tmp_path: Path
) -> None:
    lines = "\n".join(json.dumps({**LINES[name], "id": number}) for number in range(3))
    path = tmp_path / "a.jsonl"
    path.write_bytes(damaged(lines.encode(), damages))
    read = list(read_records(path, formats.get(name)))
    assert all(isinstance(one, ReadRecord) or str(one) for one in read)


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
@FUZZED
@given(damages=DAMAGES)
def test_a_damaged_file_of_predictions_gives_predictions_or_faults(
    name: str, damages: Damages, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(damaged("\n".join([json.dumps(PREDICTIONS[name])] * 3).encode(), damages))
    scoring = formats.get(name).scoring or PLAIN_SCORING
    for _, value in read_json_lines(path):
        if not isinstance(value, FileFault):
            with suppress(FormatError):
                scoring.read_prediction(value)
