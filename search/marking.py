"""Which words of a text a query matches: for snippets, and for the search inside a page.

Marks(stems=frozenset({"olymp"})).find("The Olympics began.")  →  [(4, 12)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from search import analysis
from search.analysis import Token

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PhraseMark:
    """Tokens that count only next to one another; `slop` other tokens may stand between them."""

    tokens: tuple[str, ...]
    slop: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    """The words that a query asks for: by their stem, by their exact form, and in phrases."""

    stems: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    phrases: tuple[PhraseMark, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.stems or self.plain or self.phrases)

    def find(self, text: str) -> list[Range]:
        """The half-open ranges of the text that match, in order, none overlapping another."""
        tokens = list(analysis.tokens(text))
        ranges = [
            (token.start, token.end)
            for token in tokens
            if token.stem in self.stems or token.plain in self.plain
        ]
        for phrase in self.phrases:
            ranges += _phrase_ranges(tokens, phrase)
        return _without_overlaps(ranges)


def _phrase_ranges(tokens: list[Token], phrase: PhraseMark) -> Iterator[Range]:
    wanted = phrase.tokens
    if not phrase.slop:
        for first in range(len(tokens) - len(wanted) + 1):
            run = tokens[first : first + len(wanted)]
            if all(token.plain == word for token, word in zip(run, wanted, strict=True)):
                yield run[0].start, run[-1].end
        return
    # Near words are marked one by one: what stands between them was not asked for.
    width = len(wanted) + phrase.slop
    places = [place for place, token in enumerate(tokens) if token.plain in wanted]
    for place in places:
        near = [other for other in places if place <= other < place + width]
        if {tokens[other].plain for other in near} >= set(wanted):
            yield from ((tokens[other].start, tokens[other].end) for other in near)


def _without_overlaps(ranges: list[Range]) -> list[Range]:
    kept: list[Range] = []
    for start, end in sorted(ranges, key=lambda found: (found[0], -found[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
