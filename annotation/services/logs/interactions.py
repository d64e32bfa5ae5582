"""Recording what people do at the desk: in batches, each act once, none missing."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet, UUIDField

from annotation.models import Attempt, Interaction, InteractionKind, LogMark
from annotation.rules.logs.acts import EARLIEST, LATEST, SERVER_STREAM, DeskAct
from annotation.rules.logs.arrivals import Opening, place_batch
from annotation.rules.logs.bodies import ELEMENT_KINDS, ActFault, find_act_fault
from annotation.rules.logs.timeline import LoggedAct, correct_clocks
from annotation.rules.logs.work_time import Moment, WorkTime, split_time
from annotation.rules.verifying.elements import kind_at
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.logs.acts import log_of
from annotation.selectors.verifying.elements import read_pages
from annotation.services.logs import marks
from annotation.services.logs.entries import (
    LogEntry,
    ServerAct,
    body_json,
    count_entries,
    insert_entries,
    server_entries,
    size_of,
)
from core.json_column import can_be_stored
from core.prepared_queries import Parameter, PreparedQuery, PreparedUpdate

MOST_AT_ONCE = 500
LONGEST_BODY = 8000
_MEGABYTE = 1_000_000
# `values` makes a new list each time, with all labels.
_KINDS = frozenset(InteractionKind.values)


class UnknownActKindError(Exception):
    """An act of a kind that there is not."""


class BadActError(Exception):
    """An act that cannot have been; `sequence` is its number."""

    def __init__(self, sequence: int, fault: ActFault) -> None:
        super().__init__(f"{sequence}: {fault.code}")
        self.sequence = sequence
        self.fault = fault


class ServerStreamError(Exception):
    """A batch in the stream of the server's own acts."""


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
    *,
    attempt: Attempt,
    stream: uuid.UUID,
    acts: Sequence[DeskAct],
    now: datetime,
    sent_at: datetime | None = None,
) -> int:
    """Store the new acts of a batch and return the number up to which the browser is done.

    A batch that is sent again changes nothing. `sent_at` is by the browser's clock, as the times
    of the acts are; they are stored by the server's, none outside the attempt. Acts that arrive
    when the attempt is long over, or when its log is full, are not recorded.
    """
    check_batch(attempt=attempt, stream=stream, acts=acts, sent_at=sent_at)
    # One batch of an attempt after another, or two windows could both see a gap.
    held = hold_log(attempt)
    return add_acts(held=held, stream=stream, acts=acts, now=now, sent_at=sent_at)


def hold_log(attempt: Attempt) -> Attempt:
    """Return the attempt with what its log needs as it is now, locked."""
    return _LOG.get(attempt=attempt.pk)


def _locked_logs() -> QuerySet[Attempt]:
    needed = ("outcome", "started_at", "ended_at", "reopened_at", "acts", "log_bytes")
    return (
        Attempt.objects.select_for_update(no_key=True).only(*needed).filter(pk=Parameter("attempt"))
    )


def _last_rows() -> QuerySet[Interaction, tuple[Any, ...]]:
    streams = Q(stream=Parameter("stream", UUIDField())) | Q(stream=SERVER_STREAM)
    rows = Interaction.objects.filter(streams, attempt=Parameter("attempt"))
    return rows.values_list("stream").annotate(Max("sequence")).order_by()


_LOG = PreparedQuery(_locked_logs)
_LAST = PreparedQuery(_last_rows)
_COUNTED = PreparedUpdate(
    lambda: Attempt.objects.filter(pk=Parameter("attempt")),
    acts=Parameter("acts"),
    log_bytes=Parameter("log_bytes"),
)


def add_acts(
    *,
    held: Attempt,
    stream: uuid.UUID,
    acts: Sequence[DeskAct],
    now: datetime,
    sent_at: datetime | None,
    server_acts: Sequence[ServerAct] = (),
) -> int:
    """Store the new acts of a checked batch of a locked attempt, then those of the server."""
    last, server_last = _last_numbers(held, stream)
    again = [act for act in acts if act.sequence <= last]
    if again:
        stored = Interaction.objects.filter(
            attempt=held, stream=stream, sequence__in=[act.sequence for act in again]
        )
        _check_repeats(again, {row.sequence: row for row in stored})
    new = [act for act in acts if act.sequence > last]
    done = new[-1].sequence if new else last
    entries = _placed(held, stream, new, last, sent_at, now)
    _store(held, [*entries, *server_entries(server_acts, server_last, now)], now)
    return done


