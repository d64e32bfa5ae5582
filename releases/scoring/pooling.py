"""Pooling predicted evidence: what lies outside the gold sets, sampled among known gold.

The predictions of each system are read beside the gold, both by the ids of claims. Of the pool
only the sets with the lowest ranks are kept, so that it may be large. The same set of two systems
is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from annotation.rules.ranking import rank_of
from annotation.rules.verifying.elements import (
    ElementReference,
    in_reading_order,
    kind_at,
    sections_of,
)
from annotation.selectors.verifying.elements import LoadedPage, read_pages
from campaigns.protocols.enums import Look
from campaigns.protocols.judging import EvidenceRule
from campaigns.selectors.protocols import protocol_of
from jobs.runs import Run
from releases.dataset.rules.pooled_evidence import (
    ElementPlace,
    ElementPlaces,
    digest_of,
    filled_up,
    first_elements,
    is_outside,
)
from releases.dataset.rules.records import Record
from releases.formats.labels import NOT_ENOUGH
from releases.models import EvidenceCheck, PooledSet, ReleaseItem
from releases.scoring.gold import gold_of
from releases.selectors.facts import corpus_of
from releases.selectors.systems import System
from releases.storage.kept_predictions import KeptPrediction
from wiki.models import Corpus
from wiki.selectors.pages import resolve_titles

_REPORT_EVERY = 500
# Of some sets no element is in the corpus: more are kept than are asked for.
_SPARE = 50

T = TypeVar("T")


@dataclass(slots=True)
class _LowestRanks(Generic[T]):
    """The candidates with the lowest ranks; equal ranks are the same candidate."""

    limit: int
    offered: set[int] = field(default_factory=set)
    _kept: dict[int, T] = field(default_factory=dict)

    def offer(self, rank: int, candidate: T) -> None:
        if rank in self.offered:
            return
        self.offered.add(rank)
        self._kept[rank] = candidate
        if len(self._kept) > 2 * self.limit:
            self._kept = dict(self._lowest())

    def in_order(self) -> list[T]:
        return [candidate for _, candidate in self._lowest()]

    def _lowest(self) -> list[tuple[int, T]]:
        return sorted(self._kept.items(), key=lambda kept: kept[0])[: self.limit]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A claim with its gold sets, and what a system predicted for it."""

    record: int
    sets: tuple[ElementPlaces, ...]
    predicted: ElementPlaces


@dataclass(frozen=True, slots=True)
class _ChosenSet:
    """A set to judge."""

    record: int
    pieces: ElementPlaces
    is_gold: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """The sets to judge, by lot, and how many there were outside the gold."""

    sets: Sequence[PooledSet]
    pooled: int


def draw_pool(*, check: EvidenceCheck, systems: Sequence[System], run: Run) -> Pool:
    """Return the sets of a check. Raise FileNotFoundError where predictions are kept no longer."""
    predicted = _LowestRanks[_Candidate](2 * check.size + _SPARE)
    known = _LowestRanks[_Candidate](2 * check.size + _SPARE)
    for system in systems:
        for number, candidate in enumerate(_candidates(check, system)):
            if number % _REPORT_EVERY == 0:
                run.stop_if_cancelled()
                run.progress(number, None, _("Pooling %(system)s") % {"system": system.name})
            known.offer(rank_of(check.seed, "gold", candidate.record), candidate)
            if is_outside(candidate.predicted, candidate.sets):
                digest = digest_of(candidate.predicted)
                rank = rank_of(check.seed, "predicted", candidate.record, digest)
                predicted.offer(rank, candidate)
    chosen = _choose(check, predicted.in_order(), known.in_order(), run)
    return Pool(_rows(check, chosen), len(predicted.offered))


def _candidates(check: EvidenceCheck, system: System) -> Iterator[_Candidate]:
    """Yield the claims of a system's part whose evidence can be sufficient."""
    for record, prediction in side_by_side(gold_of(check.release, system.part), system):
        sets = tuple(
            tuple((piece.page, piece.address) for piece in pieces) for pieces in record.sets
        )
        if sets and record.verdict != NOT_ENOUGH:
            yield _Candidate(record.id, sets, first_elements(prediction.evidence))


