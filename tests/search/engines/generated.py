"""A seeded corpus of short pages, made straight into index documents, and queries on it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from search.indexing.documents import IndexDocument, PageMetadata, build_document

_SYLLABLES = "ba co di fu ga hel ir jo ka lu mo nar os pe qui ro sta ti ur ve wo xi yan zed"
SYLLABLES = tuple(_SYLLABLES.split(" "))
ENDINGS = ["", "", "", "s", "ing", "ed", "er", "ation"]
CATEGORIES = [f"Category {number}" for number in range(40)]


class World:
    """Words with a Zipf-like distribution, and pages made of them."""

    def __init__(self, seed: int, words: int = 6_000) -> None:
        dice = random.Random(seed)
        vocabulary: dict[str, None] = {}
        while len(vocabulary) < words:
            stem = "".join(dice.choice(SYLLABLES) for _ in range(dice.randint(1, 4)))
            vocabulary[stem + dice.choice(ENDINGS)] = None
        self.words = list(vocabulary)
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(words)))
        self.seed = seed

    def _some(self, dice: random.Random, count: int) -> list[str]:
        return dice.choices(self.words, cum_weights=self._weights, k=count)

    def _text(self, dice: random.Random, count: int) -> str:
        return " ".join(self._some(dice, count)) + "."

    def page(self, number: int, edition: int = 0) -> IndexDocument:
        """Return the page with this number; each of its editions has another text."""
        dice = random.Random(f"{self.seed}/{number}/{edition}")
        title = " ".join(self._some(random.Random(f"{self.seed}/{number}"), dice.randint(1, 3)))
        metadata = PageMetadata(
            page_id=number,
            title=f"{title} {number}".capitalize(),
            digest=f"{number}/{edition}".encode(),
            incoming_links=int(dice.paretovariate(0.8)) - 1,
            is_flagged=dice.random() < 0.03,
            redirects=tuple(self._text(dice, 2) for _ in range(dice.choice([0, 0, 1]))),
        )
        document: dict[str, Any] = dict(self._blocks(dice))
        document["order"] = list(document)
        if dice.random() < 0.05:
            document["flagged_sections"] = ["section_0"]
        categories = tuple(dice.sample(CATEGORIES, dice.randint(0, 3)))
        return build_document(metadata._replace(categories=categories), document)

    def _blocks(self, dice: random.Random) -> Iterator[tuple[str, Any]]:
        """Return blocks in FEVEROUS' format, by their addresses."""
        for number in range(dice.randint(1, 3)):
            link = f"[[{dice.choice(self.words).capitalize()}|]]"
            yield f"sentence_{number}", link + self._text(dice, dice.randint(5, 14))
        if dice.random() < 0.6:
            yield "section_0", {"value": " ".join(self._some(dice, 2)), "level": 2}
            yield "sentence_9", self._text(dice, dice.randint(5, 20))
        if dice.random() < 0.3:
            rows = [[{"value": " ".join(self._some(dice, 2))} for _ in range(2)] for _ in range(2)]
            yield "table_0", {"table": rows, "type": "general"}
        if dice.random() < 0.2:
            items = [{"value": " ".join(self._some(dice, 3))} for _ in range(2)]
            yield "list_0", {"list": items, "type": "unordered_list"}

    def pages(self, count: int) -> Iterator[IndexDocument]:
        for number in range(1, count + 1):
            yield self.page(number)

    # --- queries ---------------------------------------------------------------------------
    def queries(self, count: int) -> list[str]:
        """Return queries of words, phrases and operators, a third each."""
        dice = random.Random(f"{self.seed}/queries")
        kinds = [self._words, self._phrase, self._operators]
        return [kinds[number % 3](dice) for number in range(count)]

    def _words(self, dice: random.Random) -> str:
        return " ".join(self._some(dice, dice.randint(1, 3)))

    def _phrase(self, dice: random.Random) -> str:
        words = self.page(dice.randint(1, 2_000)).fields["text_plain"].split("¶")
        part = max(words, key=len).split()
        start = dice.randrange(max(1, len(part) - 3))
        return '"' + " ".join(part[start : start + dice.randint(2, 3)]) + '"'

    def _operators(self, dice: random.Random) -> str:
        first, second, third = self._some(dice, 3)
        category = dice.choice(CATEGORIES)
        shapes = [
            f"{first} -{second}",
            f"{first} OR {second}",
            f"({first} OR {second}) {third}",
            f"intitle:{first}",
            f"{first} intitle:{second}",
            f'{first} incategory:"{category}"',
            f"inlead:{first} -intable:{second}",
            f"insection:{first}",
            f"intable:{first}",
            "hastable: " + first,
            f"linksto:{first} {second}",
            f"prefix:{first[:3]} {second}",
            f'-"{first} {second}" {third}',
            f"{first} {first}",
            # Nothing but the pages' weights orders these.
            f"-{first}",
            f"-{first} hastable:",
            f'incategory:"{category}"',
            f"prefix:{first[:2]}",
            f"{first} OR hastable:",
            f"{first} OR -({second} OR -{third})",
            f"{first} ({second} OR -({third} -{first}))",
            f"-({first} -({second} OR ({third} hastable:)))",
        ]
        return dice.choice(shapes)

    def loose_queries(self, count: int) -> list[str]:
        """Return queries of fuzzy words, near phrases and wildcards."""
        dice = random.Random(f"{self.seed}/loose")
        queries = []
        for number in range(count):
            first, second, third = self._some(dice, 3)
            shapes = [
                f"{first}~",
                f'"{first} {second}"~5',
                f'"{first} {second} {third}"~6',
                f"{first[:3]}*",
            ]
            queries.append(shapes[number % len(shapes)])
        return queries
