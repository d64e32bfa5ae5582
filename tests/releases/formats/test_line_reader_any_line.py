"""Whatever stands in a line, it is refused with a reason or can be released again."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.protocols import registry
from releases import formats
from releases.dataset.rules.records import Record
from releases.formats import DatasetFormat, FormatError
from releases.formats.files.reading import ReadRecord, read_record
from releases.formats.own.scoring import PLAIN_SCORING
from releases.importing.staging import ClaimRules
from releases.papers.datasheet import datasheet
from releases.papers.manifest import manifest
from releases.papers.statistics import Statistics
from tests.releases.records import RECORD, SENTENCE, facts_of

PROVENANCE = {
    "author": "ab12",
    "verifier": "cd34",
    "slot": "type_3",
    "base": None,
    "base_slot": "type_1",
    "prescribed": {"mutation": "negation"},
    "intended_verdict": "supported",
    "expected_tags": {"challenge": "other"},
    "highlight": {"page": "Aare", "revision": 7, "source": "table", "addresses": ["table_0"]},
    "written_at": "2026-03-14T09:26:53Z",
    "verified_at": "2026-03-14T09:36:53Z",
    "seconds": {"active": 31.5, "loading": 2, "idle": 0},
    "claim_version": 1,
    "verification_version": 2,
    "guidelines": {"claim": 1, "verification": 1},
    "answer": "",
    "evidence_scope": ["highlight", "other_pages"],
    "figures": [
        {
            "set": 1,
            "over": "set",
            "count": 2,
            "sum": "3",
            "mean": "1.5",
            "least": "1",
            "largest": "2",
        },
    ],
    "simulated": False,
}
WHOLE = replace(RECORD, provenance=PROVENANCE)


def written(dataset_format: DatasetFormat) -> dict[str, Any]:
    record = replace(WHOLE, sets=((SENTENCE,),)) if dataset_format.name == "fever" else WHOLE
    line: dict[str, Any] = json.loads(msgspec.json.encode(dataset_format.write(record)))
    return line


LINES = {name: written(one) for name, one in formats.FORMATS.items()}
OURS = {
    "predicted_label": "supported",
    "predicted_evidence": [{"page": "Aare", "address": "sentence_1"}],
}
PREDICTIONS: dict[str, dict[str, Any]] = {
    "feverous": {"predicted_label": "SUPPORTS", "predicted_evidence": ["Aare_sentence_1"]},
    "fever": {"predicted_label": "SUPPORTS", "predicted_evidence": [["Aare", 1]]},
    "public": OURS,
    "internal": OURS,
}

NASTY: tuple[Any, ...] = (
    None, True, -1, 2**63, 10**40, 1e300, "", "foo", "cell_3", "sentence_٣", "Aare_cell_3", "1/2",
    "x" * 300, [], {}, ["Other"], [[]], {"a": 1}, {"challenge": "foo"}, {"active": -1},
)  # fmt: skip
# No lone surrogates, which no line has once it was read.
texts = st.text(st.characters(codec="utf-8"), max_size=20)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(-(10**400))
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(texts, values, max_size=3),
    max_leaves=6,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Yield the paths to every value in a value."""
    inside = list(value.items() if isinstance(value, dict) else enumerate(value))
    found = [(*way, key) for key, _ in inside]
    for key, inner in inside:
        if isinstance(inner, dict | list):
            found += places(inner, (*way, key))
    return found


def with_another(line: dict[str, Any], way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return the line with another value at one place."""
    changed: Any = deepcopy(line)
    holder = changed
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = value
    return dict(changed)


def rules_for(dataset_format: DatasetFormat) -> ClaimRules:
    return ClaimRules(registry.get("fever" if dataset_format.name == "fever" else "feverous"))


def release(record: Record, rules: ClaimRules) -> None:
    """Do with a record what a build does: count it, report it, write it in every format."""
    counted = Statistics()
    counted.add(record)
    told = Statistics.from_json(json.loads(json.dumps(counted.as_json())))
    assert datasheet(manifest(facts_of(rules.protocol), told, ()), rules.protocol)
    for dataset_format in formats.FORMATS.values():
        try:
            line = dataset_format.write(record)
        except FormatError:
            continue
        msgspec.json.encode(line, order=dataset_format.layout.order.value)


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
def test_the_lines_are_right_as_long_as_nothing_is_replaced(name: str) -> None:
    dataset_format, rules = formats.get(name), rules_for(formats.get(name))
    read = read_record(1, json.dumps(LINES[name]).encode(), dataset_format)
    assert isinstance(read, ReadRecord)
    assert rules.fault_of(read.record) is None
    release(replace(read.record, split="train"), rules)
    scoring = dataset_format.scoring or PLAIN_SCORING
    assert scoring.read_prediction(PREDICTIONS[name])[2][0].address == "sentence_1"


def refuse_or_release(name: str, way: tuple[Any, ...], value: Any) -> None:
    dataset_format, rules = formats.get(name), rules_for(formats.get(name))
    line = with_another(LINES[name], way, value)
    read = read_record(1, json.dumps(line).encode(), dataset_format)
    if not isinstance(read, ReadRecord) or rules.fault_of(read.record):
        return
    release(dataset_format.keep(line, replace(read.record, split="train")), rules)


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
def test_with_these_values_at_every_place_it_is_refused_or_released(name: str) -> None:
    for way in places(LINES[name]):
        for value in NASTY:
            refuse_or_release(name, way, value)


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
@settings(max_examples=200)
@given(data=st.data())
def test_with_any_value_at_any_place_it_is_refused_or_released(name: str, data: Any) -> None:
    way = data.draw(st.sampled_from(places(LINES[name])))
    refuse_or_release(name, way, data.draw(values))


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
@given(data=st.data())
def test_with_any_value_at_any_place_a_prediction_is_refused_or_taken(name: str, data: Any) -> None:
    scoring = formats.get(name).scoring or PLAIN_SCORING
    way = data.draw(st.sampled_from(places(PREDICTIONS[name])))
    line = with_another(PREDICTIONS[name], way, data.draw(values))
    try:
        _, verdict, evidence = scoring.read_prediction(line)
    except FormatError:
        return
    record = replace(WHOLE, sets=((SENTENCE,),))
    scoring.judge(record, verdict, evidence)
