"""Words that a claim should not use: vague or subjective ones, and pronouns without a name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from annotation.rules.checks.findings import Finding, warn
from annotation.rules.checks.text import ClaimWord, words
from campaigns.protocols.check_names import PRONOUN, VAGUE
from search import analysis

_VAGUE_WORDS = Path(__file__).parent / "data" / "vague_words.tsv"
_BEFORE_NUMBER = "_before_number"


@dataclass(frozen=True, slots=True)
class VaguePhrase:
    """A phrase as plain words, the reason against it, and where it counts."""

    plain: tuple[str, ...]
    reason: str
    lower_only: bool  # also a name: found only without a capital
    before_number: bool  # vague only before a number: "about 50"


@cache
def vague_phrases() -> dict[str, list[VaguePhrase]]:
    """Return the phrases of the data file by their first word, the longest first."""
    by_first: dict[str, list[VaguePhrase]] = {}
    for line in _VAGUE_WORDS.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        phrase, reason, *more = line.split("\t")
        plain = tuple(analysis.plain_tokens(phrase))
        vague = VaguePhrase(
            plain, reason.removesuffix(_BEFORE_NUMBER), bool(more), reason.endswith(_BEFORE_NUMBER)
        )
        by_first.setdefault(plain[0], []).append(vague)
    for phrases in by_first.values():
        phrases.sort(key=lambda phrase: -len(phrase.plain))
    return by_first


def check_vague(text: str) -> list[Finding]:
    """Warn of every vague phrase."""
    found = []
    tokens, at = words(text), 0
    while at < len(tokens):
        phrase = _phrase_at(text, tokens, at)
        if phrase is None:
            at += 1
            continue
        start, end = tokens[at].start, tokens[at + len(phrase.plain) - 1].end
        found.append(warn(VAGUE, f"vague_{phrase.reason}", (start, end), words=text[start:end]))
        at += len(phrase.plain)
    return found


def _phrase_at(text: str, tokens: tuple[ClaimWord, ...], at: int) -> VaguePhrase | None:
    for phrase in vague_phrases().get(tokens[at].plain, ()):
        end = at + len(phrase.plain)
        here = tokens[at:end]
        if tuple(word.plain for word in here) != phrase.plain:
            continue
        # A word with a capital inside a sentence is part of a name: "The Great Gatsby".
        if here[0].is_capital and (at > 0 or phrase.lower_only):
            continue
        if phrase.before_number and not (end < len(tokens) and tokens[end].number):
            continue
        return phrase
    return None


# --- pronouns ------------------------------------------------------------------------------------
_PERSONAL = frozenset(
    {"he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs"}
)
_POINTING = frozenset({"this", "these", "those"})
_OPENING = frozenset(
    {
        "although", "though", "while", "when", "after", "before", "because", "since", "despite",
        "until", "once", "unlike", "like", "during", "by", "in", "on", "with", "as",
    }
)  # fmt: skip
# "It was in Bern that …": this "it" stands for nothing, and need not.
_CLEFT = re.compile(r"\s*it\s+(?:is|was)\b.*\b(?:that|who|whom|which|where|when)\b", re.IGNORECASE)


def check_pronoun(text: str) -> list[Finding]:
    """Warn of a pronoun with nothing before it that it could stand for."""
    tokens = words(text)
    for at, word in enumerate(tokens):
        if word.is_content:
            return []
        if word.plain not in _PERSONAL and word.plain not in _POINTING:
            continue
        if word.plain == "it" and at == 0 and _CLEFT.match(text):
            return []
        if _named_after_comma(text, tokens, at):
            return []
        return [warn(PRONOUN, "pronoun", (word.start, word.end), words=word.surface)]
    return []


def _named_after_comma(text: str, tokens: tuple[ClaimWord, ...], at: int) -> bool:
    """ "Before he turned forty, Emil Zátopek …": the name follows its pronoun."""
    if tokens[0].plain not in _OPENING or at == 0:
        return False
    comma = text.find(",", tokens[at].end)
    following = [word for word in tokens if comma >= 0 and word.start > comma]
    return bool(following) and following[0].is_capital and following[0].is_content
