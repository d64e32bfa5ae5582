"""Files that are not as they should be: a message with the line, little memory, nothing kept."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import zstandard

from campaigns.protocols import registry
from core.file_limits import DEFAULT_FILE_LIMITS
from releases import formats
from releases.dataset.rules.batches import batches
from releases.formats.files.bounded import read_bounded_lines
from releases.formats.files.reading import LineSource
from releases.importing.staging import (
    MOST_FAULTS,
    ClaimRules,
    DatasetFile,
    FileCounts,
    ImportRefusedError,
    StagedClaim,
    stage_files,
    staged_claims,
    staged_count,
    staged_counts,
)
from releases.messages import fault_text
from releases.storage import disk

FEVER = "fever"


def line(number: Any = 1, **changes: Any) -> dict[str, Any]:
    """Return a line as the official files have it."""
    return {
        "id": number,
        "verifiable": "VERIFIABLE",
        "label": "SUPPORTS",
        "claim": f"Claim {number}.",
        "evidence": [[[7, 9, "Amy_-LRB-film-RRB-", 3]]],
    } | changes


def write(path: Path, lines: Iterable[Any]) -> Path:
    with path.open("wb") as file:
        for line in lines:
            file.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
    return path


def stage(
    *paths: Path,
    longest: int | None = None,
    format_name: str = FEVER,
    on_progress: Callable[[int], None] = lambda count: None,
    line_source: LineSource | None = None,
) -> Path:
    target = paths[0].with_name("staged")
    stage_files(
        [DatasetFile(f"part{number}", path.name, path) for number, path in enumerate(paths)],
        formats.get(format_name),
        rules=ClaimRules(registry.get(FEVER), longest),
        find_titles=lambda titles: titles & {"Amy (film)"},
        target=target,
        on_progress=on_progress,
        line_source=line_source,
    )
    return target


def faults(*paths: Path, **options: Any) -> list[str]:
    with pytest.raises(ImportRefusedError) as refused:
        stage(*paths, **options)
    # Nothing of it is put aside either.
    assert not paths[0].with_name("staged").exists()
    assert not list(paths[0].parent.glob("*.part"))
    return [f"{name}: {fault_text(fault)}" for name, fault in refused.value.faults]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (b"\xff\xfe{\x00\n", "This is not UTF-8 (byte 1 of the line)."),
        (b'{"id": 1\n', "This is not JSON (from character 9 on)."),
        (b'{"id": 1e999}\n', "This is not JSON: 1e999 is out of range."),
        (b'{"id": NaN}\n', "This is not JSON: NaN is not a number in JSON."),
        (b'{"claim": "\\u0000"}\n', "The line holds a NUL character."),
        (b'{"claim": "\\ud800"}\n', "The line holds half of a character."),
        (b'{"claim": "\\udc00x"}\n', "The line holds half of a character."),
        (b"[" * 100_000 + b"\n", "The JSON is nested too deeply."),
        (b"7\n", "The line is not a JSON object."),
        (line(2**63), "“id” is out of range."),
        (line(-1), "“id” is out of range."),
        (line(10**40), "“id” is out of range."),
        (line("seven"), "“id” is missing or not a whole number."),
        (line(True), "“id” is missing or not a whole number."),
        (line(2, label="PERHAPS"), "The label 'PERHAPS' is not known."),
        (line(2, label=["SUPPORTS"]), "The label ['SUPPORTS'] is not known."),
        (line(2, verifiable="NO"), "“verifiable” does not go with the label."),
        (line(2, claim=" "), "“claim” is empty."),
        (line(2, claim="x" * 10_001), "“claim” is longer than 10,000 characters."),
        (line(2, evidence=[]), "There is no evidence set."),
        (line(2, evidence=[[[1, 2, "A"]]]), "A piece of evidence does not have four parts."),
        (line(2, evidence=[[[1, 2, "", 3]]]), "A piece of evidence names no page."),
        (line(2, evidence=[[[1, 2, "A", -3]]]), "A piece of evidence names no line."),
        (line(2, evidence=[[[1, 2, "A", 10**9]]]), "A piece of evidence names no line."),
        (
            line(2, evidence=[[[1, 2, "A" * 256, 3]]]),
            "The title of a page is longer than 255 characters.",
        ),
        (line(2, label="x" * 1000), f"The label '{'x' * 199}… is not known."),
    ],
    ids=lambda value: "" if not isinstance(value, str) else value,
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, wrong: Any, told: str) -> None:
    path = write(tmp_path / "a.jsonl", [line(1), wrong, line(3)])
    assert faults(path) == [f"a.jsonl: Line 2: {told}"]


def test_ids_may_stand_once_in_all_parts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [line(1), line(2), line(1)])
    two = write(tmp_path / "b.jsonl", [line(3), line(2)])
    assert faults(path, two) == [
        "a.jsonl: Line 3: The id 1 is in line 1 already.",
        "b.jsonl: Line 2: The id 2 is in line 2 of another part already.",
    ]


def test_claims_to_verify_must_fit_into_the_desk(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [line(1, claim="x" * 21)])
    assert faults(path, longest=20) == ["a.jsonl: Line 1: The claim is longer than 20 characters."]


def test_own_files_name_verdicts_and_provenance_of_the_study_design(tmp_path: Path) -> None:
    own = {"id": 1, "claim": "C.", "verdict": "perhaps", "evidence": [], "tags": {}, "split": ""}
    path = write(tmp_path / "a.jsonl", [own])
    assert faults(path, format_name="public") == [
        "a.jsonl: Line 1: The verdict “perhaps” is not in the study design."
    ]
    own |= {"verdict": "supported", "acts": [], "provenance": {"seconds": 5}}
    write(path, [own])
    assert faults(path, format_name="internal") == [
        "a.jsonl: Line 1: “provenance”: “seconds” is not a JSON object."
    ]
    write(path, [own | {"provenance": {"seconds": {"active": -1}}}])
    assert faults(path, format_name="internal") == [
        "a.jsonl: Line 1: “provenance”: “seconds” is out of range."
    ]
    write(path, [own | {"provenance": {}, "tags": {"challenge": "x" * 61}}])
    assert faults(path, format_name="internal") == [
        "a.jsonl: Line 1: “tags” holds more than 60 characters."
    ]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_half_an_archive_says_from_where_on_it_is_damaged(tmp_path: Path, pack: Any) -> None:
    content = b"".join(json.dumps(line(number)).encode() + b"\n" for number in range(2000))
    packed = pack(content)
    path = write(tmp_path / "a.jsonl.packed", [packed[: len(packed) // 2]])
    (told,) = faults(path)
    assert told.endswith("The file is damaged from here on, or not all of it is here.")
    path = write(tmp_path / "a.jsonl.packed", [packed[:4]])
    (told,) = faults(path)
    assert told == (
        "a.jsonl.packed: Line 1: The file is damaged from here on, or not all of it is here."
    )


def test_a_file_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    content = b"".join(json.dumps(line(number)).encode() + b"\n" for number in range(20_000))
    path = write(tmp_path / "a.jsonl.gz", [gzip.compress(content)])
    limits = replace(DEFAULT_FILE_LIMITS, allowed_bytes=2**20, ratio=1)
    (told,) = faults(path, line_source=partial(read_bounded_lines, limits=limits))
    assert told.endswith(": Unpacked, the file is larger than 1 MB.")


def test_reading_can_be_stopped_where_nothing_is_found(tmp_path: Path) -> None:
    class Stopped(Exception):
        """Somebody cancels."""

    def stop(count: int) -> None:
        raise Stopped

    path = write(tmp_path / "a.jsonl.gz", [gzip.compress(b"\n" * 5 * 2**20)])
    with pytest.raises(Stopped):
        stage(path, on_progress=stop)
    assert [one.name for one in tmp_path.iterdir()] == ["a.jsonl.gz"]


def test_claims_are_not_put_aside_on_a_disk_that_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "_KEPT_FREE", 2**62)
    path = write(tmp_path / "a.jsonl", [line(1)])
    with pytest.raises(OSError, match="No space left on device"):
        stage(path)
    assert [one.name for one in tmp_path.iterdir()] == ["a.jsonl"]


def test_no_more_faults_are_told_than_people_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", (b"{\n" for _ in range(5000)))
    assert len(faults(path)) == MOST_FAULTS


def test_an_empty_file_and_none_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [b"\n\n"])
    assert faults(path) == ["a.jsonl: The file holds no claims."]


def test_strange_titles_are_kept_and_only_what_is_not_there_is_unresolved(tmp_path: Path) -> None:
    titles = ["Amy_-LRB-film-RRB-", "\u202eevil\u200b", "=cmd|' /C calc'!A0", "a\nb\tc", "x" * 255]
    path = write(
        tmp_path / "a.jsonl",
        [
            line(2**63 - 1 - number, evidence=[[[1, 2, title, 0]]])
            for number, title in enumerate(titles)
        ],
    )
    staged = list(staged_claims(stage(path)))
    assert [claim.is_unresolved for claim in staged] == [False, True, True, True, True]
    assert [json.loads(claim.line)["evidence"][0][0][2] for claim in staged] == titles


def test_reading_takes_no_more_memory_for_more_claims(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = write(tmp_path / "a.jsonl", claims(count))
        tracemalloc.start()
        try:
            target = stage(path)
            assert sum(1 for _ in staged_claims(target)) == staged_count(target) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            target.unlink()

    def claims(count: int) -> Iterator[dict[str, Any]]:
        return (line(number * 7) for number in range(count))

    # Measured after a first run: what Python keeps for itself is no part of it. Ten times the
    # claims; what grows with them would grow tenfold.
    peak(600)
    few, many = peak(1_500), peak(15_000)
    assert many < 2 * few


def test_reading_takes_no_more_memory_for_more_long_lines(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        # Of a megabyte each: most of it is nothing that we keep.
        path = write(tmp_path / "a.jsonl", (line(n, more="x" * 2**20) for n in range(count)))
        tracemalloc.start()
        try:
            target = stage(path)
            assert sum(len(batch) for batch in batches(staged_claims(target), size, most=1000)) == (
                count
            )
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            target.unlink()

    def size(claim: StagedClaim) -> int:
        return len(claim.line)

    peak(2)
    few, many = peak(8), peak(40)
    assert many < 1.5 * few


def test_batches_end_where_they_are_full_or_large() -> None:
    def made(lengths: list[int]) -> list[list[int]]:
        return list(batches(lengths, lambda length: length, most=3, size=10))

    assert made([1, 1, 1, 1]) == [[1, 1, 1], [1]]
    assert made([4, 6, 1, 20, 2]) == [[4, 6], [1, 20], [2]]
    assert made([]) == []


def feverous_line(number: int) -> dict[str, Any]:
    ids = {"Amy (film)_sentence_0": ["Amy (film)_title"]}
    return {
        "evidence": [{"content": list(ids), "context": ids}],
        "id": number,
        "claim": f"Claim {number}.",
        "label": "SUPPORTS",
        "annotator_operations": [{"operation": "start", "value": "start", "time": "0"}],
        "challenge": "Other",
    }


def stage_feverous(path: Path) -> Path:
    target = path.with_name("staged")
    stage_files(
        [DatasetFile("train", path.name, path)],
        formats.get("feverous"),
        rules=ClaimRules(registry.get("feverous"), None),
        find_titles=lambda titles: set(),
        target=target,
        on_progress=lambda count: None,
    )
    return target


HEADER = dict.fromkeys(feverous_line(1), "")


def test_a_header_is_told_from_a_claim(tmp_path: Path) -> None:
    claims = [feverous_line(1), feverous_line(2)]
    with_header = stage_feverous(write(tmp_path / "a.jsonl", [HEADER, *claims]))
    assert [claim.id for claim in staged_claims(with_header)] == [1, 2]
    assert staged_counts(with_header) == [FileCounts(claims=2, header=1, empty=0)]
    (tmp_path / "b").mkdir()
    without = stage_feverous(write(tmp_path / "b" / "a.jsonl", claims))
    assert [claim.id for claim in staged_claims(without)] == [1, 2]
    assert staged_counts(without) == [FileCounts(claims=2, header=0, empty=0)]


def test_a_header_further_down_is_a_fault(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [feverous_line(1), HEADER])
    with pytest.raises(ImportRefusedError) as refused:
        stage_feverous(path)
    assert [fault_text(fault) for _, fault in refused.value.faults] == [
        "Line 2: “evidence” is not a list."
    ]


def test_lines_that_are_left_out_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [HEADER, b"\n", feverous_line(1), b"  \n", feverous_line(2)])
    staged = stage_feverous(path)
    assert staged_counts(staged) == [FileCounts(claims=2, header=1, empty=2)]
    assert staged_count(staged) == 2


OWN = {"id": 1, "claim": "C.", "verdict": "supported", "evidence": [], "tags": {}, "split": ""}


@pytest.mark.parametrize(
    ("lines", "likeness"),
    [
        (
            [HEADER, feverous_line(1)],
            "This looks like a file in the format “FEVEROUS”. Choose that format, then import it"
            " again.",
        ),
        (
            [OWN, OWN | {"id": 2}],
            "This looks like a file in the format “JSON lines, public”. Choose that format, then"
            " import it again.",
        ),
        (
            [OWN | {"acts": [], "provenance": {}}],
            "This looks like a file in the format “JSON lines, internal”. Choose that format, then"
            " import it again.",
        ),
        (
            [{"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": []}],
            "These look like predictions of a system, not like claims. Predictions are scored on"
            " the page of a release.",
        ),
        (
            [{"id": "Aare", "text": "It flows.", "lines": "0\tIt flows."}],
            "These look like pages, not like claims.",
        ),
        (
            [{"id": 1, "claim": "C."}],
            "These look like claims without labels. Only claims with their labels can be imported.",
        ),
        (
            [[line(1), line(2)]],
            "This looks like one JSON document. Files of claims have one JSON object on each line.",
        ),
        (
            [b"[\n", b'  {"id": 1},\n', b"]\n"],
            "This looks like one JSON document. Files of claims have one JSON object on each line.",
        ),
    ],
)
def test_a_file_in_another_format_says_which_it_looks_like(
    tmp_path: Path, lines: list[Any], likeness: str
) -> None:
    path = write(tmp_path / "a.jsonl", lines)
    assert faults(path)[0] == f"a.jsonl: {likeness}"


def test_a_file_with_a_good_line_looks_like_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [line(1), OWN | {"id": 2}])
    assert faults(path) == ["a.jsonl: Line 2: “verifiable” is missing."]
