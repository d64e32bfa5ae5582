"""A phase as its candidate and its graders read it: own work beside gold, item by item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.models import (
    Appeal,
    Attempt,
    Claim,
    PhaseItem,
    Qualification,
    Verification,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.selectors.calibration.grades import FinalGrade, final_grades
from annotation.selectors.verifying.verifications import ShownVersion, elements_of, shown_evidence


class ElementMark(StrEnum):
    """The people who chose an element: the candidate, the managers, or both."""

    MINE = "mine"
    GOLD = "gold"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class ItemFeedback:
    """One item with its answers, its grades and its appeal."""

    item: PhaseItem
    place: int
    grades: list[FinalGrade]
    appeal: Appeal | None

    @property
    def is_writing(self) -> bool:
        return self.item.gold.highlight_id is not None


def items_of(phase: Qualification) -> list[PhaseItem]:
    """Return the items of a phase that count, in order."""
    items = phase.items.filter(gold__withdrawn_at=None).select_related(
        "attempt", "appeal", "gold__claim", "gold__highlight__page", "gold__answer"
    )
    return list(items.order_by("position"))


def feedback_on(phase: Qualification, items: list[PhaseItem]) -> list[ItemFeedback]:
    """Return the items of a phase with their grades."""
    graded: dict[int, list[FinalGrade]] = {}
    for grade in final_grades(items):
        graded.setdefault(grade.item.pk, []).append(grade)
    return [
        ItemFeedback(item, place, graded.get(item.pk, []), getattr(item, "appeal", None))
        for place, item in enumerate(items, start=1)
    ]


def shown_answer(attempt: Attempt | None) -> ShownVersion | None:
    """Return the latest version of the verification of an attempt, with texts and contexts."""
    if attempt is None:
        return None
    found = Verification.objects.filter(attempt=attempt).select_related("campaign__corpus").first()
    if found is None:
        return None
    version = found.versions.select_related("claim_version").get(number=found.number)
    version.verification = found
    return ShownVersion(version, shown_evidence(version))


def marks_of(mine: ShownVersion | None, gold: ShownVersion | None) -> dict[str, dict[str, str]]:
    """Return who chose which element, by page and address."""
    chosen, wanted = _elements(mine), _elements(gold)
    marks: dict[str, dict[str, str]] = {}
    # Pages of gold come first: there is what should have been found.
    for element in [*wanted, *(one for one in chosen if one not in wanted)]:
        if element in chosen and element in wanted:
            mark = ElementMark.BOTH
        else:
            mark = ElementMark.GOLD if element in wanted else ElementMark.MINE
        marks.setdefault(element.page, {})[element.address] = mark.value
    return marks


def _elements(shown: ShownVersion | None) -> Mapping[ElementReference, None]:
    if shown is None:
        return {}
    return dict.fromkeys(one for elements in elements_of(shown.version) for one in elements)


def claims_from(attempt: Attempt | None) -> list[Claim]:
    """Return the claims that were written in an attempt, in the order of the slots."""
    if attempt is None:
        return []
    return list(Claim.with_gold.filter(attempt=attempt).select_related("base").order_by("pk"))
