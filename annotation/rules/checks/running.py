"""Running the checks that a slot asks for on a claim that is being written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
    """A claim that is being written, with all that the checks may look at."""

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
    """A campaign's claims, and the phrases that give verdicts away in it."""

    claims: ClaimIndex = field(default_factory=MemoryIndex)
    giveaways: Mapping[str, GiveAway] = field(default_factory=dict)


def run_checks(names: Collection[str], claim: CheckedClaim, context: CheckContext) -> list[Finding]:
    """Return the findings of the named checks, refusals first, then by place.

    Of a claim that is not a sentence, nothing else is said.
    """
    if check_names.SENTENCE in names:
        broken = check_sentence(claim.text)
        if any(finding.severity is Severity.REFUSE for finding in broken):
            return broken
    found = [finding for name in names for finding in _RUNNERS[name](claim, context)]
    found = _each_word_once(found, claim.text)
    if check_names.BEYOND in names:
        said = [finding.span for finding in found if finding.span is not None]
        sources = claim.sentences + claim.cells
        found += check_beyond(claim.text, sources, claim.context, besides=said)
    found.sort(
        key=lambda finding: (
            finding.severity is not Severity.REFUSE,
            finding.span or (0, 0),
            finding.message.code,
        )
    )
    return found


def _each_word_once(found: Sequence[Finding], text: str) -> list[Finding]:
    """Return the findings without warnings of words that were warned of already."""
    kept: list[Finding] = []
    said: list[tuple[int, int]] = []
    words: set[str] = set()
    for finding in found:
        if finding.severity is Severity.WARN and finding.span is not None:
            start, end = finding.span
            word = text[start:end].casefold()
            if word in words or any(first <= start and end <= last for first, last in said):
                continue
            said.append(finding.span)
            words.add(word)
        kept.append(finding)
    return kept


def _mutation(claim: CheckedClaim, context: CheckContext) -> list[Finding]:
    if claim.effect is None or len(claim.bases) != 1:
        return []
    return check_mutation(claim.text, claim.bases[0], claim.effect)


def _bare_negation(claim: CheckedClaim, context: CheckContext) -> list[Finding]:
    found = (check_bare_negation(claim.text, base) for base in claim.bases)
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
    # It runs after the others, and says nothing of words that one of them is about.
    check_names.BEYOND: lambda w, s: [],
}
assert set(_RUNNERS) == set(check_names.CHECKS)
