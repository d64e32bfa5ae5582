"""Acts at the desk are recorded once, in order, with none missing."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotation.models import Attempt, Interaction
from annotation.rules.logs.acts import DeskAct
from annotation.services.logs import interactions
from annotation.services.logs.interactions import record_interactions
from annotation.services.writing import highlights
from tests.annotation.world import make_world
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

STREAM = uuid.UUID(int=7)
ARRIVAL = NOW + timedelta(minutes=10)


@pytest.fixture
def attempt() -> Attempt:
    world = make_world(pages=12, target=4)
    return highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=NOW
    ).attempt


def act(sequence: int, kind: str = "searched", **body: Any) -> DeskAct:
    return DeskAct(sequence, kind, NOW + timedelta(seconds=sequence), body)


def record(attempt: Attempt, *acts: DeskAct, stream: uuid.UUID = STREAM) -> int:
    return record_interactions(attempt=attempt, stream=stream, acts=acts, now=ARRIVAL)


def sequences() -> list[int]:
    return list(Interaction.objects.order_by("pk").values_list("sequence", flat=True))


def test_a_batch_is_recorded_in_order(attempt: Attempt) -> None:
    assert record(attempt, act(1, query="aare"), act(2, "page_opened", title="Aare")) == 2
    assert record(attempt, act(3, "heartbeat")) == 3
    rows = Interaction.objects.order_by("pk").values_list("sequence", "kind", "body")
    assert list(rows) == [
        (1, "searched", {"query": "aare"}),
        (2, "page_opened", {"title": "Aare"}),
        (3, "heartbeat", {}),
    ]


def test_a_batch_sent_again_is_recorded_once_and_goes_on(attempt: Attempt) -> None:
    record(attempt, act(1), act(2))
    assert record(attempt, act(1), act(2), act(3)) == 3
    assert sequences() == [1, 2, 3]


def test_a_repeat_that_says_something_else_is_refused(attempt: Attempt) -> None:
    record(attempt, act(1, query="aare"))
    with pytest.raises(interactions.RepeatedDifferentlyError):
        record(attempt, act(1, query="reuss"), act(2))
    assert sequences() == [1]


def test_a_gap_is_refused_and_says_what_is_missing(attempt: Attempt) -> None:
    record(attempt, act(1))
    with pytest.raises(interactions.SequenceError) as refusal:
        record(attempt, act(2), act(4))
    assert refusal.value.expected == 3
    assert sequences() == [1]


def test_each_page_load_counts_for_itself(attempt: Attempt) -> None:
    record(attempt, act(1))
    record(attempt, act(1), stream=uuid.UUID(int=8))
    assert sequences() == [1, 1]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (act(1, "danced"), interactions.UnknownActKindError),
        (act(1, text="x" * 8001), interactions.TooLargeError),
        (act(1, text="\0"), interactions.TooLargeError),
        (act(0), interactions.SequenceError),
    ],
)
def test_what_is_unknown_or_too_large_is_refused(
    attempt: Attempt, wrong: DeskAct, error: type[Exception]
) -> None:
    with pytest.raises(error):
        record(attempt, wrong)
    assert sequences() == []


def test_too_many_at_once_are_refused(attempt: Attempt) -> None:
    with pytest.raises(interactions.TooLargeError):
        record(attempt, *(act(n) for n in range(1, 502)))
    assert sequences() == []


def test_the_log_cannot_be_rewritten(attempt: Attempt) -> None:
    record(attempt, act(1))
    with pytest.raises(DatabaseError), transaction.atomic():
        Interaction.objects.update(kind="hidden")
    with pytest.raises(DatabaseError), transaction.atomic():
        Interaction.objects.all().delete()
    assert Interaction.objects.get().kind == "searched"


def test_the_time_of_an_attempt_is_split(attempt: Attempt) -> None:
    record(attempt, act(1, "loading_started"), act(4 - 2, "loading_ended"), act(3, "input"))
    time = interactions.work_time_of(attempt)
    assert (time.loading, time.active, time.idle) == (
        timedelta(seconds=1),
        timedelta(seconds=1),
        timedelta(),
    )