def side_by_side(
    records: Iterator[Record], system: System
) -> Iterator[tuple[Record, KeptPrediction]]:
    """Yield the claims for which a system has a prediction, with it; both come by their ids."""
    predictions = system.predictions()
    prediction = next(predictions, None)
    for record in records:
        while prediction is not None and prediction.record < record.id:
            prediction = next(predictions, None)
        if prediction is None:
            return
        if prediction.record == record.id:
            yield record, prediction


def _choose(
    check: EvidenceCheck, predicted: Sequence[_Candidate], known: Sequence[_Candidate], run: Run
) -> list[_ChosenSet]:
    """Return predicted sets, then known gold in proportion to them, never of the same claims."""
    pages = _CorpusElements(corpus_of(check.release), protocol_of(check.release.campaign).evidence)
    wanted = check.size - check.size * check.gold_percent // 100
    chosen: list[_ChosenSet] = []
    for candidate in predicted:
        if len(chosen) >= wanted:
            break
        run.stop_if_cancelled()
        run.progress(len(chosen), check.size, _("Choosing sets"))
        pieces = pages.existing(candidate.predicted)
        # Two titles may lead to one page.
        if is_outside(pieces, map(pages.existing, candidate.sets)):
            chosen.append(_ChosenSet(candidate.record, pieces, is_gold=False))
    records = {each.record for each in chosen}
    more = len(chosen) * check.gold_percent // (100 - check.gold_percent)
    for candidate in known if more else ():
        if candidate.record in records:
            continue
        run.stop_if_cancelled()
        gold = [pieces for pieces in candidate.sets if len(pages.existing(pieces)) == len(pieces)]
        if gold:
            smallest = pages.existing(min(gold, key=len))
            pieces = pages.in_order(filled_up(smallest, pages.existing(candidate.predicted)))
            chosen.append(_ChosenSet(candidate.record, pieces, is_gold=True))
            more -= 1
        if not more:
            break
    return chosen


def _rows(check: EvidenceCheck, chosen: Sequence[_ChosenSet]) -> list[PooledSet]:
    items = ReleaseItem.objects.filter(
        release=check.release_id, record_id__in=[each.record for each in chosen]
    )
    keys = dict(items.values_list("record_id", "pk"))
    found: dict[tuple[int, str], PooledSet] = {}
    for each in chosen:
        digest = digest_of(each.pieces)
        found.setdefault(
            (each.record, digest),
            PooledSet(
                evidence_check=check,
                item_id=keys[each.record],
                pieces=[list(place) for place in each.pieces],
                digest=digest,
                is_gold=each.is_gold,
            ),
        )
    by_lot = sorted(found, key=lambda place: rank_of(check.seed, "place", *place))
    for position, place in enumerate(by_lot, start=1):
        found[place].position = position
    return [found[place] for place in by_lot]


class _CorpusElements:
    """The elements of a corpus that may be evidence in a design."""

    def __init__(self, corpus: Corpus, rule: EvidenceRule) -> None:
        self._corpus = corpus
        self._kinds = frozenset(rule.elements)
        self._introductions_only = rule.look is Look.INTRODUCTIONS

    def existing(self, places: Sequence[ElementPlace]) -> ElementPlaces:
        """Return those elements that are there, under the titles of their pages, in order."""
        titles = resolve_titles(self._corpus, {page for page, _ in places})
        pages = read_pages(self._corpus, set(titles.values()))
        found = {
            (titles[page], address): None
            for page, address in places
            if page in titles and self._may_be_evidence(pages, titles[page], address)
        }
        return self._in_order(tuple(found), pages)

    def in_order(self, places: ElementPlaces) -> ElementPlaces:
        """Return elements that exist by the titles of pages, then from top to bottom."""
        return self._in_order(places, read_pages(self._corpus, {page for page, _ in places}))

    def _in_order(self, places: ElementPlaces, pages: Mapping[str, LoadedPage]) -> ElementPlaces:
        documents = {title: page.document for title, page in pages.items()}
        # Whoever predicted them: their order would tell.
        references = [ElementReference(*place) for place in sorted(places)]
        return tuple((each.page, each.address) for each in in_reading_order(references, documents))

    def _may_be_evidence(self, pages: Mapping[str, LoadedPage], title: str, address: str) -> bool:
        page: Any = pages.get(title)
        if page is None or kind_at(page.document, address) not in self._kinds:
            return False
        return not (self._introductions_only and sections_of(page.document, address))
