"""Coverage: how much of a claim is found in the evidence, in which order, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from verifier.text.alignment import Alignment, WordRange
from verifier.text.tokens import TextWord

COVERAGE_FEATURES = (
    "coverage", "missing", "missing_share", "missing_rarest", "missing_second", "missing_sum",
    "missing_run", "first_missing", "last_missing", "similar",
    "names", "names_missing", "names_coverage", "others_missing", "others_coverage",
    "sentence_coverage", "order", "near", "span", "bigrams", "trigrams",
    "evidence_words", "used_share", "length_ratio", "sentences",
)  # fmt: skip


def best_sentence(alignment: Alignment) -> tuple[WordRange, float]:
    """Return the evidence sentence that holds most of the claim, and the weight that it holds."""
    words = alignment.evidence.words
    weights = {alignment.claim.words[at].stem: alignment.rarities[at] for at in alignment.content}
    best, most = WordRange(0, len(words)), 0.0
    for start, end in pairwise((*alignment.evidence.starts, len(words))):
        inside = {word.stem for word in words[start:end]}
        held = sum(weight for stem, weight in weights.items() if stem in inside)
        if held > most:
            best, most = WordRange(start, end), held
    return best, most


def coverage_features(alignment: Alignment, held: float) -> list[float]:
    """Return the values of COVERAGE_FEATURES; `held` is the weight in the best sentence."""
    return [
        *_missing(alignment),
        *_names(alignment),
        held / (_weight(alignment, alignment.content) or 1.0),
        *_order(alignment),
        *_runs(alignment),
        *_sizes(alignment),
    ]


def _weight(alignment: Alignment, places: Iterable[int]) -> float:
    return sum(alignment.rarities[at] for at in places)


def _covered(alignment: Alignment, places: Sequence[int]) -> float:
    total = _weight(alignment, places)
    if not total:
        return 1.0
    return sum(alignment.rarities[at] * alignment.strengths[at] for at in places) / total


def _missing(alignment: Alignment) -> list[float]:
    content, missing = alignment.content, alignment.missing
    rarest = sorted((alignment.rarities[at] for at in missing), reverse=True)
    run = longest = 0
    for at in content:
        run = run + 1 if alignment.strengths[at] == 0 else 0
        longest = max(longest, run)
    return [
        _covered(alignment, content) if content else 0.0,
        len(missing),
        len(missing) / (len(content) or 1),
        rarest[0] if rarest else 0.0,
        rarest[1] if len(rarest) > 1 else 0.0,
        sum(rarest),
        longest,
        float(bool(content) and alignment.strengths[content[0]] == 0),
        float(bool(content) and alignment.strengths[content[-1]] == 0),
        sum(0 < alignment.strengths[at] < 1 for at in content),
    ]


def _names(alignment: Alignment) -> list[float]:
    words = alignment.claim.words
    names = [at for at in alignment.content if words[at].is_name]
    others = [at for at in alignment.content if not words[at].is_name]
    names_missing = sum(words[at].is_name for at in alignment.missing)
    return [
        len(names),
        names_missing,
        _covered(alignment, names),
        len(alignment.missing) - names_missing,
        _covered(alignment, others),
    ]


def _order(alignment: Alignment) -> list[float]:
    """Return how far the words found keep the claim's order and stay together."""
    found = [alignment.found[at] for at in alignment.content if alignment.found[at] >= 0]
    steps = max(1, len(found) - 1)
    return [
        sum(after > before for before, after in pairwise(found)) / steps,
        sum(0 < after - before <= 2 for before, after in pairwise(found)) / steps,
        (max(found) - min(found) + 1) / len(found) if found else 0.0,
    ]


def _runs(alignment: Alignment) -> list[float]:
    claim, evidence = _stems(alignment.claim.words), _stems(alignment.evidence.words)
    shares: list[float] = []
    for size in (2, 3):
        told = set(_grams(evidence, size))
        claimed = _grams(claim, size)
        shares.append(sum(gram in told for gram in claimed) / max(1, len(claimed)))
    return shares


def _stems(words: Sequence[TextWord]) -> list[str]:
    return [word.stem for word in words if word.is_word]


def _grams(stems: list[str], size: int) -> list[tuple[str, ...]]:
    return list(zip(*(stems[skipped:] for skipped in range(size)), strict=False))


def _sizes(alignment: Alignment) -> list[float]:
    content = alignment.content
    told = max(1, sum(word.has_content for word in alignment.evidence.words))
    used = len({alignment.found[at] for at in content})
    return [told, used / told, len(content) / told, len(alignment.evidence.starts)]
