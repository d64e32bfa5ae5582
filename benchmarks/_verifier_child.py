"""Checks claims on the demo corpus and on a generated one, with the models of a folder."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from django.db import transaction
from django.utils import timezone

import search
from assist.claim_sources import ClaimSourceKind, read_claims
from assist.selectors.checking import check_claim
from assist.selectors.corpus_source import CorpusSource
from benchmarks._search_corpus import Encyclopedia
from benchmarks._search_database import fill
from core.contributions import load_contributions
from jobs.kinds import load_kinds
from search.engines import get_engine
from tests.assist.world import store_version
from verifier.retrieval.retriever import retrieve
from verifier.retrieval.source import ReadPage
from wiki.documents import pack
from wiki.models import Corpus, Page, PageContent
from wiki.services.demo import load_demo_corpus

CLAIMS = 200
WARMING = 10
# Words of a generated claim.
WORDS = 9


def measure(models: str, pages: int) -> dict[str, dict[str, float]]:
    """Return the times of checks in milliseconds of processor time, by corpus."""
    load_contributions()
    load_kinds()
    store_version(Path(models))
    # The generated pages have the first keys.
    large = _large(pages)
    return {"large": large, "demo": _demo()}


def _demo() -> dict[str, float]:
    corpus = load_demo_corpus(now=timezone.now(), report=lambda _: None)
    search.rebuild_index(corpus=corpus)
    claims = [claim.text for claim in read_claims(ClaimSourceKind.SIMULATED, corpus.public_id)]
    return _times(corpus, claims[:: max(1, len(claims) // CLAIMS)])


def _large(pages: int) -> dict[str, float]:
    world = Encyclopedia(pages)
    corpus = fill(world, [get_engine("tantivy")])
    _say("indexed")
    dice = random.Random(21)
    numbers = {title: number for number, title in enumerate(world.titles)}
    claims = [
        f"{dice.choice(world.titles)} {' '.join(world.some(dice, WORDS))} {dice.randint(2, 2026)}."
        for _ in range(CLAIMS)
    ]
    # The rows of such a corpus have no text: the pages that a check reads get theirs.
    with transaction.atomic():
        for claim in claims:
            source = _Storing(corpus, claim, world, numbers)
            source.nearest(claim, 1)
            retrieve(claim, source)
    _say("stored what is read")
    return _times(corpus, claims)


class _Storing(CorpusSource):
    """A corpus that stores the text of every page that is asked for."""

    def __init__(
        self, corpus: Corpus, claim: str, world: Encyclopedia, numbers: dict[str, int]
    ) -> None:
        super().__init__(corpus, claim)
        self._world = world
        self._numbers = numbers
        self._stored: set[str] = set()
        self._store(self._similar.titles)

    def page(self, title: str) -> ReadPage | None:
        """Return a page whose text is stored now."""
        self._store([title])
        return super().page(title)

    def _store(self, titles: Sequence[str]) -> None:
        for title in titles:
            number = self._numbers.get(title)
            if number is None or title in self._stored:
                continue
            self._stored.add(title)
            packed = pack(self._world.page(number).document)
            PageContent.objects.get_or_create(
                digest=packed.digest, defaults={"document": packed.data, "size": packed.size}
            )
            Page.objects.filter(corpus=self._corpus, title=title).update(content_id=packed.digest)


def _times(corpus: Corpus, claims: Sequence[str]) -> dict[str, float]:
    for claim in claims[:WARMING]:
        check_claim(corpus=corpus, claim=claim)
    taken = []
    for claim in claims:
        started = time.process_time()
        check_claim(corpus=corpus, claim=claim)
        taken.append(1000 * (time.process_time() - started))
    _say(f"{corpus.name}: {len(taken)} checks")
    return {"p50": float(np.median(taken)), "p95": float(np.quantile(taken, 0.95))}


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)
