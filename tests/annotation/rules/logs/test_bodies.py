"""The acts that browsers report: kinds, sizes, sets, ways, and that elements exist."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from annotation.messages import act_fault_text
from annotation.models import Attempt, Interaction, InteractionKind
from annotation.rules.logs.acts import DeskAct
from annotation.rules.logs.bodies import (
    BODIES,
    SERVER_KINDS,
    ElementChoice,
    VerdictChoice,
    read_body,
)
from annotation.services.logs import interactions
from annotation.services.logs.interactions import record_interactions
from tests.annotation.verifying_world import PAGE, make_desk, take
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

STREAM = uuid.UUID(int=9)


@pytest.fixture
def attempt() -> Attempt:
    return take(make_desk()).attempt


def record(attempt: Attempt, *acts: tuple[str, dict[str, Any]]) -> int:
    return record_interactions(
        attempt=attempt,
        stream=STREAM,
        acts=[
            DeskAct(number, kind, NOW + timedelta(seconds=number), body)
            for number, (kind, body) in enumerate(acts, start=1)
        ],
        now=NOW,
    )


def stored() -> list[tuple[str, dict[str, Any]]]:
    rows = Interaction.objects.filter(stream=STREAM).order_by("pk")
    return list(rows.values_list("kind", "body"))


def chosen(**changes: Any) -> dict[str, Any]:
    return {"page": PAGE, "address": "cell_0_1_1", "set": 1, "way": "column"} | changes


def test_a_whole_verification_is_recorded(attempt: Attempt) -> None:
    acts: list[tuple[str, dict[str, Any]]] = [
        ("searched", {"query": "river", "kind": "full"}),
        ("results_shown", {"query": "river", "first": 1, "results": [PAGE, "River 004"]}),
        ("result_opened", {"title": PAGE, "rank": 1}),
        ("page_opened", {"title": PAGE}),
        ("searched_in_page", {"query": "story", "hits": 5}),
        ("page_search_reset", {}),
        ("element_selected", chosen()),
        ("set_switched", {"set": 2}),
        ("element_selected", chosen(set=2, address="header_cell_0_0_1", way="key")),
        ("undone", {}),
        ("element_deselected", chosen(set=2, address="header_cell_0_0_1", way="undone")),
        ("verdict_chosen", {"verdict": "refuted"}),
        ("guideline_answered", {"answer": "yes"}),
        ("tag_chosen", {"tag": "challenge", "value": "other"}),
        ("undone", {}),
        ("tag_chosen", {"tag": "challenge", "value": None, "way": "undone"}),
        ("confirmation_opened", {}),
        ("confirmation_left", {}),
        ("hidden", {}),
        ("shown", {}),
        ("suggestion_shown", {"provider": "test 1"}),
    ]
    assert record(attempt, *acts) == len(acts)
    assert stored() == acts


@pytest.mark.parametrize(
    ("kind", "body", "fault"),
    [
        ("element_selected", chosen(address="sentence_99"), "there is nothing at sentence_99"),
        ("element_selected", chosen(address="table_0"), "“address” cannot be 'table_0'"),
        ("element_selected", chosen(address="sentence_٣"), "“address” cannot be 'sentence_٣'"),
        ("element_deselected", chosen(page="Atlantis"), "there is no page “Atlantis”"),
        ("element_selected", chosen(page=""), "“page” cannot be ''"),
        ("element_selected", chosen(page=["x"]), "“page” cannot be \"['x']\""),
        ("element_selected", chosen(set=0), "“set” cannot be '0'"),
        ("element_selected", chosen(set=True), "“set” cannot be 'True'"),
        ("element_selected", chosen(set=201), "“set” cannot be '201'"),
        ("element_selected", chosen(way="magic"), "“way” cannot be 'magic'"),
        ("element_selected", {"page": PAGE}, "“address” is missing"),
        ("set_switched", {}, "“set” is missing"),
        ("verdict_chosen", {"verdict": 7}, "“verdict” cannot be '7'"),
        ("results_shown", {"query": "x", "first": 1, "results": [3]}, "“results” cannot be '[3]'"),
        ("result_opened", {"title": PAGE, "rank": 0}, "“rank” cannot be '0'"),
        ("searched", {"query": 3}, "“query” cannot be '3'"),
        ("started", {}, "only the server knows of “started”"),
        ("submitted", {}, "only the server knows of “submitted”"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    attempt: Attempt, kind: str, body: dict[str, Any], fault: str
) -> None:
    with pytest.raises(interactions.BadActError) as refused:
        record(attempt, ("searched", {"query": "river"}), (kind, body))
    assert (refused.value.sequence, act_fault_text(refused.value.fault)) == (2, fault)
    assert stored() == []


@pytest.mark.parametrize(
    "body", [{"x": "\0"}, {"x": "\ud800"}, {"x": float("nan")}, {"x": "é" * 8001}]
)
def test_what_no_database_holds_is_refused(attempt: Attempt, body: dict[str, Any]) -> None:
    with pytest.raises(interactions.TooLargeError):
        record(attempt, ("input", body))
    assert stored() == []


def test_too_many_at_once_are_refused(attempt: Attempt) -> None:
    with pytest.raises(interactions.TooLargeError):
        record(attempt, *[("input", {})] * 501)
    assert stored() == []


def test_every_kind_has_a_body_or_is_the_servers() -> None:
    assert set(BODIES) | SERVER_KINDS == set(InteractionKind.values)
    assert not set(BODIES) & SERVER_KINDS


def test_a_stored_body_is_read_into_its_struct() -> None:
    chosen = {"page": "Zürich", "address": "sentence_0", "set": 2, "way": "key", "more": 1}
    assert read_body("element_selected", chosen) == ElementChoice("Zürich", "sentence_0", 2, "key")
    assert read_body("submitted", {"verdict": "supports"}) == VerdictChoice("supports")
    assert read_body("element_selected", {"page": "Zürich"}) is None
    assert read_body("skipped", {"reason": "long"}) is None
