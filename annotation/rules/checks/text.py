"""The words of a claim as the checks see them: function words, numbers, names, negators."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from search import analysis

_DATA = Path(__file__).parent / "data"
# Without "one", which is an article or a pronoun more often than a number.
_NUMBER_WORDS = {
    "zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13",
    "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18",
    "nineteen": "19", "twenty": "20",
}  # fmt: skip
NEGATORS = frozenset({"not", "never", "no", "cannot"})
# Contractions with "n't", written without the apostrophe, and what "n't" was added to.
CONTRACTIONS = {
    "isnt": "is", "arent": "are", "wasnt": "was", "werent": "were", "hasnt": "has",
    "havent": "have", "hadnt": "had", "doesnt": "does", "dont": "do", "didnt": "did",
    "cant": "can", "couldnt": "could", "wont": "will", "wouldnt": "would", "shouldnt": "should",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClaimWord:
    """A word over `text[start:end]`: as written, folded, and stemmed."""

    start: int
    end: int
    surface: str
    plain: str
    stem: str

    @property
    def number(self) -> str | None:
        """Return the number that the word is, in digits."""
        if self.plain[:1].isdigit():
            return self.plain
        return _NUMBER_WORDS.get(self.plain)

    @property
    def is_content(self) -> bool:
        """Return whether it is neither a function word nor a number."""
        return self.number is None and self.plain not in function_words()

    @property
    def is_capital(self) -> bool:
        return self.surface[:1].isupper()

    @property
    def is_negator(self) -> bool:
        return self.plain in NEGATORS or self.plain in CONTRACTIONS


@cache
def function_words() -> frozenset[str]:
    return frozenset((_DATA / "function_words.txt").read_text(encoding="utf-8").split())


@cache
def reasoning_stems() -> frozenset[str]:
    """Return stems of words for comparing, counting and calculating."""
    text = (_DATA / "reasoning_words.txt").read_text(encoding="utf-8")
    return frozenset(analysis.stems(text))


def words(text: str) -> tuple[ClaimWord, ...]:
    return tuple(
        ClaimWord(token.start, token.end, text[token.start : token.end], token.plain, token.stem)
        for token in analysis.tokens(text)
    )


def content_stems(text: str) -> set[str]:
    return {word.stem for word in words(text) if word.is_content}


def names(tokens: tuple[ClaimWord, ...], *, with_first: bool) -> list[ClaimWord]:
    """Return the content words with a capital. The first word has one anyway: count it or not."""
    return [
        word
        for i, word in enumerate(tokens)
        if word.is_capital and word.is_content and (i > 0 or with_first)
    ]


def quoted(tokens: list[ClaimWord], most: int = 5) -> str:
    """Return the words as written, each once, for a message."""
    return ", ".join(list(dict.fromkeys(word.surface for word in tokens))[:most])
