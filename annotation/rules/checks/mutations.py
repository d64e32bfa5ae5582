"""Mutations: claims that are changed in the way that was asked for."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from annotation.rules.checks.findings import Finding, warn
from annotation.rules.checks.text import CONTRACTIONS, NEGATORS, ClaimWord, names, quoted, words
from campaigns.protocols.check_names import BARE_NEGATION, MUTATION

# Below this share of the source's words a claim is another claim.
LEFT = Fraction(1, 4)
_DO = frozenset({"do", "does", "did"})
_MEANING_TURNED = NEGATORS | frozenset({"without", "none", "neither", "nobody", "nothing", "nor"})

_Words = tuple[ClaimWord, ...]


def check_bare_negation(text: str, source: str) -> list[Finding]:
    """Warn if a claim is its source with a "not" (or "never", "didn't") put in, no more."""
    ours, theirs = words(text), words(source)
    added = [word for word in ours if word.is_negator]
    if len(added) <= sum(word.is_negator for word in theirs):
        return []
    if _without_negators(ours) != _without_negators(theirs):
        return []
    span = (added[0].start, added[0].end)
    return [warn(BARE_NEGATION, "bare_negation", span, words=quoted(added))]


def _without_negators(tokens: _Words) -> Counter[str]:
    # "Did not win" and "won" differ in a helping verb and in the form too.
    left: Counter[str] = Counter()
    for word in tokens:
        if word.plain in CONTRACTIONS:
            stem = CONTRACTIONS[word.plain]
        elif word.plain in NEGATORS or word.plain in _DO:
            continue
        else:
            stem = word.stem
        if stem not in _DO:
            left[_BASE.get(stem, stem)] += 1
    return left


# Stems of the most common irregular past forms.
_BASE = {
    "won": "win", "wrote": "write", "began": "begin", "left": "leav", "becam": "becom",
    "took": "take", "gave": "give", "ran": "run", "went": "go", "made": "make", "had": "have",
    "has": "have", "led": "lead", "held": "hold", "met": "meet", "rose": "rise", "fell": "fall",
    "flew": "fli", "grew": "grow", "knew": "know", "saw": "see", "sold": "sell", "sang": "sing",
    "swam": "swim", "lost": "lose", "built": "build", "beat": "beat", "came": "come",
    "drew": "draw", "found": "find", "got": "get", "kept": "keep", "paid": "pay", "said": "say",
    "spent": "spend", "stood": "stand", "taught": "teach", "told": "tell", "thought": "think",
    "wore": "wear", "bought": "buy", "brought": "bring", "broke": "break", "chose": "choos",
    "fought": "fight", "rode": "ride", "sent": "send", "spoke": "speak", "shot": "shoot",
}  # fmt: skip


def check_mutation(text: str, source: str, effect: str) -> list[Finding]:
    """Warn if a claim was changed in another way than `effect`, or into quite another claim.

    `effect` is what the mutation does to a claim (`campaigns.protocols.enums.Effect`).
    """
    ours, theirs = words(text), words(source)
    if not ours or not theirs:
        return []
    left = _content(ours) & _content(theirs)
    if effect != "exchanged" and Fraction(len(left), len(_content(theirs)) or 1) < LEFT:
        return [warn(MUTATION, "little_left")]
    checked = _BY_EFFECT.get(effect)
    return checked(ours, theirs) if checked else []


def _content(tokens: _Words) -> set[str]:
    return {word.number or word.stem for word in tokens if word.number or word.is_content}


def _new(tokens: list[ClaimWord], others: _Words) -> list[ClaimWord]:
    """Return the words of which the other claim has neither the stem nor the number."""
    known = {word.stem for word in others} | {word.number for word in others if word.number}
    return [word for word in tokens if word.stem not in known and word.number not in known]


def _numbers(tokens: _Words) -> list[ClaimWord]:
    return [word for word in tokens if word.number]


def _narrower(ours: _Words, theirs: _Words) -> list[Finding]:
    facts = [word for word in ours if word.number or word.is_content]
    return [] if _new(facts, theirs) else [warn(MUTATION, "nothing_added")]


def _wider(ours: _Words, theirs: _Words) -> list[Finding]:
    # A wider name may come in ("a city in Europe"), but then the claim does not grow longer too.
    details = _new(_numbers(ours) + names(ours, with_first=False), theirs)
    if details and len(ours) > len(theirs):
        span = (details[0].start, details[0].end)
        return [warn(MUTATION, "something_added", span, words=quoted(details))]
    return []


def _reworded(ours: _Words, theirs: _Words) -> list[Finding]:
    found = []
    for code, new in (
        ("number_changed", _new(_numbers(ours), theirs)),
        ("name_changed", _new(names(ours, with_first=False), theirs)),
        ("turned_around", _turned(ours) if bool(_turned(ours)) != bool(_turned(theirs)) else []),
    ):
        if new:
            span = (new[0].start, new[0].end)
            found.append(warn(MUTATION, code, span, words=quoted(new)))
    if lost := _new(_numbers(theirs), ours):
        found.append(warn(MUTATION, "number_lost", words=quoted(lost)))
    return found


def _turned(tokens: _Words) -> list[ClaimWord]:
    return [word for word in tokens if word.plain in _MEANING_TURNED or word.plain in CONTRACTIONS]


def _substituted(ours: _Words, theirs: _Words) -> list[Finding]:
    # The first word may be a name; the benefit of the doubt is the writer's.
    new = _new(_numbers(ours) + names(ours, with_first=True), theirs)
    return [] if new else [warn(MUTATION, "nothing_substituted")]


_BY_EFFECT = {
    "narrower": _narrower,
    "wider": _wider,
    "reworded": _reworded,
    "substituted": _substituted,
}
