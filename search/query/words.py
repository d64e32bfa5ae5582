"""Leaves of the tree out of a query's words: plain, with wildcards, fuzzy, quoted."""

from __future__ import annotations

import re

from search import analysis
from search.query.tree import Fuzzy, Leaf, Phrase, Prefix, Wildcard, Word

# A phrase of more words says no more than its first so many.
LONGEST_PHRASE = 30
LARGEST_SLOP = 10
# How many letters a fuzzy word may be away.
LARGEST_DISTANCE = 2
# How much must stand before a wildcard: fewer characters would ask for half the vocabulary.
BEFORE_WILDCARD = 2

_FUZZY = re.compile(r"(?P<word>[^*?~]+)~(?P<distance>\d*)[.,;:!]*")
# A question mark at a word's end is a question's.
_WILDCARDS = re.compile(r"\*|\?(?=\?*[^\W_*]|\?*\*)")
_PIECES = re.compile(r"(?:[^\W_]|[*?'’])+")
_OPERATOR_WORDS = {"OR", "AND", "NOT"}


class WildcardTooEarlyError(Exception):
    """A wildcard stands where it would match half of all words."""


def read_word(text: str) -> list[Leaf]:
    """A word of a query, with its wildcards or its tilde. Empty where there is no word in it."""
    if text.isascii() and text.isalnum() and text not in _OPERATOR_WORDS:
        return [Word(text)]
    if fuzzy := _FUZZY.fullmatch(text):
        return _read_fuzzy(fuzzy["word"], fuzzy["distance"])
    if _WILDCARDS.search(text):
        return _read_wildcards(text)
    return plain_words(text)


def are_plain(text: str) -> bool:
    """Whether these are words as they stand: letters, digits and spaces, and no operator."""
    return (
        text.isascii()
        and text.replace(" ", "").isalnum()
        and _OPERATOR_WORDS.isdisjoint(text.split())
    )


def plain_words(text: str) -> list[Leaf]:
    """The word, whatever signs are in it."""
    surfaces = _surfaces(text)
    if not surfaces:
        return []
    # A hyphen parts tokens, and means nothing else inside a word.
    word = "-".join(surfaces)
    return [Word(word.lower() if word in _OPERATOR_WORDS else word)]


def without_wildcards(text: str) -> list[Leaf]:
    """The words between the wildcards."""
    return [leaf for part in re.split(r"[*?~]", text) for leaf in plain_words(part)]


def read_phrase(text: str, slop: int = 0) -> Phrase | None:
    """Quoted text. None where there is no word in it."""
    surfaces = _surfaces(text)[:LONGEST_PHRASE]
    if not surfaces:
        return None
    return Phrase(" ".join(surfaces), slop if len(surfaces) > 1 else 0)


def _surfaces(text: str) -> list[str]:
    # Spaces inside initials and numbers would part them when they are read again.
    return ["".join(surface.split()) for surface in analysis.surfaces(text)]


def _read_fuzzy(text: str, distance: str) -> list[Leaf]:
    plain = analysis.plain_tokens(text)
    if not plain:
        return []
    *before, last = plain
    # Short words have too many neighbours.
    reach = int(distance[:3]) if distance else (1 if len(last) < 6 else 2)
    return [*(Word(word) for word in before), Fuzzy(last, reach)]


def _read_wildcards(text: str) -> list[Leaf]:
    leaves: list[Leaf] = []
    for piece in _PIECES.findall(text):
        parts = re.split(r"([*?])", piece)
        pattern = "".join(p if p in ("*", "?") else analysis.fold_part(p) for p in parts)
        pattern = re.sub(r"\*+", "*", pattern.rstrip("?"))
        before = re.split(r"[*?]", pattern)[0]
        if pattern == before:
            leaves += plain_words(piece)
        elif len(before) < BEFORE_WILDCARD:
            raise WildcardTooEarlyError
        else:
            leaves.append(Prefix(before) if pattern == before + "*" else Wildcard(pattern))
    return leaves
