"""Replays: the steps of a verification, so that a manager can follow them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.models import InteractionKind, Verification
from annotation.rules.logs.bodies import (
    ElementChoice,
    MinimalityAnswer,
    SetSwitch,
    ShownResults,
    TagChoice,
    VerdictChoice,
    read_body,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.selectors.verifying.desk import describe_elements, shown_verdict
from annotation.selectors.verifying.verifications import TimelineStep, timeline_of
from campaigns.protocols.protocol import Protocol

# The best of the results; all of them are in the log.
RESULTS_SHOWN = 5
_WITH_SETS = (ElementChoice, MinimalityAnswer, SetSwitch)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A line of the replay; `where` is the context of an element that is in its page."""

    at_ms: int
    kind: InteractionKind
    text: str
    where: str = ""
    set_number: int | None = None
    element: ElementReference | None = None


def replay_of(verification: Verification, protocol: Protocol) -> list[ReplayStep]:
    """Return every step from the start on, with the words of what was chosen."""
    steps = timeline_of(verification.attempt)
    corpus = verification.campaign.corpus
    assert corpus is not None
    known = {
        (found["page"], found["address"]): found
        for found in describe_elements(corpus, _elements(steps))
    }
    return [_replay_step(step, protocol, known) for step in steps]


def _elements(steps: Sequence[TimelineStep]) -> list[ElementReference]:
    bodies = [read_body(step.kind, step.body) for step in steps]
    chosen = [body for body in bodies if isinstance(body, ElementChoice | MinimalityAnswer)]
    return list(dict.fromkeys(ElementReference(body.page, body.address) for body in chosen))


def _replay_step(
    step: TimelineStep,
    protocol: Protocol,
    known: Mapping[tuple[str, str], Mapping[str, Any]],
) -> ReplayStep:
    body = read_body(step.kind, step.body)
    text, where, element = step.text, "", None
    if isinstance(body, ElementChoice | MinimalityAnswer):
        found = known.get((body.page, body.address))
        if found is not None:
            text = found["text"]
            where = " › ".join(one["text"] for one in found["context"])
            element = ElementReference(body.page, body.address)
    match body:
        case MinimalityAnswer():
            text = f"{_('Enough without it') if body.enough else _('Needed')}: {text}"
        case VerdictChoice():
            text = shown_verdict(protocol, body.verdict or "").label
        case ShownResults():
            text = "; ".join(body.results[:RESULTS_SHOWN])
        case TagChoice():
            text = _tag(protocol, body.tag, body.value or "")
    return ReplayStep(
        at_ms=step.at_ms,
        kind=step.kind,
        text=text,
        where=where,
        set_number=body.set if isinstance(body, _WITH_SETS) else None,
        element=element,
    )


def _tag(protocol: Protocol, name: str, value: str) -> str:
    try:
        return protocol.factor(name).value(value).label
    except KeyError:
        return value
