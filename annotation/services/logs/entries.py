"""Entries of the logs of attempts, as they are written.

A desk sends a batch every few seconds. `bulk_create` takes longer for it than all the rest of the
request, so the rows are written as they are.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from annotation.models import Attempt, Interaction, InteractionKind
from annotation.rules.logs.acts import SERVER_STREAM
from core.raw_rows import id_column, insert_rows, moment_column

# An act that the server records itself: its kind and its body.
ServerAct = tuple[InteractionKind, Mapping[str, Any]]
# The fields of an attempt that tell the size of its log.
LOG_SIZE = ("acts", "log_bytes")

# About what a row takes beside its body.
_BYTES_A_ROW = 100
_FIELDS = ("attempt", "stream", "sequence", "kind", "happened_at", "received_at", "body")

body_json = msgspec.json.Encoder().encode


class LogEntry(Struct, frozen=True, gc=False):
    """An act that is to be stored, its body as JSON."""

    stream: uuid.UUID
    sequence: int
    kind: str
    happened_at: datetime
    body: bytes


def server_entries(acts: Sequence[ServerAct], last: int, now: datetime) -> list[LogEntry]:
    """Return entries of the server's own stream after its last number."""
    return [
        LogEntry(SERVER_STREAM, number, kind.value, now, body_json(body))
        for number, (kind, body) in enumerate(acts, start=last + 1)
    ]


def size_of(bodies: Sequence[bytes]) -> int:
    """Return about how many bytes entries with these bodies take."""
    return sum(map(len, bodies)) + _BYTES_A_ROW * len(bodies)


def count_entries(held: Attempt, entries: Sequence[LogEntry]) -> None:
    """Add entries to the size of a log; the caller stores the attempt with its `LOG_SIZE`."""
    held.acts += len(entries)
    held.log_bytes += size_of([entry.body for entry in entries])


def insert_entries(held: Attempt, entries: Sequence[LogEntry], now: datetime) -> None:
    """Store entries of an attempt that is locked or new."""
    stream_columns = {entry.stream: id_column(entry.stream) for entry in entries}
    received_at = moment_column(now)
    rows = [
        (
            held.pk,
            stream_columns[entry.stream],
            entry.sequence,
            entry.kind,
            moment_column(entry.happened_at),
            received_at,
            entry.body.decode(),
        )
        for entry in entries
    ]
    insert_rows(Interaction, _FIELDS, rows)
