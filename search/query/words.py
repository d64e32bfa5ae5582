"""The leaves of the tree, made from a query's words: plain, with wildcards, fuzzy, quoted.

The tree keeps words as they were typed, so that a printed tree gives the same tree again; they are
folded when they are looked up (`folded`). The analysis decides what is a word, also with wildcards.
"""

from __future__ import annotations

import re
from math import comb

from search import analysis
from search.query.tree import ExpandedLeaf, Fuzzy, Leaf, Phrase, Prefix, Wildcard, Word

LARGEST_SLOP = 10
# The near phrases of a query have at most this many arrangements of their words in all.
MOST_ARRANGEMENTS = 50
# The largest distance of a fuzzy word, in letters.
LARGEST_DISTANCE = 2
# The characters before a wildcard: with fewer, half the vocabulary would match.
BEFORE_WILDCARD = 2

_FUZZY = re.compile(r"(?P<word>[^*?~]+)~(?P<distance>\d*)[.,;:!]*")
# A question mark at the end of a word belongs to a question.
_END_OF_QUESTION = "?!.,;:'’"
# Signs without a meaning at the end of a word with wildcards.
_END_OF_SHAPE = "?'’ʼ＇"
_OPERATOR_WORDS = {"OR", "AND", "NOT"}


class WildcardTooEarlyError(Exception):
    """A wildcard is so early in a word that it would match half of all words."""


class UnsegmentedScriptError(Exception):
    """A wildcard or a tilde is in a script that does not separate words."""


def read_word(text: str) -> list[Leaf]:
    """Return the leaves of a word with its wildcards or tilde; none where there is no word."""
    if text.isascii() and text.isalnum() and text not in _OPERATOR_WORDS:
        return [Word(text)]
    if fuzzy := _FUZZY.fullmatch(text):
        return _read_fuzzy(fuzzy["word"], fuzzy["distance"])
    if "*" in text or "?" in text.rstrip(_END_OF_QUESTION):
        return _read_wildcards(text)
    return plain_words(text)


def are_plain(text: str) -> bool:
    """Return whether the text has only ASCII letters, digits and spaces, and no operator."""
    return (
        text.isascii()
        and text.replace(" ", "").isalnum()
        and _OPERATOR_WORDS.isdisjoint(text.split())
    )


def plain_words(text: str) -> list[Leaf]:
    """Return the word without its signs."""
    return _as_word(_surfaces(text))


def without_signs(text: str) -> list[Leaf]:
    """Return the words between wildcards and tildes."""
    return [leaf for part in re.split(r"[*?~]", text) for leaf in plain_words(part)]


def read_phrase(text: str, slop: int = 0) -> Phrase | None:
    """Return a quoted text as a phrase; None where there is no word in it."""
    surfaces = _surfaces(text)
    if not surfaces:
        return None
    return Phrase(" ".join(surfaces), slop if len(surfaces) > 1 else 0)


def arrangements(phrase: Phrase) -> int:
    """Return the number of arrangements of its words, in order and with others between."""
    between = phrase.text.count(" ")
    return comb(phrase.slop + between, between)


def folded(leaf: ExpandedLeaf) -> str:
    """Return the text that the words of a corpus are compared with."""
    match leaf:
        case Prefix(shape) | Wildcard(shape):
            return analysis.fold_shape(shape)
    return analysis.fold_word(leaf.text)


def _surfaces(text: str) -> list[str]:
    # Spaces inside initials and numbers would split them when they are read again.
    return ["".join(surface.split()) for surface in analysis.surfaces(text)]


def _as_word(surfaces: list[str]) -> list[Leaf]:
    if not surfaces:
        return []
    # A hyphen separates tokens, and has no other meaning inside a word.
    word = "-".join(surfaces)
    return [Word(word.lower() if word in _OPERATOR_WORDS else word)]


def _read_fuzzy(text: str, distance: str) -> list[Leaf]:
    surfaces = _surfaces(text)
    if not surfaces:
        return []
    *before, last = surfaces
    if analysis.is_unsegmented(last):
        raise UnsegmentedScriptError
    # Short words have too many neighbours.
    reach = int(distance) if distance else (1 if len(analysis.fold_word(last)) < 6 else 2)
    return [*_as_word(before), Fuzzy(last, reach)]


def _read_wildcards(text: str) -> list[Leaf]:
    typed = (shape.rstrip(_END_OF_SHAPE) for shape in analysis.shapes(text))
    shapes = [re.sub(r"\*+", "*", shape) for shape in typed if shape]
    if len(shapes) > 1 and shapes[-1] == "*" and analysis.is_unsegmented(shapes[-2]):
        # Where each character is a word, others follow anyway.
        shapes.pop()
    leaves: list[Leaf] = []
    before: list[str] = []
    for shape in shapes:
        if "*" not in shape and "?" not in shape:
            before += _surfaces(shape)
            continue
        if before and shape[0] in analysis.WILDCARDS and analysis.is_unsegmented(before[-1]):
            raise UnsegmentedScriptError
        leaves += (*_as_word(before), _with_wildcards(shape))
        before = []
    return leaves + _as_word(before)


def _with_wildcards(shape: str) -> Prefix | Wildcard:
    pattern = analysis.fold_shape(shape)
    start = re.split(r"[*?]", pattern)[0]
    if len(start) < BEFORE_WILDCARD:
        raise WildcardTooEarlyError
    is_prefix = shape[-1] == "*" and pattern == start + "*"
    return Prefix(shape[:-1]) if is_prefix else Wildcard(shape)
