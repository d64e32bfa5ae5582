"""Counts of the links to each page, for any number of pages, in little memory.

A title takes twelve bytes: its hash and its page's number. A dictionary of titles would take
ten times as much: gigabytes for a whole Wikipedia.
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
    """A map from titles to page numbers that is filled first and searched afterwards."""

    def __init__(self) -> None:
        self._hashes = [array("Q") for _ in range(_BUCKETS)]
        self._pages = [array("L") for _ in range(_BUCKETS)]

    def add(self, title: str, page: int) -> None:
        bucket, key = _key(title)
        self._hashes[bucket].append(key)
        self._pages[bucket].append(page)

    def sort(self) -> None:
        """Prepare the table for searching."""
        for bucket in range(_BUCKETS):
            hashes, pages = self._hashes[bucket], self._pages[bucket]
            order = sorted(range(len(hashes)), key=hashes.__getitem__)
            self._hashes[bucket] = array("Q", (hashes[number] for number in order))
            self._pages[bucket] = array("L", (pages[number] for number in order))

    def find(self, title: str) -> int | None:
        bucket, key = _key(title)
        hashes = self._hashes[bucket]
        number = bisect_left(hashes, key)
        if number < len(hashes) and hashes[number] == key:
            return self._pages[bucket][number]
        return None


def _key(title: str) -> tuple[int, int]:
    digest = blake2b(title.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return digest[0], int.from_bytes(digest, "big")


def targets_in(document: bytes) -> set[str]:
    """Return the titles that a stored document links to, without reading its elements."""
    targets = set()
    for found in _LINK.finditer(document.decode()):
        target = found[1].partition("#")[0]
        if "\\" in target:
            target = json.loads(f'"{target}"')
        targets.add(normalise_title(target))
    return targets


class LinkCounter:
    """The number of other pages that link to each page, directly or through a redirect."""

    def __init__(self) -> None:
        self.pages = TitleTable()
        self.redirects = TitleTable()
        self.counts = array("L")

    def add_page(self, title: str) -> None:
        self.pages.add(title, len(self.counts))
        self.counts.append(0)

    def add_redirects(self, redirects: Iterable[tuple[str, str]]) -> None:
        """Add redirects as pairs of title and target, after all pages have been added."""
        self.pages.sort()
        for title, target in redirects:
            page = self.pages.find(target)
            if page is not None:
                self.redirects.add(title, page)
        self.redirects.sort()

    def count(self, page: int, document: bytes) -> None:
        """Count the links of the page with this number."""
        reached = set()
        for target in targets_in(document):
            found = self.pages.find(target)
            if found is None:
                found = self.redirects.find(target)
            if found is not None and found != page:
                reached.add(found)
        for found in reached:
            self.counts[found] += 1
