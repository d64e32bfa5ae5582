"""The casebook of a campaign: its precedents, searched and by clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.clauses import GuidelineClause, clauses_of
from campaigns.models import Campaign, GuidelinesVersion, Precedent, Question
from search.analysis import stems

# Of what is searched for.
LONGEST_WORDS = 300


@dataclass(frozen=True, slots=True)
class CasebookPart:
    """The precedents about one clause; None for those about no clause in force."""

    clause: GuidelineClause | None
    precedents: tuple[Precedent, ...]


def precedents_in(campaign: Campaign) -> QuerySet[Precedent]:
    """Return the precedents of a campaign, the newest first."""
    live = Precedent.objects.filter(campaign=campaign, withdrawn_at=None)
    return live.order_by("-published_at", "-pk")


def precedents_of(questions: Iterable[Question]) -> Mapping[int, Precedent]:
    """Return the precedents that were made of these questions, by the question's key."""
    live = Precedent.objects.filter(question__in=list(questions), withdrawn_at=None)
    return {precedent.question_id: precedent for precedent in live}


def casebook_of(
    campaign: Campaign, guidelines: GuidelinesVersion | None, words: str = ""
) -> tuple[CasebookPart, ...]:
    """Return precedents with all of these words, in the order of the guidelines' clauses.

    Words are compared as the search compares them: by their stems, without case and accents. A
    casebook has hundreds of precedents at most, so they are all read.
    """
    found = [each for each in precedents_in(campaign) if _has(each, stems(words))]
    by_text: dict[str, list[Precedent]] = {}
    for precedent in found:
        by_text.setdefault(precedent.clause, []).append(precedent)
    clauses = clauses_of(guidelines.text) if guidelines else ()
    parts = [
        CasebookPart(clause, tuple(by_text.pop(clause.text)))
        for clause in clauses
        if clause.text in by_text
    ]
    rest = [precedent for precedents in by_text.values() for precedent in precedents]
    return (*parts, CasebookPart(None, tuple(rest))) if rest else tuple(parts)


def _has(precedent: Precedent, wanted: Sequence[str]) -> bool:
    if not wanted:
        return True
    known = set(stems(f"{precedent.asked} {precedent.answered} {precedent.clause}"))
    return known.issuperset(wanted)
