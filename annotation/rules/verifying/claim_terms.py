"""The words of a claim that are worth searching for, as they stand in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORD = re.compile(r"\w+(?:[-.'’&]\w+)*")
# Lower-case words that may stand inside a name: "Duke of York", "Leonardo da Vinci".
_INSIDE_NAMES = "al and da de del der des di du el for la le of the van von"
# Words that are on nearly every page, or say how a claim is made rather than what it is about.
_COMMON = """
    a about after all also although an and another any are as at be became because been before
    being between both but by can could did do does during each either every few first for from
    had has have he her hers him his how however in into is it its last least less many more most
    much nor not of on one only or other others our over own same she should since so some such
    than that the their them then there these they this those three through to two under until up
    was were what when where which while who whom whose why will with within without would
"""
_SHORTEST = 3

_inside_names = frozenset(_INSIDE_NAMES.split())
_common = frozenset(_COMMON.split())


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """A stretch of the claim; `is_term` if it can be searched for by a click."""

    text: str
    is_term: bool


def parts_of_claim(claim: str) -> list[ClaimPart]:
    """Return the whole claim in stretches: names, numbers and other words that tell something."""
    parts: list[ClaimPart] = []
    end = 0
    for start, stop in _terms(claim):
        if start > end:
            parts.append(ClaimPart(claim[end:start], is_term=False))
        parts.append(ClaimPart(claim[start:stop], is_term=True))
        end = stop
    if end < len(claim):
        parts.append(ClaimPart(claim[end:], is_term=False))
    return parts


def terms_of_claim(claim: str) -> list[str]:
    """Return what can be searched for, each once."""
    return list(dict.fromkeys(part.text for part in parts_of_claim(claim) if part.is_term))


def _terms(claim: str) -> Iterator[tuple[int, int]]:
    """Yield the range of each term; the words of a name are one."""
    words = list(_WORD.finditer(claim))
    place = 0
    while place < len(words):
        last = _end_of_name(claim, words, place) if _is_name(words[place][0]) else place
        if last > place or _is_telling(words[place][0]):
            yield words[place].start(), words[last].end()
        place = last + 1


def _end_of_name(claim: str, words: list[re.Match[str]], first: int) -> int:
    """Return the place of the last word of the name that begins here."""
    last = first
    for place in range(first + 1, len(words)):
        # Only a space stands between the words of a name.
        if claim[words[place - 1].end() : words[place].start()] != " ":
            break
        if _is_name(words[place][0]):
            last = place
        elif words[place][0] not in _inside_names:
            break
    return last


def _is_name(word: str) -> bool:
    return word[0].isupper() and word.lower() not in _common


def _is_telling(word: str) -> bool:
    is_long = len(word) >= _SHORTEST or not word.isascii()
    return word[0].isdigit() or (is_long and word.lower() not in _common)
