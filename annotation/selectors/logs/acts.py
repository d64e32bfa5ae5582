"""Reading logs: the acts of an attempt, in order and in time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet, Value

from annotation.models import Attempt, Interaction
from annotation.rules.logs.acts import SERVER_STREAM
from annotation.rules.logs.bodies import ELEMENT_KINDS
from annotation.rules.logs.timeline import LoggedAct, TimedAct, build_timeline
from annotation.rules.verifying.elements import ElementReference
from annotation.selectors.verifying.elements import read_pages
from annotation.selectors.verifying.evidence import titles_in
from core.prepared_queries import Parameter, PreparedQuery
from core.raw_rows import UtcText, from_json, moment, read_rows
from wiki.models import Corpus
from wiki.parsing.context import context_of


def log_of(attempt: Attempt, *, with_bodies: bool = True) -> list[LoggedAct]:
    """Return the stored acts of an attempt in the server's order."""
    rows = (_LOG if with_bodies else _TIMES).raw_rows(attempt=attempt.pk)
    return sorted(_logged(rows), key=attrgetter("place"))


def logs_of(
    attempts: Sequence[int], *, with_bodies: bool = True
) -> Iterator[tuple[int, list[LoggedAct]]]:
    """Return the logs of many attempts, named by their keys, in one query; each in no order."""
    wanted = _columns(Interaction.objects.filter(attempt__in=attempts), with_bodies=with_bodies)
    logs: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in attempts}
    for row in read_rows(wanted):
        logs[row[0]].append(row)
    for attempt in attempts:
        yield attempt, _logged(logs.pop(attempt))


def _columns(
    rows: QuerySet[Interaction], *, with_bodies: bool
) -> QuerySet[Interaction, tuple[Any, ...]]:
    return rows.order_by().values_list(
        "attempt", "pk", "stream", "sequence", "kind",
        UtcText("happened_at"), UtcText("received_at"),
        "body" if with_bodies else Value("{}"),
    )  # fmt: skip


def _log(*, with_bodies: bool) -> PreparedQuery[tuple[Any, ...]]:
    return PreparedQuery(
        lambda: _columns(
            Interaction.objects.filter(attempt=Parameter("attempt")), with_bodies=with_bodies
        )
    )


_LOG, _TIMES = _log(with_bodies=True), _log(with_bodies=False)


def _logged(rows: Iterable[tuple[Any, ...]]) -> list[LoggedAct]:
    # As PostgreSQL returns it, and as SQLite stores it.
    names = (SERVER_STREAM, SERVER_STREAM.hex)
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
    """Return the acts of an attempt in order, with their times since the start."""
    return build_timeline(log_of(attempt))


def read_timeline_with_context(attempt: Attempt, corpus: Corpus) -> list[TimedAct]:
    """Return the acts of an attempt, those on elements with the addresses of their context."""
    timeline = read_timeline(attempt)
    elements = elements_in(timeline)
    pages = read_pages(corpus, titles_in([elements]))
    around = {
        element: context_of(pages[element.page].document, element.address)
        for element in elements
        if element.page in pages
    }
    return [
        TimedAct(act.kind, act.at_ms, {**act.body, "context": list(around.get(element, ()))})
        if (element := _element(act))
        else act
        for act in timeline
    ]


def elements_in(acts: Iterable[TimedAct]) -> set[ElementReference]:
    """Return every element that was selected at one time or another."""
    return {element for act in acts if (element := _element(act))}


def _element(act: TimedAct) -> ElementReference | None:
    if act.kind not in ELEMENT_KINDS:
        return None
    return ElementReference(act.body["page"], act.body["address"])
