"""Claims that the campaign has already, word for word or nearly.

Words are compared as stems. Two claims are nearly identical if at least four fifths of all their
words are common (Jaccard). Candidates are found by prefix filtering: in any fixed order of words,
two sets that are so alike share a word among the first n − ⌈0.8·n⌉ + 1 of each. So the index needs
only two look-ups by exact key, in memory or in a database, and misses nothing.
"""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b

from annotation.rules.checks.findings import Finding, refuse, warn
from annotation.rules.checks.text import function_words
from campaigns.protocols.check_names import DUPLICATE
from search import analysis

LIKENESS = Fraction(4, 5)
LONGEST_QUOTE = 120


@dataclass(frozen=True, slots=True)
class KnownClaim:
    """A claim of the campaign, as an index returns it."""

    id: str
    text: str


class ClaimIndex(typing.Protocol):
    """The other claims of a campaign. Keys come from `identity_key` and `likeness_keys`."""

    def identical(self, key: str) -> Iterable[KnownClaim]:
        """Return the claims with this identity key."""

    def sharing(self, keys: Collection[str]) -> Iterable[KnownClaim]:
        """Return the claims with at least one of these likeness keys, each once."""


def identity_key(text: str) -> str:
    """Return a key that is equal for claims with the same words.

    Case, accents, punctuation and spaces make no difference.
    """
    return _identity(analysis.plain_tokens(text))


def likeness_keys(text: str) -> list[str]:
    """Return the words under which a claim is filed and looked up."""
    return _prefix(set(analysis.stems(text)))


def _identity(plain: list[str]) -> str:
    return blake2b(" ".join(plain).encode(), digest_size=16).hexdigest()


def _prefix(stems: set[str]) -> list[str]:
    shared = -(-len(stems) * LIKENESS.numerator // LIKENESS.denominator)
    return sorted(stems, key=_rarity)[: len(stems) - shared + 1] if stems else []


@lru_cache(maxsize=200_000)
def _rarity(stem: str) -> tuple[bool, bool, int, str]:
    # Any order is right; this one puts words first that few claims share: numbers, long words.
    return (stem in function_words(), not stem[:1].isdigit(), -len(stem), stem)


def likeness(first: set[str], second: set[str]) -> Fraction:
    """Return the share of common words among all words of both."""
    return Fraction(len(first & second), len(first | second) or 1)


def check_duplicate(
    text: str, index: ClaimIndex, *, but_not: Collection[str] = frozenset()
) -> list[Finding]:
    """Refuse a claim that the campaign has already, and warn of one that it nearly has.

    `but_not`: ids of the claim itself and of those that it openly builds on.
    """
    stems = set(analysis.stems(text))
    if not stems:
        return []
    for known in index.identical(identity_key(text)):
        if known.id not in but_not:
            return [refuse(DUPLICATE, "identical", claim=known.text, id=known.id)]
    nearest: tuple[Fraction, str, KnownClaim] | None = None
    for known in index.sharing(_prefix(stems)):
        if known.id in but_not:
            continue
        alike = likeness(stems, set(analysis.stems(known.text)))
        if alike >= LIKENESS and (nearest is None or (alike, known.id) > nearest[:2]):
            nearest = (alike, known.id, known)
    if nearest is None:
        return []
    known = nearest[2]
    # The message has a full stop of its own.
    whole = known.text.removesuffix(".")
    quote = whole if len(whole) <= LONGEST_QUOTE else whole[:LONGEST_QUOTE] + "…"
    return [warn(DUPLICATE, "nearly_identical", claim=quote, id=known.id)]


class MemoryIndex:
    """A `ClaimIndex` in memory."""

    def __init__(self, claims: Iterable[KnownClaim] = ()) -> None:
        self._by_identity: defaultdict[str, list[KnownClaim]] = defaultdict(list)
        self._by_likeness: defaultdict[str, list[KnownClaim]] = defaultdict(list)
        for claim in claims:
            self.add(claim)

    def add(self, claim: KnownClaim) -> None:
        plain, stems = analysis.analyse(claim.text)
        self._by_identity[_identity(plain)].append(claim)
        for key in _prefix(set(stems)):
            self._by_likeness[key].append(claim)

    def identical(self, key: str) -> Iterable[KnownClaim]:
        return self._by_identity.get(key, ())

    def sharing(self, keys: Collection[str]) -> Iterable[KnownClaim]:
        found = {claim.id: claim for key in keys for claim in self._by_likeness.get(key, ())}
        return found.values()
