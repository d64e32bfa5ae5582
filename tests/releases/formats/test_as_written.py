"""Lines of other houses: whatever they say in their own words is said again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases import formats
from releases.formats import DatasetFormat
from releases.formats.base import plain
from releases.formats.fever.titles import escaped
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.releases.importing.files import import_files
from tests.releases.records import titles

FEVER, FEVEROUS, INTERNAL = (formats.get(name) for name in ("fever", "feverous", "internal"))

ids = st.integers(0, 2**40)
pages = st.one_of(titles.map(escaped), st.sampled_from(("Cafe\u0301", "A__B", "C_-LRB-x", " D")))
pieces = st.tuples(ids, ids, pages, st.integers(0, 60)).map(list)
evidence = st.lists(st.lists(pieces, min_size=1, max_size=4), min_size=1, max_size=4)
nothing = st.lists(
    st.lists(
        ids.map(lambda annotation_id: [annotation_id, None, None, None]), min_size=1, max_size=1
    ),
    min_size=1,
    max_size=3,
)


def as_fever(number: int, found: Any, label: str) -> dict[str, Any]:
    """Return a line as the official files have it."""
    is_verifiable = label != "NOT ENOUGH INFO"
    return {
        "id": number,
        "verifiable": "VERIFIABLE" if is_verifiable else "NOT VERIFIABLE",
        "label": label,
        "claim": "Somebody worked with the company.",
        "evidence": found,
    }


fever_lines = st.one_of(
    st.builds(as_fever, ids, evidence, st.sampled_from(("SUPPORTS", "REFUTES"))),
    st.builds(as_fever, ids, nothing, st.just("NOT ENOUGH INFO")),
)
times = st.one_of(
    st.floats(0, 5000).map(lambda seconds: f"{seconds:.3f}"),
    st.sampled_from(("0", "0.780", "1614256985.187", "12.50", "1e3")),
)
operations = st.lists(
    st.fixed_dictionaries(
        {
            "operation": st.sampled_from(
                ("start", "Now on", "search", "Highlighting", "Highlighting deleted", "finish",
                 "hyperlink", "Page search", "back-button-clicked", "page-search-reset")
            ),
            "value": st.sampled_from(
                ("start", "?search=", "undefined", "Contains...Aare", "Łódź_sentence_0",
                 "4.6 Voice cast Aare_section_11", "Aare_title", "")
            ),
            "time": times,
        }
    ),
    max_size=8,
)  # fmt: skip


def as_feverous(number: int, page: str, acts: Any) -> dict[str, Any]:
    element = f"{page}_cell_0_9_1"
    around = [f"{page}_title", f"{page}_header_cell_0_5_0"]
    return {
        "evidence": [{"content": [element], "context": {element: around}}],
        "id": number,
        "claim": "The river is long.",
        "label": "REFUTES",
        "annotator_operations": acts,
        "challenge": "Other",
    }


# NFC, NFD and neither of them.
spellings = st.sampled_from(("Aare", "Łódź", "Lo\u0301dz\u0301", "Île e\u0301é"))
feverous_lines = st.builds(as_feverous, ids, spellings, operations)


def written_again(dataset_format: DatasetFormat, line: dict[str, Any]) -> dict[str, Any]:
    return plain(dataset_format.write(dataset_format.keep(line, dataset_format.read(line))))


@given(fever_lines)
def test_fever_lines_keep_their_ids_and_spellings(line: dict[str, Any]) -> None:
    assert list(written_again(FEVER, line).items()) == list(line.items())


@given(feverous_lines)
def test_feverous_lines_keep_their_times_and_spellings(line: dict[str, Any]) -> None:
    assert list(written_again(FEVEROUS, line).items()) == list(line.items())


@given(st.one_of(fever_lines.map(lambda line: (FEVER, line)),
                 feverous_lines.map(lambda line: (FEVEROUS, line))))  # fmt: skip
def test_our_internal_lines_carry_it_there_and_back(given_: Any) -> None:
    dataset_format, line = given_
    carried = json.loads(
        json.dumps(plain(INTERNAL.write(dataset_format.keep(line, dataset_format.read(line)))))
    )
    assert plain(dataset_format.write(INTERNAL.read(carried))) == line


def test_only_what_differs_is_kept_and_only_its_own_format_says_it() -> None:
    ours = plain(FEVER.write(FEVER.read(as_fever(7, [[[1, 2, "Aare", 0]]], "SUPPORTS"))))
    assert ours["evidence"] == [[[7, 700, "Aare", 0]]]
    assert FEVER.keep(ours, FEVER.read(ours)).provenance == {}
    line = as_fever(7, [[[1, 2, "Aare", 0]]], "SUPPORTS")
    kept = FEVER.keep(line, FEVER.read(line))
    assert kept.provenance == {"as_written": {"format": "fever", "evidence": [[[1, 2, "Aare", 0]]]}}
    public = plain(formats.get("public").write(kept))
    assert "as_written" not in json.dumps(public)


@pytest.mark.django_db
@pytest.mark.postgres
@pytest.mark.usefixtures("home")
def test_a_fever_dataset_is_imported_and_exported_byte_for_byte(desk: Desk, tmp_path: Path) -> None:
    lines = [
        as_fever(3, [[[92206, 104971, "River_003", 1], [92206, 104971, "Nowhere", 0]]], "SUPPORTS"),
        as_fever(5, [[[108548, None, None, None]], [[9, None, None, None]]], "NOT ENOUGH INFO"),
        as_fever(75397, [[[1, 2, "Amy_-LRB-film-RRB-", 7]], [[3, 4, "É", 0]]], "REFUTES"),
    ]
    path = tmp_path / "dev.jsonl"
    text = "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
    )
    path.write_text(text, encoding="utf-8")
    release = import_files(desk, {"dev": path}, "fever")
    assert (folder_of(release) / "fever" / "dev.jsonl").read_bytes() == path.read_bytes()
    assert list(release.items.order_by("record_id").values_list("record_id", "is_unresolved")) == [
        (3, True), (5, False), (75397, True),
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.postgres
@pytest.mark.usefixtures("home")
def test_a_feverous_dataset_is_imported_and_exported_byte_for_byte(
    desk: Desk, tmp_path: Path
) -> None:
    # Neither NFC nor NFD, so that the line's own words are kept; keys in no order of a database's.
    page = "Île e\u0301é"
    line = as_feverous(7, page, [{"operation": "start", "value": "start", "time": "0.00"}])
    elements = [f"{page}_sentence_10", f"{page}_sentence_9", f"{page}_cell_0_9_1"]
    context = {element: [f"{page}_title"] for element in elements}
    line["evidence"] = [{"content": elements, "context": context}]
    path = tmp_path / "dev.jsonl"
    text = "".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n"
        for one in (FEVEROUS.layout.headers[0], line)
    )
    path.write_text(text, encoding="utf-8")
    release = import_files(desk, {"dev": path}, "feverous")
    assert (folder_of(release) / "feverous" / "dev.jsonl").read_bytes() == path.read_bytes()
