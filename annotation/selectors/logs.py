"""Reading logs: what was done in an attempt, in order and in time."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.db.models import Value

from annotation.models import Attempt, Interaction
from annotation.rules.logs.bodies import ELEMENT_KINDS
from annotation.rules.logs.timeline import LoggedAct, TimedAct, build_timeline
from annotation.rules.verifying.elements import Element
from annotation.selectors.elements import read_pages
from core.raw_rows import UtcText, from_json, moment, read_rows
from wiki.models import Corpus
from wiki.parsing.context import context_of


def stream_of_server(attempt: uuid.UUID) -> uuid.UUID:
    """The stream of what the server noted itself, of the attempt's public id."""
    return uuid.uuid5(attempt, "server")


def log_of(attempt: Attempt, *, with_bodies: bool = True) -> list[LoggedAct]:
    """Everything that is stored, in the server's order."""
    [(_, log)] = logs_of({attempt.pk: attempt.public_id}, with_bodies=with_bodies)
    return sorted(log, key=attrgetter("place"))


def logs_of(
    attempts: Mapping[int, uuid.UUID], *, with_bodies: bool = True
) -> Iterator[tuple[int, list[LoggedAct]]]:
    """The logs of many attempts in one query, one after the other, each in no order.

    By the attempts' keys; their public ids tell which streams are the server's.
    """
    rows = Interaction.objects.filter(attempt__in=attempts).order_by()
    wanted = rows.values_list(
        "attempt", "pk", "stream", "sequence", "kind",
        UtcText("happened_at"), UtcText("received_at"),
        "body" if with_bodies else Value("{}"),
    )  # fmt: skip
    logs: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in attempts}
    for row in read_rows(wanted):
        logs[row[0]].append(row)
    for attempt, public_id in attempts.items():
        yield attempt, _logged(logs.pop(attempt), stream_of_server(public_id))


def _logged(rows: Iterable[tuple[Any, ...]], server: uuid.UUID) -> list[LoggedAct]:
    # As PostgreSQL gives it, and as SQLite keeps it.
    names = (server, server.hex)
    return [
        LoggedAct(
            pk,
            str(stream),
            number,
            kind,
            moment(happened),
            moment(received),
            stream in names,
            from_json(body),
        )
        for _, pk, stream, number, kind, happened, received, body in rows
    ]


def read_timeline(attempt: Attempt) -> list[TimedAct]:
    """What was done, in order, in milliseconds since the start."""
    return build_timeline(log_of(attempt))


def read_timeline_with_context(attempt: Attempt, corpus: Corpus) -> list[TimedAct]:
    """The same, where each element says which title, sections and headers came along with it."""
    told = read_timeline(attempt)
    titles = {act.body["page"] for act in told if act.kind in ELEMENT_KINDS}
    pages = read_pages(corpus, titles)
    around = {
        element: context_of(pages[element.page].document, element.address)
        for element in elements_in(told)
        if element.page in pages
    }
    return [
        TimedAct(act.kind, act.at_ms, {**act.body, "context": list(around.get(element, ()))})
        if (element := _element(act))
        else act
        for act in told
    ]


def elements_in(told: Sequence[TimedAct]) -> set[Element]:
    """Every element that was selected at one time or another."""
    return {element for act in told if (element := _element(act))}


def _element(act: TimedAct) -> Element | None:
    if act.kind not in ELEMENT_KINDS:
        return None
    return Element(act.body["page"], act.body["address"])
