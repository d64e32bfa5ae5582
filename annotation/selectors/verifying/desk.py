"""The verification desk.

It shows of a claim only its text: verifiers are blind to everything else about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.models import Assignment, Attempt, Claim, Draft, Verification
from annotation.rules.verifying.elements import ElementReference, kind_at, reading_order
from annotation.rules.verifying.figures import number_in
from annotation.rules.verifying.tables import LabelledPlace
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.verifying.elements import (
    LoadedPage,
    ShownElement,
    read_pages,
    shown_element,
)
from annotation.selectors.verifying.evidence import titles_in
from annotation.selectors.verifying.shown_sets import sections_above
from campaigns.models import Campaign
from campaigns.protocols.enums import Look, StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT, Factor, Stage
from core.prepared_queries import Parameter, PreparedQuery
from wiki.models import Corpus
from wiki.reading.markup import table_name
from wiki.reading.selecting import SelectionRule

ICONS = {
    "supported": "check-circle",
    "refuted": "x-circle",
    "entailed": "check-circle",
}
OTHER_ICON = "question-mark-circle"


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict with its icon, its words and (by its name) its colour."""

    name: str
    label: str
    hint: str
    icon: str


@dataclass(frozen=True, slots=True)
class VerifyingDesk:
    """A claim on a verifier's desk, with their draft."""

    attempt: Attempt
    campaign: Campaign
    protocol: Protocol
    stage: Stage
    claim_text: str
    draft: Draft | None
    lease_until: datetime | None
    is_correction: bool

    @property
    def claim(self) -> Claim:
        assert self.attempt.claim is not None
        return self.attempt.claim

    @property
    def verdicts(self) -> list[ShownVerdict]:
        return shown_verdicts(self.protocol)

    @property
    def asked(self) -> list[Factor]:
        return [self.protocol.factor(name) for name in self.stage.asks if name != VERDICT]


def verifying_desk_of(attempt: Attempt, protocol: Protocol) -> VerifyingDesk:
    """Return the desk of an attempt at a claim."""
    stage = protocol.stage_for(StageKind.VERIFY)
    assert attempt.claim is not None
    assert stage is not None
    held = _LEASE.first(attempt=attempt.pk, holder=attempt.annotator_id, lease=attempt.lease)
    return VerifyingDesk(
        attempt=attempt,
        campaign=campaign_of(attempt),
        protocol=protocol,
        stage=stage,
        claim_text=attempt.claim.text,
        draft=_DRAFT.first(attempt=attempt.pk),
        lease_until=held[0] if held else None,
        is_correction=_STORED.first(attempt=attempt.pk) is not None,
    )


_LEASE = PreparedQuery(
    lambda: Assignment.with_checks.filter(
        attempts=Parameter("attempt"), holder=Parameter("holder"), lease=Parameter("lease")
    ).values_list("lease_until")
)
_DRAFT = PreparedQuery(lambda: Draft.objects.filter(attempt=Parameter("attempt")))
_STORED = PreparedQuery(
    lambda: Verification.objects.filter(attempt=Parameter("attempt")).values_list("pk")[:1]
)


def shown_verdicts(protocol: Protocol) -> list[ShownVerdict]:
    """Return the verdicts of a protocol in its order."""
    return [
        ShownVerdict(choice.name, choice.label, choice.hint, ICONS.get(choice.name, OTHER_ICON))
        for choice in protocol.verdicts.choices
    ]


def shown_verdict(protocol: Protocol, name: str) -> ShownVerdict:
    """Return a verdict; an unknown name, as of another version of the protocol, labels itself."""
    known = {verdict.name: verdict for verdict in shown_verdicts(protocol)}
    return known.get(name) or ShownVerdict(name, name, "", OTHER_ICON)


def selecting_of(protocol: Protocol) -> SelectionRule:
    """Return what may be selected in a page."""
    rule = protocol.evidence
    return SelectionRule(
        frozenset(kind.value for kind in rule.elements),
        introduction_only=rule.look is Look.INTRODUCTIONS,
    )


def describe_elements(corpus: Corpus, elements: Iterable[ElementReference]) -> list[dict[str, Any]]:
    """Return text, context and place of elements, for the desk's script; unknown ones left out."""
    wanted = list(elements)
    pages = read_pages(corpus, titles_in([wanted]))
    orders = {title: reading_order(page.document) for title, page in pages.items()}
    return [
        _plain(
            shown_element(pages[element.page].document, element),
            orders[element.page][element.address],
        )
        for element in wanted
        if _is_known(pages, element)
    ]


def _is_known(pages: Mapping[str, LoadedPage], element: ElementReference) -> bool:
    page = pages.get(element.page)
    return page is not None and kind_at(page.document, element.address) is not None


def _plain(shown: ShownElement, place: int) -> dict[str, Any]:
    return {
        "page": shown.element.page,
        "address": shown.element.address,
        "kind": shown.kind.value,
        "text": shown.text,
        "context": [{"address": address, "text": text} for address, text in shown.context],
        "sections": sections_above(shown),
        "cell": _plain_cell(shown.place, shown.text) if shown.place else None,
        "place": place,
    }


def _plain_cell(place: LabelledPlace, text: str) -> dict[str, Any]:
    return {
        "table": place.table.number,
        "name": table_name(place.table),
        "row": place.row,
        "column": place.column,
        "rowLabel": place.row_label,
        "columnLabel": place.column_label,
        "number": str(number) if (number := number_in(text)) is not None else None,
    }