def _placed(
    held: Attempt,
    stream: uuid.UUID,
    new: Sequence[DeskAct],
    last: int,
    sent_at: datetime | None,
    now: datetime,
) -> list[LogEntry]:
    """Return the entries of new acts; none if the attempt takes no more."""
    opening = Opening(held.started_at, held.reopened_at or held.started_at, held.ended_at)
    bodies = [body_json(act.body) for act in new]
    if not new or not opening.takes_acts(now) or _is_full(held, bodies, now):
        return []
    for expected, act in enumerate(new, start=last + 1):
        if act.sequence != expected:
            raise SequenceError(expected)
    batch = place_batch(new, sent_at=sent_at, opening=opening, now=now)
    marks.mark_batch(attempt=held, batch=batch, now=now)
    return [
        LogEntry(stream, act.sequence, act.kind, happened_at, body)
        for act, happened_at, body in zip(new, batch.times, bodies, strict=True)
    ]


def _last_numbers(held: Attempt, stream: uuid.UUID) -> tuple[int, int]:
    """Return the last numbers in a browser's stream and in the server's."""
    last: dict[uuid.UUID, int] = dict(_LAST.rows(attempt=held.pk, stream=stream))
    return last.get(stream, 0), last.get(SERVER_STREAM, 0)


def record_server_acts(*, attempt: Attempt, acts: Sequence[ServerAct], now: datetime) -> None:
    """Store acts that the server itself knows of, in a stream of its own.

    Call it within a transaction.
    """
    if not acts:
        return
    held = hold_log(attempt)
    mine = Interaction.objects.filter(attempt=held, stream=SERVER_STREAM)
    last: int = mine.aggregate(last=Max("sequence"))["last"] or 0
    _store(held, server_entries(acts, last, now), now)


def append_server_acts(
    *, held: Attempt, log: Iterable[LoggedAct], acts: Sequence[ServerAct], now: datetime
) -> None:
    """Store acts of the server after a log that was read under the attempt's lock.

    The caller stores the attempt with its `LOG_SIZE`, together with what else changes.
    """
    last = max((act.sequence for act in log if act.is_from_server), default=0)
    entries = server_entries(acts, last, now)
    insert_entries(held, entries, now)
    count_entries(held, entries)


def start_log(*, attempt: Attempt, acts: Sequence[ServerAct], now: datetime) -> None:
    """Store a new attempt with the first acts of its log. Call it within a transaction."""
    entries = server_entries(acts, 0, now)
    count_entries(attempt, entries)
    attempt.save(force_insert=True)
    insert_entries(attempt, entries, now)


def has_room(attempt: Attempt) -> bool:
    """Return whether the log of a locked attempt takes more than what the server must record."""
    return (
        attempt.acts < settings.LOG_ENTRIES
        and attempt.log_bytes < settings.LOG_MEGABYTES * _MEGABYTE
    )


def _is_full(held: Attempt, bodies: Sequence[bytes], now: datetime) -> bool:
    """Return whether acts with these bodies would be too many, and mark the log if so."""
    if (
        held.acts + len(bodies) <= settings.LOG_ENTRIES
        and held.log_bytes + size_of(bodies) <= settings.LOG_MEGABYTES * _MEGABYTE
    ):
        return False
    marks.mark_log(attempt=held, kind=LogMark.Kind.LOG_FULL, now=now)
    return True


def _store(held: Attempt, entries: Sequence[LogEntry], now: datetime) -> None:
    """Store entries of a locked attempt and count them."""
    if not entries:
        return
    insert_entries(held, entries, now)
    count_entries(held, entries)
    _COUNTED.run(attempt=held.pk, acts=held.acts, log_bytes=held.log_bytes)


def work_time_of(attempt: Attempt) -> WorkTime:
    """Return how long a person worked on it."""
    return work_time_in(log_of(attempt, with_bodies=False))


def work_time_in(log: Iterable[LoggedAct]) -> WorkTime:
    """Return how long a person worked. What the server recorded itself is no presence."""
    theirs = [act for act in log if not act.is_from_server]
    return split_time(
        Moment(act.stream, act.sequence, act.kind, act.happened_at)
        for act in correct_clocks(theirs)
    )


def check_batch(
    *, attempt: Attempt, stream: uuid.UUID, acts: Sequence[DeskAct], sent_at: datetime | None
) -> None:
    """Raise the error of what cannot be, whatever is stored."""
    if stream == SERVER_STREAM:
        raise ServerStreamError
    if len(acts) > MOST_AT_ONCE:
        raise TooLargeError
    if sent_at is not None and not EARLIEST <= sent_at < LATEST:
        raise BadActError(acts[0].sequence if acts else 0, ActFault("time"))
    for act in acts:
        _check(act)
    _check_elements(attempt, acts)


def _check(act: DeskAct) -> None:
    if act.kind not in _KINDS:
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
    corpus = campaign_of(attempt).corpus_id
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
        # The time is not compared: the stored one is by the server's clock.
        if (row.kind, row.body) != (act.kind, act.body):
            raise RepeatedDifferentlyError(act.sequence)
