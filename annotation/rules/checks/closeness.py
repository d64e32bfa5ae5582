"""Claims that say only what one highlighted sentence or their source says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from annotation.rules.checks.duplicates import identity_key
from annotation.rules.checks.findings import Finding, refuse, warn
from annotation.rules.checks.text import words
from campaigns.protocols.check_names import COPY, UNCHANGED

COPIED = Fraction(4, 5)
FEWEST_FACTS = 3


def check_copy(text: str, sentences: Sequence[str], context: Sequence[str] = ()) -> list[Finding]:
    """Warn if nearly all that a claim says is in one of the highlighted sentences.

    The words of the context (titles and headers) may be used with any sentence, so they do not
    count; numbers do.
    """
    own = _facts(text) - _facts(" ".join(context))
    if len(own) < FEWEST_FACTS:
        return []
    for sentence in sentences:
        if Fraction(len(own & _facts(sentence)), len(own)) >= COPIED:
            return [warn(COPY, "copies_sentence", sentence=sentence)]
    return []


def check_unchanged(text: str, sources: Sequence[str]) -> list[Finding]:
    """Refuse a claim that differs from its source in case and punctuation at most."""
    key = identity_key(text)
    if text.strip() and any(key == identity_key(source) for source in sources):
        return [refuse(UNCHANGED, "unchanged")]
    return []


def _facts(text: str) -> set[str]:
    """Return the numbers and the stems of the content words of a text."""
    return {word.number or word.stem for word in words(text) if word.number or word.is_content}
