"""Reading logs: what was done in an attempt, in order and in time."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from annotation.judgements import Element
from annotation.log_bodies import ELEMENT_KINDS
from annotation.models import Attempt, Interaction
from annotation.selectors.elements import read_pages
from annotation.timeline import Logged, Told, tell
from wiki.models import Corpus
from wiki.parsing.context import context_of


def stream_of_server(attempt: Attempt) -> uuid.UUID:
    """The stream of what the server noted itself."""
    return uuid.uuid5(attempt.public_id, "server")


def log_of(attempt: Attempt, *, with_bodies: bool = True) -> list[Logged]:
    """Everything that is stored, in the server's order."""
    return logs_of([attempt], with_bodies=with_bodies)[attempt.pk]


def logs_of(attempts: Iterable[Attempt], *, with_bodies: bool = True) -> dict[int, list[Logged]]:
    """The logs of many attempts in one query, by the attempt's key.

    A release reads millions of acts, so they come as the database gives them: Django's own
    conversion of times, ids and bodies took most of the time.
    """
    servers = {attempt.pk: stream_of_server(attempt) for attempt in attempts}
    names = {name for stream in servers.values() for name in (stream, stream.hex)}
    fields = ["attempt", "pk", "stream", "sequence", "kind", "happened_at", "received_at"]
    rows = Interaction.objects.filter(attempt__in=servers).order_by("pk")
    wanted = rows.values_list(*fields, *(["body"] if with_bodies else []))
    logs: dict[int, list[Logged]] = {pk: [] for pk in servers}
    if not servers:
        return logs
    with connection.cursor() as cursor:
        cursor.execute(*wanted.query.sql_with_params())
        for attempt, pk, stream, number, kind, happened, received, *body in cursor:
            logs[attempt].append(
                Logged(
                    pk,
                    stream if isinstance(stream, str) else str(stream),
                    number,
                    kind,
                    _moment(happened),
                    _moment(received),
                    stream in names,
                    *map(_body, body),
                )
            )
    return logs


def _moment(value: datetime | str) -> datetime:
    """SQLite keeps moments as texts without a zone, which is UTC."""
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if isinstance(value, str) else value


def _body(value: Any) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(value) if isinstance(value, str) else value
    return body


def told_log(attempt: Attempt) -> list[Told]:
    """What was done, in order, in milliseconds since the start."""
    return tell(log_of(attempt))


def told_with_context(attempt: Attempt, corpus: Corpus) -> list[Told]:
    """The same, where each element says which title, sections and headers came along with it."""
    told = told_log(attempt)
    titles = {act.body["page"] for act in told if act.kind in ELEMENT_KINDS}
    pages = read_pages(corpus, titles)
    around = {
        element: context_of(pages[element.page].document, element.address)
        for element in elements_in(told)
        if element.page in pages
    }
    return [
        Told(act.kind, act.at_ms, {**act.body, "context": list(around.get(element, ()))})
        if (element := _element(act))
        else act
        for act in told
    ]


def elements_in(told: Sequence[Told]) -> set[Element]:
    """Every element that was selected at one time or another."""
    return {element for act in told if (element := _element(act))}


def _element(act: Told) -> Element | None:
    if act.kind not in ELEMENT_KINDS:
        return None
    return Element(act.body["page"], act.body["address"])
