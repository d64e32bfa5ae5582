"""Recording what people do at the desk: in batches, each act once, none missing."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotation.models import Attempt, Interaction, InteractionKind
from annotation.rules.logs.bodies import ELEMENT_KINDS, fault_of
from annotation.rules.logs.timeline import by_the_servers_clock
from annotation.rules.logs.work_time import Moment, WorkTime, split_time
from annotation.selectors.attempts import campaign_of
from annotation.selectors.elements import kind_at, read_pages
from annotation.selectors.logs import log_of, stream_of_server
from core.json_text import can_be_stored

MOST_AT_ONCE = 500
LONGEST_BODY = 8000


class UnknownKindError(Exception):
    """Nobody does such a thing here."""


class BadActError(Exception):
    """An act says what cannot be; `sequence` is its number."""

    def __init__(self, sequence: int, fault: str) -> None:
        super().__init__(f"{sequence}: {fault}")
        self.sequence = sequence
        self.fault = fault


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
class DeskAct:
    """Something that a person did, as their browser tells it."""

    sequence: int
    kind: str
    happened_at: datetime
    body: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def record_interactions(
    *, attempt: Attempt, stream: uuid.UUID, acts: Sequence[DeskAct], now: datetime
) -> int:
    """Write what is new of a batch; sent again it is the same. Gives the last number recorded."""
    if len(acts) > MOST_AT_ONCE:
        raise TooLargeError
    for act in acts:
        _check(act)
    _check_elements(attempt, acts)
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
    stream = stream_of_server(attempt.public_id)
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
    theirs = [act for act in log_of(attempt, with_bodies=False) if not act.is_servers]
    return split_time(
        Moment(act.stream, act.sequence, act.kind, act.happened_at)
        for act in by_the_servers_clock(theirs)
    )


def _check(act: DeskAct) -> None:
    if act.kind not in InteractionKind.values:
        raise UnknownKindError(act.kind)
    if act.sequence < 1:
        raise SequenceError(1)
    if not can_be_stored(dict(act.body), longest=LONGEST_BODY):
        raise TooLargeError
    fault = fault_of(act.kind, act.body)
    if fault is not None:
        raise BadActError(act.sequence, fault)


def _check_elements(attempt: Attempt, acts: Sequence[DeskAct]) -> None:
    """What was selected is in the pages of the campaign."""
    chosen = [act for act in acts if act.kind in ELEMENT_KINDS]
    if not chosen:
        return
    corpus = campaign_of(attempt).corpus
    if corpus is None:
        raise BadActError(chosen[0].sequence, "there are no pages")
    pages = read_pages(corpus, {act.body["page"] for act in chosen})
    for act in chosen:
        page = pages.get(act.body["page"])
        if page is None:
            raise BadActError(act.sequence, f"there is no page “{act.body['page']}”")
        if kind_at(page.document, act.body["address"]) is None:
            raise BadActError(act.sequence, f"there is nothing at {act.body['address']}")


def _check_repeats(acts: Sequence[DeskAct], stored: Mapping[int, Interaction]) -> None:
    for act in acts:
        one = stored[act.sequence]
        if (one.kind, one.happened_at, one.body) != (act.kind, act.happened_at, dict(act.body)):
            raise RepeatedDifferentlyError(act.sequence)
