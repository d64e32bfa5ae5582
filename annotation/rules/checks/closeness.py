"""A claim that says only what one highlighted sentence says, or what its source says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from annotation.rules.checks.duplicates import identity_key
from annotation.rules.checks.findings import Finding, refuse, warn
from annotation.rules.checks.text import words
from campaigns.protocols.check_names import COPY, UNCHANGED

COPIED = Fraction(4, 5)
FEWEST_TOLD = 3


def check_copy(text: str, sentences: Sequence[str], context: Sequence[str] = ()) -> list[Finding]:
    """Warns when nearly all that a claim tells stands in one of the highlighted sentences.

    The words of the context (titles and headers) may be used with any sentence, so they do not
    count; numbers do.
    """
    known = _told(" ".join(context))
    told = _told(text) - known
    if len(told) < FEWEST_TOLD:
        return []
    for sentence in sentences:
        if Fraction(len(told & _told(sentence)), len(told)) >= COPIED:
            return [warn(COPY, "copies_sentence", sentence=sentence)]
    return []


def check_unchanged(text: str, sources: Sequence[str]) -> list[Finding]:
    """Refuses a claim that differs from one it builds on in case and punctuation at most."""
    key = identity_key(text)
    if text.strip() and any(key == identity_key(source) for source in sources):
        return [refuse(UNCHANGED, "unchanged")]
    return []


def _told(text: str) -> set[str]:
    return {word.number or word.stem for word in words(text) if word.number or word.is_content}
