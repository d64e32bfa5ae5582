"""Tokens of claims and evidence: folded words with their stems, figures and capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from verifier.tables.words import fold, word_set

# Texts are cut here, so that a pair is judged in bounded time.
MOST_TOKENS = 400
MOST_CHARACTERS = 20_000

_TOKEN = re.compile(
    r"\d+(?:st|nd|rd|th)\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’](?:s\b|t\b|[^\W\d_]+))?"
    r"|[%$€£¥#+<>≥≤~.!?;,()\-–—]"
)
_BRACKETS = re.compile(r"-[LR][RS]B-")
_stemmer = Stemmer.Stemmer("english")

FUNCTION_WORDS = word_set(
    "a an the of in on at to for from by with and or be is are was were been being have has had "
    "do does did as that this these those which who whom whose it its they their them he she his "
    "her him there than then when where while during into over under between both each all any "
    "no not only also without within per about after before more most less least s will would "
    "can could may might must shall should if but so such same other another out up down off "
    "through against among i you we our your my me us since until till upon above below nor "
    "because due however called known just very too even still yet ever never further again"
)


@dataclass(frozen=True, slots=True)
class TextWord:
    """A token of a text: folded, with its stem."""

    text: str
    stem: str
    # Letters or figures, not punctuation.
    is_word: bool
    # It begins with a capital, and not only because it begins a sentence.
    is_name: bool
    # It says something: neither punctuation nor a function word.
    has_content: bool
    is_figure: bool


@lru_cache(maxsize=200_000)
def _word(surface: str, starts: bool) -> TextWord:
    text = fold(surface)
    if text.endswith(("'s", "’s")):
        text = text[:-2]
    is_letters = text[:1].isalpha()
    is_figure = text[:1].isdigit()
    return TextWord(
        text=text,
        stem=_stemmer.stemWord(text) if is_letters else text.replace(",", ""),
        is_word=is_letters or is_figure,
        is_name=is_letters and surface[:1].isupper() and not starts,
        has_content=(is_letters or is_figure) and text not in FUNCTION_WORDS,
        is_figure=is_figure,
    )


def words_of(text: str) -> list[TextWord]:
    """Return the words of a text, at most MOST_TOKENS."""
    surfaces = _TOKEN.findall(_BRACKETS.sub(" ", text[:MOST_CHARACTERS]))[:MOST_TOKENS]
    found: list[TextWord] = []
    starts = True
    for surface in surfaces:
        found.append(_word(surface, starts))
        starts = surface in ".!?"
    return found


def sentence_starts(words: Sequence[TextWord]) -> list[int]:
    """Return where sentences begin."""
    return [0, *(place + 1 for place, word in enumerate(words[:-1]) if word.text in ".!?")]
