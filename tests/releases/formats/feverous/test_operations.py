"""A verifier's actions as operations of the released format, without its faults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from releases.dataset.rules.records import Act
from releases.formats.feverous.operations import DELETED, HIGHLIGHTING, write_operations

Operation = tuple[str, str, str]


def written(acts: Iterable[Act]) -> list[Operation]:
    lines = write_operations(acts, lambda page, address: f"{page}_{address}")
    return [(line.operation, line.value, line.time) for line in lines]


def chosen(address: str, number: int = 1, *context: str) -> dict[str, Any]:
    return {"page": "Aare", "address": address, "set": number, "way": "click", "context": context}


def test_a_whole_verification() -> None:
    acts = [
        Act("started", 0),
        Act("loading_started", 0.1),
        Act("searched", 1.62, {"query": "aare", "kind": "full"}),
        Act("results_shown", 1.9, {"query": "aare", "first": 1, "results": ["Aare"]}),
        Act("result_opened", 4, {"title": "Aare", "rank": 1}),
        Act("page_opened", 4.25, {"title": "Aare", "how": "result"}),
        Act("searched_in_page", 5, {"query": "length", "hits": 2}),
        Act("page_search_reset", 6),
        Act("element_selected", 7, chosen("cell_0_9_1", 1, "title", "header_cell_0_9_0")),
        Act("set_switched", 8, {"set": 2}),
        Act("element_selected", 9, chosen("cell_0_9_1", 2, "title", "header_cell_0_9_0")),
        Act("element_selected", 10, chosen("sentence_2", 2, "title")),
        Act("element_deselected", 11, chosen("cell_0_9_1", 1, "title", "header_cell_0_9_0")),
        Act("link_followed", 12, {"title": "Bern", "anchor": "the capital"}),
        Act("page_opened", 12.5, {"title": "Bern"}),
        Act("went_back", 13, {"to": "Aare"}),
        Act("page_opened", 13.001, {"title": "Aare"}),
        Act("element_deselected", 14, chosen("cell_0_9_1", 2, "title", "header_cell_0_9_0")),
        Act("verdict_chosen", 15, {"verdict": "supported"}),
        Act("submitted", 148, {"version": 1}),
    ]
    assert written(acts) == [
        ("start", "start", "0"),
        ("Now on", "?search=", "0"),
        ("search", "Contains...aare", "1.62"),
        ("Now on", "undefined", "1.9"),
        ("hyperlink", "Aare", "4"),
        ("Now on", "Aare", "4.25"),
        ("Page search", "length", "5"),
        ("page-search-reset", "page-search-reset", "6"),
        ("Highlighting", "Aare_cell_0_9_1", "7"),
        ("Highlighting", "Aare_title", "7"),
        ("Highlighting", "Aare_header_cell_0_9_0", "7"),
        ("Highlighting", "Aare_sentence_2", "10"),
        ("hyperlink", "the capital", "12"),
        ("Now on", "Bern", "12.5"),
        ("back-button-clicked", "back-button-clicked", "13"),
        ("Now on", "Aare", "13.001"),
        ("Highlighting deleted", "Aare_cell_0_9_1", "14"),
        ("Highlighting deleted", "Aare_header_cell_0_9_0", "14"),
        ("finish", "finish", "148"),
    ]


def test_a_log_always_starts() -> None:
    assert written([]) == [("start", "start", "0")]
    assert written([Act("searched", 3, {"query": "x"})])[0] == ("start", "start", "0")


def test_a_reload_is_no_step() -> None:
    acts = [
        Act("started", 0),
        Act("page_opened", 1, {"title": ""}),
        Act("page_opened", 2, {"title": "Aare"}),
        Act("page_opened", 3, {"title": "Aare", "how": "restored"}),
    ]
    assert written(acts) == [
        ("start", "start", "0"),
        ("Now on", "?search=", "0"),
        ("Now on", "Aare", "2"),
    ]


def test_what_was_read_from_a_file_is_written_as_it_was() -> None:
    acts = [
        Act("started", 0, {"value": "start"}),
        Act("page_opened", 1, {"value": "?search="}),
        Act("element_selected", 2, {"page": "Aare", "address": "title"}),
        Act("element_selected", 3, {"page": "Aare", "address": "title"}),
    ]
    assert written(acts) == [
        ("start", "start", "0"),
        ("Now on", "?search=", "1"),
        ("Highlighting", "Aare_title", "2"),
        ("Highlighting", "Aare_title", "3"),
    ]


steps = st.lists(
    st.tuples(
        st.sampled_from(["sentence_0", "sentence_1", "cell_0_1_1", "cell_0_2_1"]),
        st.integers(1, 3),
        st.floats(0, 100),
        st.sampled_from(["toggle", "page_opened", "heartbeat", "searched", "submitted"]),
    ),
    max_size=40,
)


@given(steps)
def test_a_replay_ends_with_the_elements_of_all_sets(
    done: list[tuple[str, int, float, str]],
) -> None:
    sets: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    acts, now = [Act("started", 0)], 0.0
    for address, number, seconds, kind in done:
        now += seconds
        if kind != "toggle":
            acts.append(Act(kind, now, {"title": address, "query": address}))
            continue
        kind = "element_deselected" if address in sets[number] else "element_selected"
        sets[number] ^= {address}
        acts.append(Act(kind, now, chosen(address, number, "title")))
    operations = written(acts)
    shown: set[str] = set()
    for name, value, _ in operations:
        if name == HIGHLIGHTING:
            assert value not in shown
            shown.add(value)
        elif name == DELETED:
            shown.remove(value)
    everything = set.union(*sets.values())
    around = {"title"} if everything else set()
    assert shown == {f"Aare_{address}" for address in everything | around}
    times = [float(time) for _, _, time in operations]
    assert times == sorted(times)
    assert operations[0] == ("start", "start", "0")
    assert all(isinstance(part, str) for operation in operations for part in operation)


def test_context_of_evidence_comes_along_with_it() -> None:
    acts = [
        Act("started", 0),
        Act("element_selected", 1, {"page": "Aare", "address": "cell_0_1_1", "set": 1}),
        Act("element_selected", 2, {"page": "Aare", "address": "sentence_0", "set": 1}),
        Act("element_deselected", 3, {"page": "Aare", "address": "sentence_0", "set": 1}),
        Act("submitted", 4),
    ]
    around = {("Aare", "cell_0_1_1"): ("title", "header_cell_0_0_1")}
    lines = write_operations(acts, lambda page, address: f"{page}_{address}", around)
    assert [(line.operation, line.value) for line in lines if line.operation.startswith("H")] == [
        (HIGHLIGHTING, "Aare_cell_0_1_1"),
        (HIGHLIGHTING, "Aare_title"),
        (HIGHLIGHTING, "Aare_header_cell_0_0_1"),
        (HIGHLIGHTING, "Aare_sentence_0"),
        (DELETED, "Aare_sentence_0"),
    ]
