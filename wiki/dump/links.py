"""Counting the links that lead to each page, over any number of pages, in little memory.

A title costs twelve bytes: its hash and its page's place. A dictionary of titles would cost
ten times as much, gigabytes for a whole Wikipedia.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from hashlib import blake2b

from wiki.parsing.feverous import BALANCED_ANCHOR
from wiki.parsing.titles import normalise_title

_BUCKETS = 256
_LINK = re.compile(rf"\[\[([^\[\]|]+)\|{BALANCED_ANCHOR}\]\]")


class TitleTable:
    """Titles and the places of their pages; filled first, asked afterwards."""

    def __init__(self) -> None:
        self._hashes = [array("Q") for _ in range(_BUCKETS)]
        self._places = [array("L") for _ in range(_BUCKETS)]

    def add(self, title: str, place: int) -> None:
        bucket, key = _key(title)
        self._hashes[bucket].append(key)
        self._places[bucket].append(place)

    def sort(self) -> None:
        """Make it ready to be asked."""
        for bucket in range(_BUCKETS):
            hashes, places = self._hashes[bucket], self._places[bucket]
            order = sorted(range(len(hashes)), key=hashes.__getitem__)
            self._hashes[bucket] = array("Q", (hashes[number] for number in order))
            self._places[bucket] = array("L", (places[number] for number in order))

    def find(self, title: str) -> int | None:
        bucket, key = _key(title)
        hashes = self._hashes[bucket]
        number = bisect_left(hashes, key)
        if number < len(hashes) and hashes[number] == key:
            return self._places[bucket][number]
        return None


def _key(title: str) -> tuple[int, int]:
    digest = blake2b(title.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return digest[0], int.from_bytes(digest, "big")


def targets_in(document: bytes) -> set[str]:
    """The titles to which a stored document links, each once, without reading its elements."""
    targets = set()
    for found in _LINK.finditer(document.decode()):
        target = found[1].partition("#")[0]
        if "\\" in target:
            target = json.loads(f'"{target}"')
        targets.add(normalise_title(target))
    return targets


class LinkCounter:
    """How many pages link to each page, itself excepted; redirects count for where they lead."""

    def __init__(self) -> None:
        self.pages = TitleTable()
        self.redirects = TitleTable()
        self.counts = array("L")

    def add_page(self, title: str) -> None:
        self.pages.add(title, len(self.counts))
        self.counts.append(0)

    def add_redirects(self, redirects: Iterable[tuple[str, str]]) -> None:
        """Once every page is in: other titles, each with the title that it leads to."""
        self.pages.sort()
        for title, target in redirects:
            place = self.pages.find(target)
            if place is not None:
                self.redirects.add(title, place)
        self.redirects.sort()

    def count(self, place: int, document: bytes) -> None:
        """Count the links of the page at this place."""
        reached = set()
        for target in targets_in(document):
            found = self.pages.find(target)
            if found is None:
                found = self.redirects.find(target)
            if found is not None and found != place:
                reached.add(found)
        for found in reached:
            self.counts[found] += 1
