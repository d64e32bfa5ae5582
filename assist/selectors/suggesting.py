"""Evidence that the verifier suggests for a claim. Imports NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from assist.selectors.corpus_source import CorpusSource
from assist.selectors.loaded import NoModelError, verifier_in_use
from search import SearchError
from verifier.combination import ClaimJudgement
from verifier.retrieval.retriever import retrieve
from verifier.text.model import NOT_ENOUGH, likeliest_label
from wiki.models import Corpus

# Of one table: what a program touched is shown to be looked at, not to be taken as a whole.
MOST_CELLS = 6
SECONDS_KEPT = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class MachineChoice:
    """Elements by page and address, each with its confidence; `provider` is the model's name."""

    provider: str
    elements: tuple[tuple[str, str, float], ...]


def suggest_elements(*, corpus: Corpus, claim: str) -> MachineChoice | None:
    """Return the sentences and cells to look at, best first; None if no model can be asked."""
    try:
        version, verifier = verifier_in_use()
        # A reload gets the same; a changed claim or another model do not.
        key = f"suggested:{version.public_id}:{corpus.pk}:{sha256(claim.encode()).hexdigest()}"
        elements = cache.get(key)
        if elements is None:
            source = CorpusSource(corpus, claim)
            found = retrieve(claim, source, ranker=verifier.ranker)
            elements = _best_first(verifier.judge(claim, found))
            cache.set(key, elements, SECONDS_KEPT)
    except (NoModelError, SearchError):
        return None
    return MachineChoice(f"verifier {version.number}", elements)


def _best_first(judged: ClaimJudgement) -> tuple[tuple[str, str, float], ...]:
    """Return the elements of what says something about the claim."""
    telling = [one for one in judged.opinions if likeliest_label(one.probabilities) != NOT_ENOUGH]
    telling.sort(key=lambda opinion: opinion.probabilities[NOT_ENOUGH])
    return tuple(
        (opinion.page, address, 1 - opinion.probabilities[NOT_ENOUGH])
        for opinion in telling
        for address in opinion.addresses[: MOST_CELLS if opinion.english else None]
    )
