"""The questions that are timed, five kinds, drawn from the pages so that they have hits."""

from __future__ import annotations

import random
from itertools import pairwise

from benchmarks._search_corpus import CATEGORIES, Encyclopedia

KINDS = ("one word", "three words", "phrase", "operators")
# The commonest words of a language ("the", "of") are seldom typed.
_TOO_COMMON = 50


class Questions:
    def __init__(self, world: Encyclopedia) -> None:
        self._world = world
        self._too_common = set(world.words[:_TOO_COMMON])

    def of(self, kind: str, count: int) -> list[str]:
        dice = random.Random(f"{self._world.seed}/{kind}")
        make = {
            "one word": self._one_word,
            "three words": self._three_words,
            "phrase": self._phrase,
            "operators": self._operators,
            "completion": self._beginning,
        }[kind]
        return [make(dice) for _ in range(count)]

    def hostile(self) -> dict[str, str]:
        """Return the queries that cost most, of the commonest words."""
        words = self._world.words[:60]
        pairs = [f"{one} {two}" for one, two in pairwise(words)]
        return {
            "a megabyte": " ".join(words) * 3_500,
            "fifty words": " ".join(words[:50]),
            "fifty words, any": " OR ".join(words[:50]),
            "a phrase": f'"{pairs[0]}"',
            "fifty phrases, any": " OR ".join(f'"{pair}"' for pair in pairs[:50]),
            "four words far apart": f'"{" ".join(words[:4])}"~10',
            "forty pairs far apart": " ".join(f'"{pair}"~10' for pair in pairs[:40]),
            "ten thousand wildcards": "st*r? " * 10_000,
            "five wildcards": "ab*c* co*n* pr*e* de*s* st*r*",
            "a wildcard of many stars": f"{words[0][:2]}{'*a?' * 200}",
            "five fuzzy words": " ".join(f"{word}zz~2" for word in words[:5]),
            "fifty unknown words": " ".join(f"{word}qqx" for word in words[:50]),
            # So many are compared with others, and what they may have meant is tried.
            "ten unknown words": " ".join(f"{word}qqx" for word in words[:10]),
            "ten misspelt pairs far apart": " ".join(f'"{pair}q"~10' for pair in pairs[:10]),
            "fifty beginnings of titles": " OR ".join(f"prefix:{word[0]}" for word in words[:50]),
            "a thousand parentheses": "(" * 500 + words[0] + ")" * 500,
            "all but a few": "-zzzz",
        }

    def _sentence(self, dice: random.Random) -> list[str]:
        """Return a sentence of a page, without its link."""
        page = self._world.page(dice.randrange(len(self._world.titles)))
        text: str = page.document[f"sentence_{dice.randrange(page.sentences)}"]
        return [
            word for word in text.rstrip(".").lower().split() if "[" not in word and "]" not in word
        ]

    def _words(self, dice: random.Random, count: int) -> list[str]:
        """Return words of one page."""
        while True:
            found = [word for word in self._sentence(dice) if word not in self._too_common]
            distinct = list(dict.fromkeys(found))
            if len(distinct) >= count:
                return dice.sample(distinct, count)

    def _one_word(self, dice: random.Random) -> str:
        return self._words(dice, 1)[0]

    def _three_words(self, dice: random.Random) -> str:
        return " ".join(self._words(dice, 3))

    def _phrase(self, dice: random.Random) -> str:
        """Return two or three adjacent words, common ones too: "University of"."""
        while True:
            words = self._sentence(dice)
            length = dice.choice((2, 2, 3))
            if len(words) > length:
                start = dice.randrange(len(words) - length)
                return '"' + " ".join(words[start : start + length]) + '"'

    def _operators(self, dice: random.Random) -> str:
        first, second, third = self._words(dice, 3)
        title = dice.choice(self._world.titles)
        category = f"Category {int(CATEGORIES * dice.random() ** 3)}"
        return dice.choice(
            (
                f"{first} -{second}",
                f"{first} OR {second}",
                f"({first} OR {second}) {third}",
                f"{first} intitle:{title.split()[0]}",
                f'{first} incategory:"{category}"',
                f"inlead:{first} -intable:{second}",
                f"insection:{first} {second}",
                f"intable:{first}",
                f"hastable: {first} {second}",
                f'linksto:"{title}"',
                f"{first[:4]}* {second}",
                f'"{first} {second}"~3',
                f'{first} -"{second} {third}"',
            )
        )

    def _beginning(self, dice: random.Random) -> str:
        """Return the first one to eight letters of a title."""
        return dice.choice(self._world.titles)[: dice.randint(1, 8)]
