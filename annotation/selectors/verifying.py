"""What the verification desk shows. Of the claim only its text: verifiers are blind to all else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.models import Assignment, Attempt, Draft, Verification
from annotation.rules.verifying.judgements import Element, Judgement
from annotation.selectors.attempts import campaign_of
from annotation.selectors.elements import (
    LoadedPage,
    ShownElement,
    kind_at,
    read_pages,
    reading_order,
    shown_element,
)
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Look, StageKind
from campaigns.protocols.work import VERDICT, Factor, Stage
from wiki.models import Corpus
from wiki.reading.selecting import SelectionRule

ICONS = {
    "supported": "check-circle",
    "refuted": "x-circle",
    "entailed": "check-circle",
}
OTHER_ICON = "question-mark-circle"


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict to choose: icon, word and (by its name) colour."""

    name: str
    label: str
    hint: str
    icon: str


@dataclass(frozen=True, slots=True)
class ShownSet:
    """An evidence set as a stranger reads it."""

    number: int
    elements: Sequence[ShownElement]


@dataclass(frozen=True, slots=True)
class VerifyingDesk:
    """A claim on somebody's desk, with what they have chosen so far."""

    attempt: Attempt
    campaign: Campaign
    protocol: Protocol
    stage: Stage
    claim_text: str
    draft: Draft | None
    lease_until: datetime | None
    is_correction: bool

    @property
    def verdicts(self) -> list[ShownVerdict]:
        return shown_verdicts(self.protocol)

    @property
    def asked(self) -> list[Factor]:
        return [self.protocol.factor(name) for name in self.stage.asks if name != VERDICT]


def verifying_desk_of(attempt: Attempt, protocol: Protocol) -> VerifyingDesk:
    """The desk of an attempt at a claim."""
    stage = protocol.stage_for(StageKind.VERIFY)
    assert attempt.claim is not None
    assert stage is not None
    held = Assignment.objects.filter(
        attempts=attempt, holder=attempt.annotator_id, lease=attempt.lease
    )
    until = held.values_list("lease_until", flat=True).first()
    return VerifyingDesk(
        attempt=attempt,
        campaign=campaign_of(attempt),
        protocol=protocol,
        stage=stage,
        claim_text=attempt.claim.text,
        draft=Draft.objects.filter(attempt=attempt).first(),
        lease_until=until,
        is_correction=Verification.objects.filter(attempt=attempt).exists(),
    )


def shown_verdicts(protocol: Protocol) -> list[ShownVerdict]:
    return [
        ShownVerdict(one.name, one.label, one.hint, ICONS.get(one.name, OTHER_ICON))
        for one in protocol.verdicts.choices
    ]


def shown_verdict(protocol: Protocol, name: str) -> ShownVerdict:
    """One verdict; an unknown name, as of another version of the protocol, stands for itself."""
    known = {one.name: one for one in shown_verdicts(protocol)}
    return known.get(name) or ShownVerdict(name, name, "", OTHER_ICON)


def selecting_of(protocol: Protocol) -> SelectionRule:
    """What of a page may be selected."""
    rule = protocol.evidence
    return SelectionRule(
        frozenset(kind.value for kind in rule.elements),
        introduction_only=rule.look is Look.INTRODUCTION_AND_LINKED,
    )


# --- elements ------------------------------------------------------------------------------------


def elements_in_draft(body: object) -> list[Element]:
    """The elements of all sets of a draft, each once; what makes no sense is left out."""
    sets = body.get("sets") if isinstance(body, Mapping) else None
    found = [one for each in _list(sets) for one in _list(each)]
    return list(dict.fromkeys(element for one in found if (element := read_element(one))))


def read_element(sent: object) -> Element | None:
    """An element as a browser names it."""
    if not isinstance(sent, Mapping):
        return None
    page, address = sent.get("page"), sent.get("address")
    if not isinstance(page, str) or not isinstance(address, str):
        return None
    return Element(page, address)


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def described(corpus: Corpus, elements: Iterable[Element]) -> list[dict[str, Any]]:
    """Text, context and place of elements, for the desk's script; unknown ones are left out."""
    wanted = list(elements)
    pages = read_pages(corpus, {one.page for one in wanted})
    orders = {title: reading_order(read.document) for title, read in pages.items()}
    return [
        _plain(shown_element(pages[one.page].document, one), orders[one.page][one.address])
        for one in wanted
        if _is_known(pages, one)
    ]


def _is_known(pages: Mapping[str, LoadedPage], one: Element) -> bool:
    return one.page in pages and kind_at(pages[one.page].document, one.address) is not None


def _plain(shown: ShownElement, place: int) -> dict[str, Any]:
    return {
        "page": shown.element.page,
        "address": shown.element.address,
        "kind": shown.kind.value,
        "text": shown.text,
        "context": [{"address": address, "text": text} for address, text in shown.context],
        "place": place,
    }


def shown_sets(corpus: Corpus, sets: Sequence[Sequence[Element]]) -> list[ShownSet]:
    """Sets with texts and contexts, in page order; elements that are nowhere are left out."""
    pages = read_pages(corpus, {one.page for each in sets for one in each})
    orders = {title: reading_order(read.document) for title, read in pages.items()}
    shown = []
    for number, elements in enumerate(sets, start=1):
        first = {
            title: place for place, title in enumerate(dict.fromkeys(o.page for o in elements))
        }
        known = [one for one in elements if _is_known(pages, one)]
        known.sort(key=lambda one: (first[one.page], orders[one.page][one.address]))
        shown.append(
            ShownSet(number, [shown_element(pages[one.page].document, one) for one in known])
        )
    return shown


# --- what was submitted --------------------------------------------------------------------------


def draft_body(judgement: Judgement, limit: int) -> dict[str, Any]:
    """A judgement as the desk's draft has it, with nothing to undo."""
    sets = [[{"page": one.page, "address": one.address} for one in each] for each in judgement.sets]
    return {
        "sets": sets + [[] for _missing in range(limit - len(sets))],
        "current": 1,
        "verdict": judgement.verdict,
        "answer": judgement.answer,
        "tags": dict(judgement.tags),
        "note": judgement.note,
        "history": {"past": [], "future": []},
    }
