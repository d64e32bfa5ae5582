"""Formats: exact lines, reading back what was written, and saying what is wrong with a line."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from campaigns.protocols import registry
from releases import formats
from releases.dataset.rules.records import (
    EvidencePiece,
    Record,
    evidence_kind,
    fits,
    smallest_fitting_set,
)
from releases.dataset.rules.refusals import RefusalReason
from releases.dataset.rules.splits import is_part_name
from releases.formats import FormatError
from releases.formats.base import plain
from releases.formats.fever.titles import escaped, unescaped
from releases.formats.feverous.official_tools import AnnotationProcessor, feverous_evaluation
from releases.formats.own.schemas import INTERNAL_SCHEMA, PUBLIC_SCHEMA
from releases.formats.own.scoring import PLAIN_SCORING
from tests.releases.records import CELL, RECORD, SENTENCE, records, sentences, sets_of, titles
from tests.releases.refusals import refused

FEVEROUS = formats.get("feverous")
FEVER = formats.get("fever")
PUBLIC = formats.get("public")
INTERNAL = formats.get("internal")


def through_json(line: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(line))


def test_a_claim_in_feverous_form() -> None:
    assert through_json(FEVEROUS.write(RECORD)) == {
        "evidence": [
            {
                "content": ["Aare_cell_0_9_1", "Aare_sentence_2"],
                "context": {
                    "Aare_cell_0_9_1": [
                        "Aare_title",
                        "Aare_header_cell_0_9_0",
                        "Aare_header_cell_0_5_0",
                    ],
                    "Aare_sentence_2": ["Aare_title"],
                },
            }
        ],
        "id": 1,
        "claim": "The Aare is 288 km long.",
        "label": "SUPPORTS",
        "annotator_operations": [
            {"operation": "start", "value": "start", "time": "0"},
            {"operation": "Now on", "value": "?search=", "time": "0"},
            {"operation": "search", "value": "Aare", "time": "0.78"},
            {"operation": "Now on", "value": "Aare", "time": "16.5"},
            {"operation": "Highlighting", "value": "Aare_cell_0_9_1", "time": "148"},
            {"operation": "finish", "value": "finish", "time": "150.25"},
        ],
        "challenge": "Numerical Reasoning",
    }
    assert FEVEROUS.write_unlabelled(RECORD) == {"claim": "The Aare is 288 km long."}
    assert list(FEVEROUS.layout.headers[0]) == list(plain(FEVEROUS.write(RECORD)))
    assert set(FEVEROUS.layout.headers[0].values()) == {""}


def test_a_log_without_a_start_gets_one() -> None:
    operations = plain(FEVEROUS.write(replace(RECORD, acts=())))["annotator_operations"]
    assert operations == [{"operation": "start", "value": "start", "time": "0"}]


def test_titles_in_feverous_ids_are_decomposed() -> None:
    piece = EvidencePiece("Łódź", "sentence_0", ("title",))
    line = plain(FEVEROUS.write(replace(RECORD, sets=((piece,),))))
    assert line["evidence"][0]["content"] == [unicodedata.normalize("NFD", "Łódź_sentence_0")]
    assert FEVEROUS.read(through_json(line)).sets == ((piece,),)


def test_a_claim_in_fever_form() -> None:
    film = EvidencePiece("Amy (film)", "sentence_3", ("title",))
    record = replace(RECORD, id=7, sets=((SENTENCE, film), (film,)))
    assert through_json(FEVER.write(record)) == {
        "id": 7,
        "verifiable": "VERIFIABLE",
        "label": "SUPPORTS",
        "claim": "The Aare is 288 km long.",
        "evidence": [
            [[7, 700, "Aare", 2], [7, 700, "Amy_-LRB-film-RRB-", 3]],
            [[7, 701, "Amy_-LRB-film-RRB-", 3]],
        ],
    }
    nothing = replace(RECORD, verdict="not_enough_information", sets=())
    assert through_json(FEVER.write(nothing))["evidence"] == [[[1, None, None, None]]]
    assert through_json(FEVER.write(nothing))["verifiable"] == "NOT VERIFIABLE"


@given(records)
def test_feverous_is_read_back_as_it_was_written(record: Record) -> None:
    line = through_json(FEVEROUS.write(record))
    read = FEVEROUS.read(line)
    assert (read.id, read.claim, read.verdict, read.tags) == (
        record.id,
        record.claim,
        record.verdict,
        record.tags,
    )
    assert through_json(FEVEROUS.write(read)) == line


@given(records, sets_of(sentences))
def test_fever_is_read_back_as_it_was_written(record: Record, sets: Any) -> None:
    line = through_json(FEVER.write(replace(record, sets=sets)))
    assert through_json(FEVER.write(FEVER.read(line))) == line


@given(records)
def test_ours_are_read_back_as_they_were_written_and_keep_their_schemas(record: Record) -> None:
    for dataset_format, schema in ((PUBLIC, PUBLIC_SCHEMA), (INTERNAL, INTERNAL_SCHEMA)):
        line = through_json(dataset_format.write(record))
        jsonschema_rs.validate(schema, line)
        assert through_json(dataset_format.write(dataset_format.read(line))) == line
    assert INTERNAL.read(through_json(INTERNAL.write(record))) == record


def test_the_public_variant_says_nothing_that_gives_the_label_away() -> None:
    told = replace(
        RECORD,
        provenance={"slot": "type_3", "prescribed": {"mutation": "negation"}, "author": "ab12"},
    )
    assert plain(PUBLIC.write(told)).keys() == {
        "id",
        "claim",
        "verdict",
        "evidence",
        "tags",
        "split",
    }
    assert plain(INTERNAL.write(told))["provenance"] == told.provenance
    for dataset_format in formats.FORMATS.values():
        assert dataset_format.write_unlabelled(told).keys() <= {"id", "claim", "split"}


@given(titles)
def test_fever_titles_are_read_back(title: str) -> None:
    assert unescaped(escaped(title)) == title
    assert " " not in escaped(title)


def test_the_official_scorer_gives_gold_against_gold_the_full_score(tmp_path: Path) -> None:
    lines = [dict(FEVEROUS.layout.headers[0])]
    for number, verdict in enumerate(("supported", "refuted", "not_enough_information")):
        record = replace(RECORD, id=number, verdict=verdict)
        line = through_json(FEVEROUS.write(record))
        smallest = smallest_fitting_set(record)
        assert smallest is not None
        line["predicted_label"] = line["label"]
        line["predicted_evidence"] = [piece.id for piece in smallest]
        lines.append(line)
    path = tmp_path / "dev.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert feverous_evaluation(str(path)) == [1.0, 1.0, 1.0, 1.0, 1.0]
    read = list(AnnotationProcessor(str(path)))
    assert [one.get_verdict() for one in read] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    assert read[0].get_evidence() == [["Aare_cell_0_9_1", "Aare_sentence_2"]]


def test_formats_refuse_designs_that_they_cannot_hold() -> None:
    tables, sentences_only = registry.get("feverous"), registry.get("fever")
    assert FEVEROUS.refusal(tables) is None
    assert FEVEROUS.refusal(sentences_only) == RefusalReason("design_sets", {"most": 3})
    assert FEVER.refusal(sentences_only) is None
    assert FEVER.refusal(tables) == RefusalReason("design_elements")
    assert PUBLIC.refusal(tables) is INTERNAL.refusal(sentences_only) is None


def test_only_studies_have_pages_and_scoring() -> None:
    assert {name for name, one in formats.FORMATS.items() if one.pages} == {"feverous", "fever"}
    assert {name for name, one in formats.FORMATS.items() if one.scoring} == {"feverous", "fever"}
    assert {name for name, one in formats.FORMATS.items() if one.schema} == {"public", "internal"}


def test_no_part_can_be_called_like_a_file_of_pages() -> None:
    stems = {one.pages.stem for one in formats.FORMATS.values() if one.pages}
    assert stems == {"pages", "wiki-pages"}
    assert not any(map(is_part_name, stems))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "1"}, "“id” is missing or not a whole number."),
        ({"id": True}, "“id” is missing or not a whole number."),
        ({"id": 2**63}, "“id” is out of range."),
        ({"claim": None}, "“claim” is missing or not text."),
        ({"claim": "a\0b"}, "“claim” holds a NUL character."),
        ({"label": "PERHAPS"}, "The label 'PERHAPS' is not known."),
        ({"label": ["SUPPORTS"]}, r"The label \['SUPPORTS'\] is not known."),
        ({"challenge": ""}, "The challenge '' is not known."),
        ({"challenge": ["Other"]}, r"The challenge \['Other'\] is not known."),
        ({"evidence": []}, "There are 0 evidence sets, not 1 to 3."),
        ({"evidence": {}}, "“evidence” is not a list."),
        ({"evidence": [{"content": [], "context": {}}]}, "An evidence set is empty."),
        (
            {"evidence": [{"content": ["Aare_sentence_x"], "context": {"Aare_sentence_x": []}}]},
            "“Aare_sentence_x” is not an element id.",
        ),
        (
            {"evidence": [{"content": ["Aare_sentence_1", {}], "context": {}}]},
            "“content” holds something that is not text.",
        ),
        (
            {"evidence": [{"content": ["Aare_sentence_٣"], "context": {"Aare_sentence_٣": []}}]},
            "“Aare_sentence_٣” is not an element id.",
        ),
        (
            {"evidence": [{"content": ["Aare_sentence_1"], "context": {}}]},
            "“context” does not have the keys of “content”.",
        ),
        (
            {
                "evidence": [
                    {
                        "content": ["Aare_sentence_1"],
                        "context": {"Aare_sentence_1": ["Reuss_title"]},
                    }
                ]
            },
            "The context of “Aare_sentence_1” is on another page.",
        ),
        (
            {"annotator_operations": [{"operation": "sneeze", "value": "", "time": "0"}]},
            "The operation “sneeze” is not known.",
        ),
        (
            {"annotator_operations": [{"operation": "start", "value": "start", "time": "noon"}]},
            "“noon” is not a time.",
        ),
    ],
)
def test_a_wrong_line_is_refused_with_the_reason(change: dict[str, Any], message: str) -> None:
    line = {**through_json(FEVEROUS.write(RECORD)), **change}
    with refused(FormatError, message):
        FEVEROUS.read(line)


def in_evidence(**changes: Any) -> dict[str, Any]:
    piece = {"page": "Aare", "address": "sentence_2", "text": "", "context": ["title"]}
    return {"evidence": [[piece | changes]]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (in_evidence(address="cell_3"), "“cell_3” is not the address of an element."),
        (in_evidence(address="sentence_٣"), "“sentence_٣” is not the address of an element."),
        (in_evidence(address=f"sentence_{10**9}"), "is not the address of an element."),
        (in_evidence(context=["table_1"]), "A context holds something that is not an address."),
        (in_evidence(context=[["title"]]), "A context holds something that is not an address."),
        (in_evidence(page=" "), "A piece of evidence names no page."),
        ({"tags": {"challenge": ["other"]}}, "“tags” holds something that is not text."),
        ({"tags": {"challenge": "x" * 61}}, "“tags” holds more than 60 characters."),
        ({"acts": [{"kind": "x", "seconds": 10**400, "body": {}}]}, "out of range."),
        (
            {"acts": [{"kind": "element_selected", "seconds": 1, "body": {"page": "Aare"}}]},
            "An act names no element.",
        ),
    ],
)
def test_a_wrong_line_of_ours_is_refused_with_the_reason(
    change: dict[str, Any], message: str
) -> None:
    line = {**through_json(INTERNAL.write(RECORD)), **change}
    with refused(FormatError, message):
        INTERNAL.read(line)


def test_predictions_of_ours_name_elements() -> None:
    line = {"predicted_label": "supported", "predicted_evidence": [{"page": "A", "address": "x"}]}
    with refused(FormatError, "“x” is not the address"):
        PLAIN_SCORING.read_prediction(line)


def test_what_fits_and_what_evidence_is_made_of() -> None:
    five = tuple(EvidencePiece("Aare", f"sentence_{n}") for n in range(5))
    cells = tuple(EvidencePiece("Aare", f"cell_0_{n}_0") for n in range(25))
    assert fits(five + cells)
    assert not fits((*five, SENTENCE))
    assert not fits((*cells, CELL))
    record = replace(RECORD, sets=((*five, SENTENCE), five, (CELL,)))
    assert smallest_fitting_set(record) == (CELL,)
    assert smallest_fitting_set(replace(RECORD, sets=((*five, SENTENCE),))) is None
    assert EvidencePiece("Aare", "header_cell_0_1_2").kind == "header_cell"
    assert evidence_kind(((CELL,),)) == "cells"
    assert evidence_kind(((CELL,), (SENTENCE,))) == "several"
    assert evidence_kind(((EvidencePiece("Aare", "item_0_1"),),)) == "items"
    assert evidence_kind(()) == "none"
