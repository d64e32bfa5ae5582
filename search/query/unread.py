"""Symbols and signs that cannot be searched for, so that they can be noted."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from search import analysis
from search.query.tree import Fuzzy, Leaf, Wildcard

# Symbols, and numbers that are no words. Other signs separate words, and nobody searches for them.
_KINDS = frozenset({"So", "Sm", "No"})
_SEPARATORS = frozenset("−×°©®™")
_IN_PHRASES = re.compile(r"\S[*~]|\*\S|\S\?\w")


def symbols(text: str) -> list[str]:
    """Return emoji, fractions and the like, each run of them as one."""
    # Nearly all words: neither ASCII signs nor letters are symbols.
    if text.isascii() or text.isalpha():
        return []
    return ["".join(run) for is_symbol, run in groupby(text, _is_symbol) if is_symbol]


def _is_symbol(character: str) -> bool:
    return (
        character > "\x7f"
        and character not in _SEPARATORS
        and not analysis.is_searchable(character)
        and unicodedata.category(character) in _KINDS
    )


def has_signs_in_phrase(text: str) -> bool:
    """Return whether quoted text has wildcards or tildes that look intended."""
    return ("*" in text or "~" in text or "?" in text) and bool(_IN_PHRASES.search(text))


def lost_tilde(text: str, leaves: list[Leaf]) -> bool:
    """Return whether a word has a tilde without effect."""
    return "~" in text and not any(isinstance(leaf, Fuzzy) for leaf in leaves)


def lost_question_mark(text: str, leaves: list[Leaf]) -> bool:
    """Return whether a word has a question mark that was not read as a wildcard."""
    kept = sum(leaf.pattern.count("?") for leaf in leaves if isinstance(leaf, Wildcard))
    return text.count("?") > kept
