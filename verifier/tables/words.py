"""Words of statements and cells: tokens, stems, numbers in words, and words that gate programs."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, normalize

# Numbers keep their separators; everything else is split at punctuation.
_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+(?:[.,٫]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?|[%$€£+\-]")
_SEPARATED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def words(text: str) -> list[str]:
    """Return the words of a list that is written as one text."""
    return text.split()


def word_set(text: str) -> frozenset[str]:
    """Return a set of words that is written as one text."""
    return frozenset(text.split())


CARDINALS = {
    word: number
    for number, word in enumerate(
        words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen "
            "fourteen fifteen sixteen seventeen eighteen nineteen twenty"
        )
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "once": 1, "twice": 2, "single": 1,
     "dozen": 12, "both": 2, "pair": 2, "couple": 2, "half": 0.5}  # fmt: skip
ORDINALS = {
    word: number
    for number, word in enumerate(
        words(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
            "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
            "nineteenth twentieth"
        ),
        start=1,
    )
}
# Digits beyond these are no rank of anything.
_LONGEST_RANK = 9
_ORDINAL_FIGURE = re.compile(r"(\d+)(?:st|nd|rd|th)$")

LARGEST_NUMBER = 1e15

STOP_WORDS = word_set(
    "a an the of in on at to for from by with and or be is are was were been being have has "
    "had do does did as that this these those which who whom whose it its they their them he "
    "she his her there than then when where while during into over under between both each "
    "all any no not only also with without within per about after before more most less least "
    "one two three 's s - + , . ( ) be will would can could may might must shall should if "
    "but so such same other another out up down off through against among include total "
    "number time game played play"
)

IRREGULAR = {
    "won": "win", "lost": "lose", "loss": "lose", "wins": "win", "losses": "lose",
    "children": "child", "men": "man", "women": "woman", "people": "person", "held": "hold",
    "came": "come", "took": "take", "taken": "take", "scored": "score", "drew": "draw",
    "drawn": "draw", "ran": "run", "got": "get", "made": "make", "began": "begin", "went": "go",
    "gone": "go", "were": "be", "was": "be", "is": "be", "are": "be", "been": "be", "had": "have",
    "has": "have", "did": "do", "does": "do", "gave": "give", "given": "give", "led": "lead",
    "best": "good", "better": "good", "worst": "bad", "worse": "bad",
}  # fmt: skip


def fold(text: str) -> str:
    """Return a text in lower case without accents."""
    if text.isascii():
        return text.lower()
    return "".join(letter for letter in normalize("NFKD", text.lower()) if not combining(letter))


def tokens_of(text: str) -> list[str]:
    """Return the tokens of a text, folded; thousands lose their separators."""
    return _TOKEN.findall(_SEPARATED.sub("", fold(text)))


@lru_cache(maxsize=50_000)
def stem(token: str) -> str:
    """Return a token without its commonest English endings."""
    known = IRREGULAR.get(token)
    if known is not None:
        return known
    if len(token) < 4 or not token.isalpha():
        return token
    for ending, least in (("ies", 3), ("sses", 2), ("ing", 4), ("ied", 3), ("ed", 4), ("s", 3)):
        if token.endswith(ending) and len(token) - len(ending) >= least:
            if ending == "s" and token.endswith(("ss", "us", "is")):
                return token
            trunk = token[: -len(ending)]
            if ending in ("ies", "ied"):
                return trunk + "y"
            if ending == "sses":
                return trunk + "ss"
            if ending in ("ing", "ed"):
                if len(trunk) > 2 and trunk[-1] == trunk[-2] and trunk[-1] not in "lsz":
                    return trunk[:-1]
                return trunk
            return trunk
    return token


@lru_cache(maxsize=50_000)
def number_in(token: str) -> float | None:
    """Return the number that a token says, in figures or in words."""
    if token[:1].isdigit():
        ordinal = _ORDINAL_FIGURE.match(token)
        figures = ordinal[1] if ordinal else token.replace("٫", ".").replace(",", "")
        try:
            number = float(figures)
        except ValueError:
            return None
        # Beyond this, numbers are identifiers, and counts of them would lose their last digits.
        return number if number < LARGEST_NUMBER else None
    found = CARDINALS.get(token)
    return float(found) if found is not None else None


@lru_cache(maxsize=10_000)
def ordinal_in(token: str) -> int | None:
    """Return the rank that an ordinal says: "third", "3rd". There is no 0th."""
    match = _ORDINAL_FIGURE.match(token)
    if match is None:
        return ORDINALS.get(token)
    rank = int(match[1][:_LONGEST_RANK])
    return rank if rank > 0 else None
