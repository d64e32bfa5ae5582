"""Words that a claim should not use: vague, subjective, time-relative, or pointing at nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from annotation.rules.checks.findings import Finding, warn
from annotation.rules.checks.text import Word, words
from campaigns.protocols.check_names import PRONOUN, VAGUE
from search import analysis

_VAGUE_WORDS = Path(__file__).parent / "data" / "vague_words.tsv"
_BEFORE_NUMBER = "_before_number"


@dataclass(frozen=True, slots=True)
class VaguePhrase:
    """A phrase as plain words, the reason against it, and where it is one."""

    plain: tuple[str, ...]
    reason: str
    lower_only: bool  # also a name: found only without a capital
    before_number: bool  # vague only before a number: "about 50"


@cache
def vague_phrases() -> dict[str, list[VaguePhrase]]:
    """The phrases of the data file by their first word, the longest first."""
    by_first: dict[str, list[VaguePhrase]] = {}
    for line in _VAGUE_WORDS.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        phrase, reason, *more = line.split("\t")
        plain = tuple(analysis.plain_tokens(phrase))
        one = VaguePhrase(
            plain, reason.removesuffix(_BEFORE_NUMBER), bool(more), reason.endswith(_BEFORE_NUMBER)
        )
        by_first.setdefault(plain[0], []).append(one)
    for those in by_first.values():
        those.sort(key=lambda one: -len(one.plain))
    return by_first


def check_vague(text: str) -> list[Finding]:
    found = []
    those, at = words(text), 0
    while at < len(those):
        phrase = _phrase_at(text, those, at)
        if phrase is None:
            at += 1
            continue
        start, end = those[at].start, those[at + len(phrase.plain) - 1].end
        found.append(warn(VAGUE, f"vague_{phrase.reason}", (start, end), words=text[start:end]))
        at += len(phrase.plain)
    return found


def _phrase_at(text: str, those: tuple[Word, ...], at: int) -> VaguePhrase | None:
    for phrase in vague_phrases().get(those[at].plain, ()):
        end = at + len(phrase.plain)
        here = those[at:end]
        if tuple(word.plain for word in here) != phrase.plain:
            continue
        # A word with a capital inside a sentence is part of a name: "The Great Gatsby".
        if here[0].is_capital and (at > 0 or phrase.lower_only):
            continue
        if phrase.before_number and not (end < len(those) and those[end].number):
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
# "It was in Bern that …", "It takes …" point at nothing and need not.
_CLEFT = re.compile(r"\s*it\s+(?:is|was)\b.*\b(?:that|who|whom|which|where|when)\b", re.IGNORECASE)


def check_pronoun(text: str) -> list[Finding]:
    """Warns of a pronoun before which nothing stands that it could mean."""
    those = words(text)
    for at, word in enumerate(those):
        if word.is_content:
            return []
        if word.plain not in _PERSONAL and word.plain not in _POINTING:
            continue
        if word.plain == "it" and at == 0 and _CLEFT.match(text):
            return []
        if _named_after_comma(text, those, at):
            return []
        return [warn(PRONOUN, "pronoun", (word.start, word.end), words=word.surface)]
    return []


def _named_after_comma(text: str, those: tuple[Word, ...], at: int) -> bool:
    """ "Before he turned forty, Emil Zátopek …": the name follows its pronoun."""
    if those[0].plain not in _OPENING or at == 0:
        return False
    comma = text.find(",", those[at].end)
    following = [word for word in those if comma >= 0 and word.start > comma]
    return bool(following) and following[0].is_capital and following[0].is_content
