"""The alignment of a claim with evidence: where each word of the claim is found, and how well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.text.quantities import Quantity, quantities_of
from verifier.text.tokens import TextWord, sentence_starts, words_of

# A word's share of a match: the stem is the same, or only the beginning is.
SAME, SIMILAR = 1.0, 0.7
_PREFIX = 5
_NAME_PREFIX = 4

Rarity = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class WordRange:
    """A half-open range of words."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text's words, quantities and sentences, with the places of each stem."""

    words: list[TextWord]
    quantities: list[Quantity]
    starts: list[int]
    places: dict[str, list[int]]
    prefixes: dict[str, list[int]]
    # The places that a quantity covers.
    counted: frozenset[int]

    def stem_at(self, place: int) -> str:
        """Return the stem at a place, or nothing beyond the end."""
        return self.words[place].stem if place < len(self.words) else ""


def read_text(text: str) -> ReadText:
    """Read a text once, for all that is compared with it."""
    words = words_of(text)
    places: dict[str, list[int]] = {}
    prefixes: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        places.setdefault(word.stem, []).append(place)
        if word.has_content and not word.is_figure:
            for size in (_NAME_PREFIX, _PREFIX):
                if len(word.text) >= size:
                    prefixes.setdefault(word.text[:size], []).append(place)
    quantities = quantities_of(words)
    return ReadText(
        words=words,
        quantities=quantities,
        starts=sentence_starts(words),
        places=places,
        prefixes=prefixes,
        counted=frozenset(at for one in quantities for at in range(one.start, one.end)),
    )


@dataclass(frozen=True, slots=True)
class Alignment:
    """For each word of the claim: the strength of its match, and its place in the evidence."""

    claim: ReadText
    evidence: ReadText
    strengths: list[float]
    found: list[int]
    rarities: list[float]
    # The places of the claim's content words outside quantities, and those that are not found.
    content: list[int]
    missing: list[int]


def align(claim: ReadText, evidence: ReadText, rarity: Rarity) -> Alignment:
    """Align a claim with evidence: of several places of a word, the one nearest to the last."""
    strengths: list[float] = []
    found: list[int] = []
    rarities: list[float] = []
    expected = 0
    for word in claim.words:
        places, strength = _candidates(word, evidence)
        place = _nearest(places, expected)
        if place >= 0 and word.has_content:
            expected = place + 1
        strengths.append(strength if place >= 0 else 0.0)
        found.append(place)
        rarities.append(rarity(word.stem) if word.has_content else 0.0)
    content = [
        place
        for place, word in enumerate(claim.words)
        if word.has_content and place not in claim.counted
    ]
    missing = [place for place in content if found[place] < 0]
    return Alignment(claim, evidence, strengths, found, rarities, content, missing)


def _candidates(word: TextWord, evidence: ReadText) -> tuple[Sequence[int], float]:
    same = evidence.places.get(word.stem)
    if same:
        return same, SAME
    if word.has_content and not word.is_figure:
        size = _NAME_PREFIX if word.is_name else _PREFIX
        if len(word.text) >= size:
            similar = evidence.prefixes.get(word.text[:size])
            if similar:
                return similar, SIMILAR
    return (), 0.0


def _nearest(places: Sequence[int], expected: int) -> int:
    if not places:
        return -1
    if len(places) == 1:
        return places[0]
    # A place ahead is preferred to one behind.
    return min(places, key=lambda at: (at - expected) if at >= expected else 2 * (expected - at))
