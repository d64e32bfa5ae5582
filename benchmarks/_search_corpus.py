"""A seeded encyclopedia with the lengths and word frequencies of Wikipedia, as page documents.

Words follow Zipf's law as Gerlach and Altmann (2013) found it in English: 1 / rank for the
commonest 7,873 words and 1 / rank^1.77 beyond, over 300,000 forms; the commoner, the shorter.
Lengths are log-normal with a median of 300 words and a mean of 600: half of English Wikipedia's
articles are short, and a few are very long. Words stand in random order, so a phrase has few
hits unless its words are common.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import log
from typing import Any

VOCABULARY = 300_000
SEED = 20_200
MEDIAN_WORDS = 300
# With this spread the mean is twice the median.
SPREAD = 1.18
FEWEST, MOST = 30, 20_000
CATEGORIES = 2_000

_SIZE = 2**22
# Beyond so many words of a common kernel, frequencies fall faster by this power.
_KERNEL = 7_873
_STEEPER = 0.77
_STARTS = (*"bcdfghjklmnprstvw", "ch", "st", "tr")
_MIDDLES = (*"aeiou", "ea", "oo")
_ENDS = ("", "", *"nrstlmd")
_ENDINGS = ("", "", "", "", "", "", "s", "s", "ed", "ing", "er", "ation")


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page as an import would write it."""

    title: str
    # In FEVEROUS' page format.
    document: dict[str, Any]
    sentences: int
    tables: int
    lists: int
    incoming_links: int
    is_flagged: bool
    categories: tuple[str, ...]
    redirects: tuple[str, ...]


class Encyclopedia:
    def __init__(self, pages: int, seed: int = SEED) -> None:
        self.seed = seed
        dice = random.Random(seed)
        self.words = _vocabulary(dice)
        self._drawn_from = _table(self.words)
        self.titles = self._titles(dice, pages)

    def _titles(self, dice: random.Random, count: int) -> list[str]:
        titles: dict[str, None] = {}
        while len(titles) < count:
            words = dice.choice((1, 2, 2, 2, 3, 3))
            title = " ".join(self.some(dice, words)).capitalize()
            # Common words alone are soon used up.
            if title in titles:
                title = f"{title} ({dice.choice(self.words)})"
            titles[title] = None
        return list(titles)

    def some(self, dice: random.Random, count: int) -> list[str]:
        """Yield words as they come in a text."""
        numbers = array("I")
        numbers.frombytes(dice.randbytes(4 * count))
        drawn_from, mask = self._drawn_from, _SIZE - 1
        return [drawn_from[number & mask] for number in numbers]

    def pages(self) -> Iterator[MadePage]:
        return map(self.page, range(len(self.titles)))

    def page(self, number: int) -> MadePage:
        dice = random.Random(self.seed + number + 1)
        length = int(dice.lognormvariate(log(MEDIAN_WORDS), SPREAD))
        writer = _Writer(self, dice, min(max(length, FEWEST), MOST))
        document = writer.write(self.titles[number])
        redirects = [f"{' '.join(self.some(dice, 2))} {number}".capitalize()]
        return MadePage(
            title=self.titles[number],
            document=document,
            sentences=writer.sentences,
            tables=writer.tables,
            lists=writer.lists,
            incoming_links=min(int(dice.paretovariate(0.8)) - 1, 100_000),
            is_flagged=dice.random() < 0.03,
            categories=tuple(f"Category {int(CATEGORIES * dice.random() ** 3)}" for _ in range(3)),
            redirects=tuple(redirects) if dice.random() < 0.4 else (),
        )


class _Writer:
    """Writes one page: a lead, sections of some sentences, now and then a table or a list."""

    def __init__(self, world: Encyclopedia, dice: random.Random, length: int) -> None:
        self._dice = dice
        self._titles = world.titles
        self._words = world.some(dice, length)
        self._at = 0
        self.sentences = self.sections = self.tables = self.lists = 0

    def _take(self, count: int) -> list[str]:
        self._at += count
        return self._words[self._at - count : self._at]

    @property
    def _is_done(self) -> bool:
        return self._at >= len(self._words)

    def write(self, title: str) -> dict[str, Any]:
        dice = self._dice
        blocks: dict[str, Any] = {}
        paragraphs: list[str] = []
        # The lead, then section after section.
        self._write_sentences(blocks, paragraphs, dice.randint(2, 5))
        while not self._is_done:
            heading = " ".join(self._take(dice.randint(1, 3))).capitalize()
            blocks[f"section_{self.sections}"] = {"value": heading, "level": 2}
            self.sections += 1
            self._write_sentences(blocks, paragraphs, dice.randint(4, 12))
            kind = dice.random()
            if kind < 0.2 and not self._is_done:
                blocks |= self._table()
            elif kind < 0.3 and not self._is_done:
                blocks |= self._list()
        flagged = ["section_0"] if self.sections and dice.random() < 0.05 else []
        extras = {"paragraphs": paragraphs, "flagged_sections": flagged}
        return {
            "title": title,
            "order": list(blocks),
            **blocks,
            **{key: addresses for key, addresses in extras.items() if addresses},
        }

    def _write_sentences(self, blocks: dict[str, Any], paragraphs: list[str], count: int) -> None:
        dice = self._dice
        for place in range(count):
            if self._is_done:
                break
            words = self._take(dice.randint(8, 32))
            words[0] = words[0].capitalize()
            if dice.random() < 0.6:
                chosen = dice.randrange(len(words))
                target = self._titles[int(len(self._titles) * dice.random() ** 3)]
                words[chosen] = f"[[{target.replace(' ', '_')}|{words[chosen]}]]"
            address = f"sentence_{self.sentences}"
            blocks[address] = " ".join(words) + "."
            self.sentences += 1
            if place % 4 == 0:
                paragraphs.append(address)

    def _table(self) -> dict[str, Any]:
        number, columns = self.tables, self._dice.randint(2, 5)
        self.tables += 1
        rows = [
            [
                {
                    "id": f"{'header_' * (not row)}cell_{number}_{row}_{column}",
                    "value": " ".join(self._take(2)),
                    "is_header": not row,
                    "column_span": "1",
                    "row_span": "1",
                }
                for column in range(columns)
            ]
            for row in range(self._dice.randint(3, 10))
        ]
        return {f"table_{number}": {"table": rows, "type": "general"}}

    def _list(self) -> dict[str, Any]:
        number = self.lists
        self.lists += 1
        items = [
            {"id": f"item_{number}_{place}", "value": " ".join(self._take(5)), "level": 0}
            for place in range(self._dice.randint(3, 8))
        ]
        return {f"list_{number}": {"type": "unordered_list", "list": items}}


def _vocabulary(dice: random.Random) -> list[str]:
    """Return words that English endings can be removed from; the first are short."""
    words: dict[str, None] = {}
    while (count := len(words)) < VOCABULARY:
        syllables = 1 if count < 300 else 2 if count < 20_000 else 3
        parts = (dice.choice(_STARTS) + dice.choice(_MIDDLES) for _ in range(syllables))
        ending = dice.choice(_ENDINGS) if count >= 100 else ""
        words["".join(parts) + dice.choice(_ENDS) + ending] = None
    return list(words)


def _table(words: list[str]) -> list[str]:
    """Return each word as often as it is in a text of so many words."""
    ranks = range(1, len(words) + 1)
    weights = list(accumulate(1 / rank * min(1.0, (_KERNEL / rank) ** _STEEPER) for rank in ranks))
    table: list[str] = []
    for word, reached in zip(words, weights, strict=True):
        table += [word] * (round(_SIZE * reached / weights[-1]) - len(table))
    return table
