"""Runs the checks that a slot asks for on a claim that is being written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from annotation.rules.checks.beyond import check_beyond
from annotation.rules.checks.closeness import check_copy, check_unchanged
from annotation.rules.checks.duplicates import ClaimIndex, MemoryIndex, check_duplicate
from annotation.rules.checks.findings import Finding, Severity
from annotation.rules.checks.giveaways import GiveAway, check_giveaway
from annotation.rules.checks.mutations import check_bare_negation, check_mutation
from annotation.rules.checks.sentence import check_sentence
from annotation.rules.checks.wording import check_pronoun, check_vague
from campaigns.protocols import check_names


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """A claim as it stands in its box, with all that the checks may look at."""

    text: str
    verdict: str | None = None  # prescribed or intended, where it is known
    effect: str | None = None  # what the mutation is to do
    sentences: tuple[str, ...] = ()  # highlighted sentences; none for a table
    cells: tuple[str, ...] = ()  # highlighted cells and items
    context: tuple[str, ...] = ()  # titles, sections and headers of the highlight
    bases: tuple[str, ...] = ()  # the claims it is based on (the one picked, where one is)
    own_ids: frozenset[str] = frozenset()  # its own and its highlight's other claims


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """What a campaign knows: its claims, and the phrases that give verdicts away."""

    claims: ClaimIndex = field(default_factory=MemoryIndex)
    giveaways: Mapping[str, GiveAway] = field(default_factory=dict)


def run_checks(
    wanted: Collection[str], writing: CheckedClaim, surroundings: CheckContext
) -> list[Finding]:
    """Refusals first, then by place. A claim that is no sentence is told that and no more."""
    if check_names.SENTENCE in wanted:
        broken = check_sentence(writing.text)
        if any(finding.severity is Severity.REFUSE for finding in broken):
            return broken
    found = [finding for name in wanted for finding in _RUNNERS[name](writing, surroundings)]
    return sorted(
        found,
        key=lambda one: (one.severity is not Severity.REFUSE, one.span or (0, 0), one.message.code),
    )


def _mutation(writing: CheckedClaim, surroundings: CheckContext) -> list[Finding]:
    if writing.effect is None or len(writing.bases) != 1:
        return []
    return check_mutation(writing.text, writing.bases[0], writing.effect)


def _bare_negation(writing: CheckedClaim, surroundings: CheckContext) -> list[Finding]:
    found = (check_bare_negation(writing.text, base) for base in writing.bases)
    return next((findings for findings in found if findings), [])


_RUNNERS: dict[str, Callable[[CheckedClaim, CheckContext], list[Finding]]] = {
    check_names.SENTENCE: lambda w, s: check_sentence(w.text),
    check_names.DUPLICATE: lambda w, s: check_duplicate(w.text, s.claims, but_not=w.own_ids),
    check_names.COPY: lambda w, s: check_copy(w.text, w.sentences, w.context),
    check_names.UNCHANGED: lambda w, s: check_unchanged(w.text, w.bases),
    check_names.MUTATION: _mutation,
    check_names.BARE_NEGATION: _bare_negation,
    check_names.VAGUE: lambda w, s: check_vague(w.text),
    check_names.PRONOUN: lambda w, s: check_pronoun(w.text),
    check_names.GIVEAWAY: lambda w, s: check_giveaway(w.text, s.giveaways, w.verdict),
    check_names.BEYOND: lambda w, s: check_beyond(w.text, w.sentences + w.cells, w.context),
}
assert set(_RUNNERS) == set(check_names.CHECKS)
