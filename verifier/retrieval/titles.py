"""Titles in claims: the longest runs of a claim's words that are the title of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.text.tokens import FUNCTION_WORDS, TextWord, words_of

LONGEST_TITLE_WORDS = 8
# Pages that share a key, such as a film and a book, at most.
_MOST_ALIKE = 2
_BRACKETS = re.compile(r"^(.+?)\s*\(([^()]*)\)$")


@dataclass(frozen=True, slots=True)
class TitleRun:
    """A run of a claim's words that could be a title."""

    key: str
    start: int
    end: int


def title_key(title: str) -> str:
    """Return the form in which titles are compared: words, without case and possessives."""
    return _key(words_of(title.replace("_", " ")))


def title_keys(title: str) -> list[str]:
    """Return a title's keys: the whole, and the title without what is in brackets."""
    bracketed = _BRACKETS.match(title.replace("_", " "))
    keys = [title_key(title)]
    if bracketed:
        keys.append(title_key(bracketed[1]))
    return [key for key in keys if key]


def title_runs(claim: str) -> list[TitleRun]:
    """Return the runs of a claim that could be titles, longest first."""
    words = _plain(words_of(claim))
    runs: list[TitleRun] = []
    for size in range(min(LONGEST_TITLE_WORDS, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            run = words[start : start + size]
            if _could_be_title(run, starts_claim=start == 0):
                runs.append(TitleRun(_key(run), start, start + size))
    return runs


def match_titles(claim: str, titles: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the pages whose titles are in a claim. A run inside a longer title counts no more."""
    claimed = {word.text for word in words_of(claim)}
    taken: set[int] = set()
    matched: dict[str, None] = {}
    for run in title_runs(claim):
        places = set(range(run.start, run.end))
        if run.key not in titles or places <= taken:
            continue
        taken |= places
        ordered = sorted(titles[run.key], key=lambda title: -_bracket_fit(title, run.key, claimed))
        matched.update(dict.fromkeys(ordered[:_MOST_ALIKE]))
    return list(matched)


def _bracket_fit(title: str, key: str, claimed: set[str]) -> int:
    """Return how well a title fits: its brackets are in the claim, or it has none, or neither."""
    bracketed = _BRACKETS.match(title)
    if bracketed is None or title_key(title) == key:
        return 1
    inside = {word.text for word in words_of(bracketed[2]) if word.has_content}
    return 2 if inside & claimed else 0


def _plain(words: Sequence[TextWord]) -> list[TextWord]:
    # "Velmar 's" is Velmar.
    return [word for word in words if word.is_word and word.text != "s"]


def _key(words: Sequence[TextWord]) -> str:
    return " ".join(word.text for word in _plain(words))


def _could_be_title(run: Sequence[TextWord], *, starts_claim: bool) -> bool:
    if all(word.text in FUNCTION_WORDS or word.is_figure for word in run):
        return False
    # A common noun is not a title because a page has its name.
    return any(word.is_name for word in run) or starts_claim or len(run) > 1


def all_keys(claim: str) -> Iterator[str]:
    """Yield each key that a title in the claim could have, once."""
    yield from dict.fromkeys(run.key for run in title_runs(claim))
