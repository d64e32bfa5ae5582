"""Features of a pair for the boosted trees, and pairs of words for the linear model.

All of them compare the claim with the evidence. None is an n-gram of the claim alone, so that the
verdict cannot be guessed from how claims of one label are worded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from verifier.arrays import Reals, Wholes
from verifier.text.alignment import Alignment, Rarity, ReadText, align
from verifier.text.comparisons import (
    COMPARISON_FEATURES,
    QuantityComparison,
    compare_quantities,
    comparison_features,
)
from verifier.text.coverage import COVERAGE_FEATURES, best_sentence, coverage_features
from verifier.text.tokens import TextWord
from verifier.text.turns import TURN_FEATURES, is_denied, turn_features

_SITE_FEATURES = ("sites", "sites_share", "site_names", "site_others")
PAIR_FEATURES = (*COVERAGE_FEATURES, *COMPARISON_FEATURES, *TURN_FEATURES, *_SITE_FEATURES)
# Pairs of words are told apart by a hash of this many values.
BUCKETS = 2**18
# Missing words of the claim, and words of the evidence that the claim lacks, at most.
_MOST_MISSING = 8
_MOST_FREE = 40
_SITE_REACH = 4
_DENIAL_SCOPE = 3


@dataclass(frozen=True, slots=True)
class PairFeatures:
    """The features of a pair: the dense ones, and the buckets of its word pairs with weights."""

    dense: Reals
    buckets: Wholes
    weights: Reals


@dataclass(frozen=True, slots=True)
class _Site:
    """A missing word of the claim, and the words that the evidence has in its place."""

    missing: TextWord
    others: list[TextWord]


def pair_features(claim: ReadText, evidence: ReadText, rarity: Rarity) -> PairFeatures:
    """Return the features of a claim beside its evidence."""
    alignment = align(claim, evidence, rarity)
    sentence, held = best_sentence(alignment)
    compared = compare_quantities(alignment, sentence)
    sites = list(_sites(alignment))
    dense = np.array(
        [
            *coverage_features(alignment, held),
            *comparison_features(alignment, compared),
            *turn_features(alignment, sentence),
            *_site_features(sites),
        ],
        dtype=np.float64,
    )
    signs = _word_pairs(alignment, sites)
    signs.update(_quantity_signs(compared))
    buckets: dict[int, float] = {}
    for sign, weight in signs.items():
        bucket = bucket_of(sign)
        buckets[bucket] = buckets.get(bucket, 0.0) + weight
    return PairFeatures(
        dense=dense,
        buckets=np.array(list(buckets), dtype=np.int32),
        weights=np.array(list(buckets.values())),
    )


def bucket_of(text: str) -> int:
    """Return the hash of a text, the same in every process."""
    return crc32(text.encode("utf-8", "surrogatepass")) % BUCKETS


def _sites(alignment: Alignment) -> Iterator[_Site]:
    words, told = alignment.claim.words, alignment.evidence.words
    stems = {word.stem for word in words}
    for at in alignment.missing:
        before = next(
            (alignment.found[one] for one in range(at - 1, -1, -1) if _is_anchor(alignment, one)),
            None,
        )
        after = next(
            (
                alignment.found[one]
                for one in range(at + 1, len(words))
                if _is_anchor(alignment, one)
            ),
            None,
        )
        places: dict[int, None] = {}
        if before is not None:
            places.update(dict.fromkeys(range(before + 1, before + 1 + _SITE_REACH)))
        if after is not None:
            places.update(dict.fromkeys(range(max(0, after - _SITE_REACH), after)))
        others = [
            told[place]
            for place in places
            if place < len(told) and told[place].has_content and told[place].stem not in stems
        ]
        yield _Site(words[at], others)


def _is_anchor(alignment: Alignment, at: int) -> bool:
    return alignment.found[at] >= 0 and alignment.claim.words[at].is_word


def _site_features(sites: list[_Site]) -> list[float]:
    filled = [site for site in sites if site.others]
    return [
        len(filled),
        len(filled) / len(sites) if sites else -1.0,
        sum(site.missing.is_name and any(one.is_name for one in site.others) for site in filled),
        sum(not site.missing.is_name for site in filled),
    ]


def _word_pairs(alignment: Alignment, sites: list[_Site]) -> dict[str, float]:
    """Return the missing words, alone and beside what the evidence has instead."""
    claim, evidence = alignment.claim, alignment.evidence
    stems = {word.stem for word in claim.words}
    free = list(
        dict.fromkeys(
            word.stem
            for at, word in enumerate(evidence.words)
            if word.has_content and word.stem not in stems and at not in evidence.counted
        )
    )[:_MOST_FREE]
    signs: dict[str, float] = {}
    rarest = sorted(alignment.missing, key=lambda at: -alignment.rarities[at])
    for at in rarest[:_MOST_MISSING]:
        missing = claim.words[at].stem
        signs[f"m:{missing}"] = 1.0
        for other in free:
            signs[f"c:{missing}>{other}"] = 0.3
    for site in sites:
        for word in site.others:
            signs[f"s:{site.missing.stem}>{word.stem}"] = 1.0
    signs.update(_neighbour_signs(alignment))
    return signs


def _neighbour_signs(alignment: Alignment) -> dict[str, float]:
    """Return signs of words found: denied on one side, or with other words beside them."""
    words, told = alignment.claim.words, alignment.evidence.words
    claim_texts = {word.text for word in words}
    told_texts = {word.text for word in told}
    signs: dict[str, float] = {}
    for at, word in enumerate(words):
        place = alignment.found[at]
        if not word.has_content or place < 0:
            continue
        if is_denied(words, at, _DENIAL_SCOPE) and not is_denied(told, place, _DENIAL_SCOPE):
            signs["n:"] = 1.0
            signs[f"n:{word.stem}"] = 1.0
        for side in (-1, 1):
            beside = place + side
            if 0 <= beside < len(told) and beside not in alignment.evidence.counted:
                other = told[beside]
                if other.is_word and other.text not in claim_texts:
                    signs[f"x{side}:{other.stem}"] = 0.5
        if at and place and words[at - 1].is_word and words[at - 1].text not in told_texts:
            signs[f"f:{words[at - 1].text}>{told[place - 1].text}"] = 0.7
    return signs


def _quantity_signs(compared: list[QuantityComparison]) -> dict[str, float]:
    signs: dict[str, float] = {}
    for comparison in compared:
        signs[
            f"q:{comparison.claimed.operator:d}:{comparison.told.operator:d}:{comparison.relation}"
        ] = 1.0
        signs[f"k:{comparison.claimed.kind:d}:{comparison.relation}"] = 1.0
    return signs
