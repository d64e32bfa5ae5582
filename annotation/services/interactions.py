"""Recording what people do at the desk: in batches, each act once, none missing."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotation.models import Attempt, Interaction, InteractionKind
from annotation.rules.logs.acts import EARLIEST, LATEST, DeskAct
from annotation.rules.logs.bodies import ELEMENT_KINDS, ActFault, find_act_fault
from annotation.rules.logs.timeline import correct_clocks
from annotation.rules.logs.work_time import Moment, WorkTime, split_time
from annotation.rules.verifying.elements import kind_at
from annotation.selectors.attempts import campaign_of
from annotation.selectors.elements import read_pages
from annotation.selectors.logs import log_of, server_stream
from core.json_column import can_be_stored

MOST_AT_ONCE = 500
LONGEST_BODY = 8000


class UnknownActKindError(Exception):
    """An act of a kind that there is not."""


class BadActError(Exception):
    """An act that cannot have been; `sequence` is its number."""

    def __init__(self, sequence: int, fault: ActFault) -> None:
        super().__init__(f"{sequence}: {fault.code}")
        self.sequence = sequence
        self.fault = fault


class TooLargeError(Exception):
    """Too many acts at once, or an act with too long a body."""


class SequenceError(Exception):
    """A gap before these acts; `expected` is the next number."""

    def __init__(self, expected: int) -> None:
        super().__init__(expected)
        self.expected = expected


class RepeatedDifferentlyError(Exception):
    """Another act than the one that is recorded under this number."""


@transaction.atomic
def record_interactions(
    *, attempt: Attempt, stream: uuid.UUID, acts: Sequence[DeskAct], now: datetime
) -> int:
    """Store the new acts of a batch and return the last number recorded.

    A batch that is sent again changes nothing.
    """
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
    _check_repeats(again, {row.sequence: row for row in stored})
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
            body=act.body,
        )
        for act in new
    )
    return last + len(new)


def record_server_acts(
    *,
    attempt: Attempt,
    acts: Sequence[tuple[InteractionKind, Mapping[str, Any]]],
    now: datetime,
) -> None:
    """Store acts that the server itself knows of, in a stream of its own.

    Call it within a transaction.
    """
    stream = server_stream(attempt.public_id)
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
    """Return how long a person worked on it. What the server recorded itself is no presence."""
    theirs = [act for act in log_of(attempt, with_bodies=False) if not act.is_from_server]
    return split_time(
        Moment(act.stream, act.sequence, act.kind, act.happened_at)
        for act in correct_clocks(theirs)
    )


def _check(act: DeskAct) -> None:
    if act.kind not in InteractionKind.values:
        raise UnknownActKindError(act.kind)
    if act.sequence < 1:
        raise SequenceError(1)
    if not EARLIEST <= act.happened_at < LATEST:
        raise BadActError(act.sequence, ActFault("time"))
    if not can_be_stored(act.body, longest=LONGEST_BODY):
        raise TooLargeError
    fault = find_act_fault(act.kind, act.body)
    if fault is not None:
        raise BadActError(act.sequence, fault)


def _check_elements(attempt: Attempt, acts: Sequence[DeskAct]) -> None:
    """Raise BadActError unless what was selected is in the pages of the campaign."""
    chosen = [act for act in acts if act.kind in ELEMENT_KINDS]
    if not chosen:
        return
    corpus = campaign_of(attempt).corpus
    if corpus is None:
        raise BadActError(chosen[0].sequence, ActFault("no_pages"))
    pages = read_pages(corpus, {act.body["page"] for act in chosen})
    for act in chosen:
        title, address = act.body["page"], act.body["address"]
        page = pages.get(title)
        if page is None:
            raise BadActError(act.sequence, ActFault("no_page", {"page": title}))
        if kind_at(page.document, address) is None:
            raise BadActError(act.sequence, ActFault("no_element", {"address": address}))


def _check_repeats(acts: Sequence[DeskAct], stored: Mapping[int, Interaction]) -> None:
    for act in acts:
        row = stored[act.sequence]
        if (row.kind, row.happened_at, row.body) != (act.kind, act.happened_at, act.body):
            raise RepeatedDifferentlyError(act.sequence)
