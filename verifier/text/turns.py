"""Turns of meaning: negations and their scope, opposites, directions, limits and hedges."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.text.alignment import Alignment, WordRange
from verifier.text.lexicon import (
    DENIALS,
    DOWNWARDS,
    HEDGES,
    LIMITS,
    NEGATIONS,
    OPPOSITES,
    PRONOUNS,
    UNIVERSALS,
    UPWARDS,
)
from verifier.text.tokens import TextWord

TURN_FEATURES = (
    "claim_negations", "evidence_negations", "claim_denials", "evidence_denials",
    "negation_clash", "negation_match", "opposites", "opposites_rarity", "direction",
    "evidence_direction", "direction_clash", "limits", "claim_limits", "universals", "hedges",
    "pronouns",
)  # fmt: skip
# A negation reaches this many words ahead.
_SCOPE = 4


def is_denied(words: Sequence[TextWord], at: int, scope: int = _SCOPE) -> bool:
    """Return whether a word is in the scope of a negation or a denial."""
    return any(
        word.text in NEGATIONS or word.text in DENIALS for word in words[max(0, at - scope) : at]
    )


def turn_features(alignment: Alignment, sentence: WordRange) -> list[float]:
    """Return the values of TURN_FEATURES."""
    claim = [word.text for word in alignment.claim.words]
    told = [word.text for word in alignment.evidence.words[sentence.start : sentence.end]]
    up, down = _count(claim, UPWARDS), _count(claim, DOWNWARDS)
    told_up, told_down = _count(told, UPWARDS), _count(told, DOWNWARDS)
    return [
        _count(claim, NEGATIONS),
        _count(told, NEGATIONS),
        _count(claim, DENIALS),
        _count(told, DENIALS),
        *_negations(alignment),
        *_opposites(alignment),
        (up > 0) - (down > 0),
        (told_up > 0) - (told_down > 0),
        float((up > 0 and told_down > told_up == 0) or (down > 0 and told_up > told_down == 0)),
        _count(claim, LIMITS) - _count(told, LIMITS),
        _count(claim, LIMITS),
        _count(claim, UNIVERSALS) - _count(told, UNIVERSALS),
        _count(told, HEDGES) - _count(claim, HEDGES),
        _count(told[:3], PRONOUNS),
    ]


def _count(words: Sequence[str], listed: frozenset[str]) -> int:
    return sum(word in listed for word in words)


def _negations(alignment: Alignment) -> list[float]:
    """Count the words that are denied on one side only, and on both."""
    clash = match = 0
    for at in alignment.content:
        place = alignment.found[at]
        if place < 0:
            continue
        claimed = is_denied(alignment.claim.words, at)
        told = is_denied(alignment.evidence.words, place)
        clash += claimed != told
        match += claimed and told
    return [clash, match]


def _opposites(alignment: Alignment) -> list[float]:
    claim = {word.text for word in alignment.claim.words}
    told = {word.text for word in alignment.evidence.words}
    rarities = [
        alignment.rarities[at]
        for at, word in enumerate(alignment.claim.words)
        if word.text not in told and (OPPOSITES.get(word.text, frozenset()) & told) - claim
    ]
    return [len(rarities), max(rarities, default=0.0)]
