"""Pairs that are not enough: evidence with a sentence removed, or evidence about something else.

FEVEROUS removes a sentence from complete evidence; FEVER gives claims without evidence a sentence
of the nearest page, or one at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random

from verifier.text.alignment import read_text
from verifier.text.model import NOT_ENOUGH
from verifier.text.rarities import Rarities, count_rarities
from verifier.text.titles import with_titles


class Sampling(StrEnum):
    """The ways to find evidence for claims that have none."""

    NEAREST = "nearest"
    RANDOM = "random"


class NoEvidenceError(ValueError):
    """Claims without evidence are to be given some, and no pair has any."""


@dataclass(frozen=True, slots=True)
class TextExample:
    """A claim with its evidence, sentence by sentence, and its label."""

    claim: str
    evidence: tuple[str, ...]
    label: str
    page: str = ""
    weight: float = 1.0
    # The page of each sentence, if its title is to be read before the first of them.
    titles: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the evidence as one text."""
        return with_titles(self.titled)

    @property
    def titled(self) -> tuple[tuple[str, str], ...]:
        """Return each sentence after its title, which may be empty."""
        titles = self.titles or ("",) * len(self.evidence)
        return tuple(zip(titles, self.evidence, strict=True))


def remove_evidence(examples: Iterable[TextExample], *, seed: int) -> list[TextExample]:
    """Return a pair that is not enough for each that needs more than one sentence."""
    made: list[TextExample] = []
    for example in examples:
        if example.label == NOT_ENOUGH or len(example.evidence) < 2:
            continue
        removed = _random(seed, example).randrange(len(example.evidence))
        rest = (*example.titled[:removed], *example.titled[removed + 1 :])
        made.append(replace(_with_evidence(example, rest), label=NOT_ENOUGH))
    return made


def give_evidence(
    examples: Sequence[TextExample], *, how: Sampling, seed: int
) -> list[TextExample]:
    """Give a sentence of other pairs to each example that has none."""
    sentences = _sentences_by_page(examples)
    if not sentences:
        raise NoEvidenceError
    pages = sorted(sentences)
    nearest = _Nearest(sentences) if how == Sampling.NEAREST else None
    given: list[TextExample] = []
    for example in examples:
        if example.evidence:
            given.append(example)
            continue
        random = _random(seed, example)
        page = nearest.page(example.claim) if nearest else random.choice(pages)
        given.append(_with_evidence(example, [random.choice(sentences[page])]))
    return given


def _with_evidence(example: TextExample, titled: Sequence[tuple[str, str]]) -> TextExample:
    titles = tuple(title for title, _ in titled)
    return replace(
        example,
        evidence=tuple(text for _, text in titled),
        titles=titles if any(titles) else (),
    )


def _random(seed: int, example: TextExample) -> Random:
    # By the example itself, so that the order of the lines does not matter.
    return Random(f"{seed}/{example.claim}/{example.text}")  # noqa: S311 - no secret


def _sentences_by_page(examples: Iterable[TextExample]) -> dict[str, list[tuple[str, str]]]:
    """Return the sentences of all pairs, each after its title."""
    found: dict[str, set[tuple[str, str]]] = {}
    for example in examples:
        for title, sentence in example.titled:
            found.setdefault(example.page or sentence, set()).add((title, sentence))
    return {page: sorted(sentences) for page, sentences in found.items()}


class _Nearest:
    """An index from stems to the pages whose title or evidence has them."""

    def __init__(self, sentences: dict[str, list[tuple[str, str]]]) -> None:
        self._pages = sorted(sentences)
        texts = [
            read_text(" . ".join((page, *(text for _, text in sentences[page]))))
            for page in self._pages
        ]
        self._rarities: Rarities = count_rarities(texts)
        self._places: dict[str, list[int]] = {}
        self._sizes = [max(1, len(text.places)) ** 0.5 for text in texts]
        for number, text in enumerate(texts):
            for stem in text.places:
                self._places.setdefault(stem, []).append(number)

    def page(self, claim: str) -> str:
        """Return the page that shares the rarest words with a claim."""
        rarity = lru_cache(maxsize=None)(self._rarities.of)
        scores: dict[int, float] = {}
        for stem in {word.stem: None for word in read_text(claim).words if word.has_content}:
            for number in self._places.get(stem, ()):
                scores[number] = scores.get(number, 0.0) + rarity(stem) / self._sizes[number]
        best = max(scores, key=lambda number: (scores[number], -number), default=0)
        return self._pages[best]
