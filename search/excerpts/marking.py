"""Marks: the words of a text that a query matches, for snippets and for searches inside a page.

Marks(stems=frozenset({"olymp"})).find("The Olympics began.")  →  [(4, 12)]
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, Protocol

from search import analysis
from search.excerpts.passages import Passage, Range


class Finder(Protocol):
    """A pattern that finds matches in texts: `search.engines.patterns.Matcher`."""

    def matches(self, text: str) -> bool: ...

    def find(self, text: str) -> Iterable[Range]: ...


@dataclass(frozen=True, slots=True)
class PhraseMark:
    """Tokens that count only in this order, with at most `slop` others between them."""

    tokens: tuple[str, ...]
    slop: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    """The words to mark: by their stem, by their exact form, in phrases; and a pattern."""

    stems: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    phrases: tuple[PhraseMark, ...] = ()
    pattern: Finder | None = None

    def __bool__(self) -> bool:
        return bool(self.stems or self.plain or self.phrases or self.pattern)

    @property
    def words(self) -> Marks:
        """The marks without the pattern: for titles, where it is not tried."""
        return replace(self, pattern=None) if self.pattern else self

    def find(self, text: str) -> list[Range]:
        """Return the half-open ranges of the text that match, in order and without overlaps."""
        return self._find(text, [(0, len(text))])[0]

    def find_in(self, passage: Passage) -> list[Range]:
        """Return the ranges of a passage. As in a search, the pattern is tried on each element."""
        return self._find_in(passage)[0]

    def matches_in(self, passage: Passage) -> list[list[Range]]:
        """Return the ranges match by match: a near phrase is one match with several ranges."""
        return _joined(*self._find_in(passage))

    def _find_in(self, passage: Passage) -> tuple[list[Range], list[list[Range]]]:
        return self._find(passage.text, ((piece.start, piece.end) for piece in passage.elements))

    def _find(self, text: str, elements: Iterable[Range]) -> tuple[list[Range], list[list[Range]]]:
        """Return the ranges that match, and for near phrases the words that belong together."""
        tokens = list(analysis.tokens(text))
        ranges = [
            (token.start, token.end)
            for token in tokens
            if token.stem in self.stems or token.plain in self.plain
        ]
        near: list[list[Range]] = []
        if self.phrases:
            words = [token.plain for token in tokens]
            for phrase in self.phrases:
                if phrase.slop:
                    near += [
                        [(tokens[place].start, tokens[place].end) for place in places]
                        for places in _near(words, phrase)
                    ]
                else:
                    ranges += [
                        (tokens[first].start, tokens[last].end)
                        for first, last in _side_by_side(words, phrase)
                    ]
        if self.pattern:
            for first, last in elements:
                found = self.pattern.find(text[first:last])
                ranges += [(first + start, first + end) for start, end in found]
        return _without_overlaps([*ranges, *chain.from_iterable(near)]), near


def _side_by_side(words: list[str], phrase: PhraseMark) -> Iterator[Range]:
    """Yield the first and the last position of each occurrence of the phrase."""
    tokens = list(phrase.tokens)
    for place, word in enumerate(words):
        if word == tokens[0] and words[place : place + len(tokens)] == tokens:
            yield place, place + len(tokens) - 1


class _Run(NamedTuple):
    """The first words of a phrase, found in order."""

    start: int
    place: int
    before: _Run | None


def _near(words: list[str], phrase: PhraseMark) -> Iterator[list[int]]:
    """Yield the positions of near words, without the words between them.

    For each position where the phrase can end, the run that starts last is the shortest.
    """
    width = len(phrase.tokens) + phrase.slop
    # In reverse, so that a word that occurs twice in the phrase does not count as both.
    turns: defaultdict[str, list[int]] = defaultdict(list)
    for turn in reversed(range(len(phrase.tokens))):
        turns[phrase.tokens[turn]].append(turn)
    latest: list[_Run | None] = [None] * len(phrase.tokens)
    for place, word in enumerate(words):
        for turn in turns.get(word, ()):
            before = latest[turn - 1] if turn else None
            if turn and before is None:
                continue
            run = _Run(before.start if before else place, place, before)
            latest[turn] = run
            if turn == len(phrase.tokens) - 1 and place - run.start < width:
                yield list(_places(run))


def _places(run: _Run | None) -> Iterator[int]:
    while run is not None:
        yield run.place
        run = run.before


def _without_overlaps(ranges: list[Range]) -> list[Range]:
    kept: list[Range] = []
    for start, end in sorted(ranges, key=lambda found: (found[0], -found[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _joined(ranges: list[Range], near: list[list[Range]]) -> list[list[Range]]:
    """Return disjoint ranges as matches: the words of one near phrase belong together."""
    starts = [start for start, _ in ranges]
    leads_to = list(range(len(ranges)))

    def first_of(place: int) -> int:
        while leads_to[place] != place:
            place = leads_to[place]
        return place

    for words in near:
        places = {first_of(bisect_right(starts, start) - 1) for start, _ in words}
        for place in places:
            leads_to[place] = min(places)
    matches: defaultdict[int, list[Range]] = defaultdict(list)
    for place, found in enumerate(ranges):
        matches[first_of(place)].append(found)
    return list(matches.values())
