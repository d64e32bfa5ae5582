"""Drafts are read leniently: what does not fit is left out, and the rest is there."""

from __future__ import annotations

from annotation.rules.drafts import (
    MOST_TYPED,
    ClaimDraft,
    claims_body,
    elements_in_draft,
    judgement_body,
    read_claim_drafts,
    read_verifying_draft,
    read_writing_draft,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement

S1 = {"page": "Aare", "address": "sentence_1"}


def test_a_writing_draft_is_read_and_written_as_it_was() -> None:
    drafts = {
        "type_1": ClaimDraft("The Aare is long.", "", "supported", {"challenge": "other"}, ("x",)),
        "type_2": ClaimDraft(),
    }
    body = claims_body(drafts) | {"open": "type_2", "room": {"title": "Aare", "top": 7}}
    read = read_writing_draft(body)
    assert (read.open, read.room.title) == ("type_2", "Aare")
    assert read_claim_drafts(drafts, read.claims) == drafts


def test_what_does_not_fit_is_left_out() -> None:
    read = read_writing_draft({"claims": {"a": {"text": "One", "tags": 3}}, "open": 7, "room": []})
    assert (read.open, read.room.title) == ("", "")
    assert read_claim_drafts(["a", "b"], read.claims) == {"a": ClaimDraft("One"), "b": ClaimDraft()}
    assert read_writing_draft(None).claims == {}


def test_a_text_of_endless_length_is_cut() -> None:
    read = read_claim_drafts(["a"], {"a": {"text": "x" * (MOST_TYPED + 1)}})
    assert len(read["a"].text) == MOST_TYPED


def test_the_elements_of_a_draft_are_found_once() -> None:
    draft = read_verifying_draft({"sets": [[S1, 7], "x", [S1, {**S1, "address": "sentence_2"}]]})
    assert elements_in_draft(draft) == [
        ElementReference("Aare", "sentence_1"),
        ElementReference("Aare", "sentence_2"),
    ]
    assert elements_in_draft(read_verifying_draft({"sets": "x"})) == []


def test_a_judgement_becomes_a_draft_with_all_its_sets() -> None:
    judgement = Judgement(
        verdict="supported", sets=[[ElementReference("Aare", "sentence_1")]], note="Hm."
    )
    body = judgement_body(judgement, 3)
    assert body["sets"] == [[S1], [], []]
    assert (body["verdict"], body["answer"], body["note"]) == ("supported", "", "Hm.")
