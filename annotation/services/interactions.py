"""Recording what people do at the desk: in batches, each act once, none missing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotation.models import Attempt, Interaction, InteractionKind
from annotation.work_time import Moment, WorkTime, split_time

MOST_AT_ONCE = 500
LONGEST_BODY = 4000


class UnknownKindError(Exception):
    """Nobody does such a thing here."""


class TooLargeError(Exception):
    """Too many acts at once, or one that says too much."""


class SequenceError(Exception):
    """An act is missing before these; `expected` is the next number."""

    def __init__(self, expected: int) -> None:
        super().__init__(expected)
        self.expected = expected


class RepeatedDifferentlyError(Exception):
    """An act of this number is recorded already, and was another one."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person did, as their browser tells it."""

    sequence: int
    kind: str
    happened_at: datetime
    body: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def record_interactions(
    *, attempt: Attempt, stream: uuid.UUID, acts: Sequence[Act], now: datetime
) -> int:
    """Write what is new of a batch; sent again it is the same. Gives the last number recorded."""
    for act in acts:
        _check(act)
    if len(acts) > MOST_AT_ONCE:
        raise TooLargeError
    # One batch of an attempt after another, or two windows could both see a gap.
    Attempt.objects.select_for_update(no_key=True).get(pk=attempt.pk)
    mine = Interaction.objects.filter(attempt=attempt, stream=stream)
    last: int = mine.aggregate(last=Max("sequence"))["last"] or 0
    again = [act for act in acts if act.sequence <= last]
    stored = mine.filter(sequence__in=[act.sequence for act in again])
    _check_repeats(again, {one.sequence: one for one in stored})
    new = [act for act in acts if act.sequence > last]
    for expected, act in enumerate(new, start=last + 1):
        if act.sequence != expected:
            raise SequenceError(expected)
    Interaction.objects.bulk_create(
        Interaction(
            attempt=attempt,
            stream=stream,
            sequence=act.sequence,
            kind=act.kind,
            happened_at=act.happened_at,
            received_at=now,
            body=dict(act.body),
        )
        for act in new
    )
    return last + len(new)


def record_of_server(
    *,
    attempt: Attempt,
    acts: Sequence[tuple[InteractionKind, Mapping[str, Any]]],
    now: datetime,
) -> None:
    """Acts that the server itself knows of, in a stream of its own. Within a transaction."""
    stream = uuid.uuid5(attempt.public_id, "server")
    Attempt.objects.select_for_update(no_key=True).get(pk=attempt.pk)
    mine = Interaction.objects.filter(attempt=attempt, stream=stream)
    last: int = mine.aggregate(last=Max("sequence"))["last"] or 0
    Interaction.objects.bulk_create(
        Interaction(
            attempt=attempt,
            stream=stream,
            sequence=number,
            kind=kind,
            happened_at=now,
            received_at=now,
            body=dict(body),
        )
        for number, (kind, body) in enumerate(acts, start=last + 1)
    )


def work_time_of(attempt: Attempt) -> WorkTime:
    """How long a person was at it. What the server noted itself is no presence."""
    server = uuid.uuid5(attempt.public_id, "server")
    rows = Interaction.objects.filter(attempt=attempt).exclude(stream=server)
    fields = rows.order_by("stream", "sequence").values_list(
        "stream", "sequence", "kind", "happened_at"
    )
    return split_time(Moment(str(stream), number, kind, at) for stream, number, kind, at in fields)


def _check(act: Act) -> None:
    if act.kind not in InteractionKind.values:
        raise UnknownKindError(act.kind)
    if act.sequence < 1:
        raise SequenceError(1)
    text = json.dumps(act.body)
    if len(text) > LONGEST_BODY or "\\u0000" in text:
        raise TooLargeError


def _check_repeats(acts: Sequence[Act], stored: Mapping[int, Interaction]) -> None:
    for act in acts:
        one = stored[act.sequence]
        if (one.kind, one.happened_at, one.body) != (act.kind, act.happened_at, dict(act.body)):
            raise RepeatedDifferentlyError(act.sequence)
