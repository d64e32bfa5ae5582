"""The report on bias: what the words, the design and the place of evidence say about verdicts.

Pure. A claim's verdict is that of the verification that counts; where there is none yet, the one
that its author intended, and the result says how many are of which sort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from metrics.dependence import (
    LEAST_ITEMS,
    Association,
    LabelledItem,
    associations,
    conditional_correlation,
    coverage,
)
from metrics.estimates import share
from metrics.ngrams import ngrams_up_to
from metrics.probes import ProbeResult, probe_lengths, probe_texts
from metrics.weights import balancing_weights
from quality.measuring.columns import CELLS, CampaignData, MeasuredClaim, SetKind
from quality.measuring.results import (
    AssociationFigures,
    BiasResult,
    CoverageFigures,
    ProbeFigures,
    ReportFigure,
    WeightFigures,
    figure,
    share_figure,
)
from quality.measuring.sections import Ticker
from wiki.parsing.addresses import parse

# The n-grams that are stored of each verdict.
STORED_NGRAMS = 50
STORED_WORDS = 20
RANKS = (10, 20, 50, 100, 200, 500, 1000)
# Evidence is late if it is after this sentence, row or item of its page.
LATE = 20
# Classes of tables by their rows: the first row count that is no longer in the class.
TABLE_CLASSES = (("up_to_10", 11), ("11_to_20", 21), ("over_20", 10**9))


@dataclass(frozen=True, slots=True)
class _LabelledClaim:
    claim: MeasuredClaim
    verdict: str
    # The version that counts; none if the verdict is only intended.
    version: int | None


def measure_bias(
    data: CampaignData,
    *,
    evidence_texts: Mapping[int, str],
    tick: Ticker,
    seed: int = 0,
) -> BiasResult:
    """Return all figures on bias. `evidence_texts` has the text of the evidence by version."""
    tick("words")
    labelled = _labelled(data)
    grams = _Grams(labelled)
    found = associations(grams.items(longest=2))
    ranked = _ranked_bigrams(found)
    tick("factors")
    factors = _factors(data, labelled)
    words = _words(labelled)
    tick("probes")
    probes = _probes(data, labelled, evidence_texts, seed)
    tick("weights")
    return BiasResult(
        claims=len(labelled),
        verified=sum(one.version is not None for one in labelled),
        intended=sum(one.version is None for one in labelled),
        verdicts=dict(Counter(one.verdict for one in labelled)),
        ngrams=tuple(_stored(found)),
        ngrams_tested=len({one.feature for one in found}),
        ngrams_found=sum(one.is_found and one.lmi > 0 for one in found),
        coverage=_coverage(grams, ranked),
        halves=_halves(labelled, grams, ranked),
        factors=factors,
        words=words,
        first_half=_first_half(data, labelled),
        probes=probes,
        weights=_weights(grams, labelled, seed),
    )


def _labelled(data: CampaignData) -> list[_LabelledClaim]:
    verdicts = {row.version: row.verdict for row in data.verifications}
    labelled = []
    for claim in data.claims:
        version = data.counting.get(claim.pk)
        verdict = verdicts[version] if version is not None else claim.intended
        if verdict:
            labelled.append(_LabelledClaim(claim, verdict, version))
    return labelled


# --- words ---------------------------------------------------------------------------------------
class _Grams:
    """The n-grams of claims that are frequent enough to be tested, each text kept once."""

    def __init__(self, labelled: Sequence[_LabelledClaim]) -> None:
        self._labelled = labelled
        counts = Counter[str]()
        for row in labelled:
            counts.update(ngrams_up_to(row.claim.text, 2))
        self._kept = {gram: gram for gram, count in counts.items() if count >= LEAST_ITEMS}

    def items(self, *, longest: int) -> Iterator[LabelledItem]:
        """Yield the n-grams of each claim with its verdict."""
        for row in self._labelled:
            yield self._of(row.claim.text, longest), row.verdict

    def bigrams(self) -> list[LabelledItem]:
        """Return the bigrams of each claim with its verdict."""
        return [
            (tuple(gram for gram in grams if " " in gram), verdict)
            for grams, verdict in self.items(longest=2)
        ]

    def _of(self, text: str, longest: int) -> tuple[str, ...]:
        kept = self._kept
        return tuple(kept[gram] for gram in ngrams_up_to(text, longest) if gram in kept)


def _stored(found: Sequence[Association]) -> Iterator[AssociationFigures]:
    """Yield the strongest n-grams of each verdict, by falling LMI."""
    stored = Counter[str]()
    for pair in found:
        if pair.lmi > 0 and stored[pair.label] < STORED_NGRAMS:
            stored[pair.label] += 1
            yield _association(pair)


def _association(pair: Association) -> AssociationFigures:
    return AssociationFigures(
        feature=pair.feature,
        label=pair.label,
        together=pair.together,
        npmi=figure(pair.npmi),
        lmi=pair.lmi,
        conditional=ReportFigure(
            pair.conditional.value,
            pair.conditional.low,
            pair.conditional.high,
            numerator=pair.together,
            items=pair.feature_items,
        ),
        adjusted=pair.adjusted,
        is_found=pair.is_found,
    )


def _ranked_bigrams(found: Iterable[Association]) -> dict[str, list[str]]:
    """Return the bigrams of each verdict by falling LMI, as many as the last rank."""
    ranked: dict[str, list[str]] = {}
    for pair in found:
        mine = ranked.setdefault(pair.label, [])
        if " " in pair.feature and pair.lmi > 0 and len(mine) < RANKS[-1]:
            mine.append(pair.feature)
    return ranked


def _coverage(grams: _Grams, ranked: Mapping[str, Sequence[str]]) -> tuple[CoverageFigures, ...]:
    items = grams.bigrams()
    covered = (coverage(items, mine, label, RANKS) for label, mine in sorted(ranked.items()))
    return tuple(CoverageFigures(one.label, one.items, one.ranks, one.shares) for one in covered)


def _halves(
    labelled: Sequence[_LabelledClaim], grams: _Grams, ranked: Mapping[str, Sequence[str]]
) -> dict[str, ReportFigure]:
    """Return how alike p(verdict | bigram) is in two halves of the groups of claims."""
    halves: tuple[list[LabelledItem], list[LabelledItem]] = ([], [])
    for row, item in zip(labelled, grams.bigrams(), strict=True):
        digest = blake2b(str(row.claim.group).encode(), digest_size=1).digest()
        halves[digest[0] & 1].append(item)
    first, second = (_conditionals(half) for half in halves)
    return {
        label: figure(
            conditional_correlation(
                {name: first[label, name] for name in mine if (label, name) in first},
                {name: second[label, name] for name in mine if (label, name) in second},
            )
        )
        for label, mine in sorted(ranked.items())
    }


def _conditionals(items: Iterable[LabelledItem]) -> dict[tuple[str, str], float]:
    totals, pairs = Counter[str](), Counter[tuple[str, str]]()
    labels = set()
    for features, label in items:
        labels.add(label)
        totals.update(features)
        pairs.update((label, feature) for feature in features)
    return {
        (label, feature): pairs[label, feature] / count
        for feature, count in totals.items()
        if count >= LEAST_ITEMS
        for label in labels
    }


def _words(labelled: Sequence[_LabelledClaim]) -> dict[str, tuple[AssociationFigures, ...]]:
    """Return the words that go with claim types and mutations beyond chance."""
    labels = {
        "slot": [one.claim.slot for one in labelled],
        "mutation": [one.claim.prescribed.get("mutation", "") for one in labelled],
    }
    found = {}
    for name, of_claims in labels.items():
        measured = associations(
            (ngrams_up_to(one.claim.text, 1), label)
            for one, label in zip(labelled, of_claims, strict=True)
            if label
        )
        strongest = [one for one in measured if one.is_found and one.lmi > 0][:STORED_WORDS]
        if strongest:
            found[name] = tuple(map(_association, strongest))
    return found


# --- factors -------------------------------------------------------------------------------------
def _factors(
    data: CampaignData, labelled: Sequence[_LabelledClaim]
) -> dict[str, tuple[AssociationFigures, ...]]:
    challenges = {row.version: row.challenge for row in data.verifications}
    items: dict[str, list[LabelledItem]] = {
        "slot": [([one.claim.slot], one.verdict) for one in labelled],
        "source": [([one.claim.source], one.verdict) for one in labelled if one.claim.source],
        "mutation": [
            ([one.claim.prescribed["mutation"]], one.verdict)
            for one in labelled
            if one.claim.prescribed.get("mutation")
        ],
        "challenge": [
            ([challenges[one.version]], one.verdict)
            for one in labelled
            if one.version is not None and challenges[one.version]
        ],
        "evidence_kind": [
            ([data.evidence_kind(one.version)], one.verdict)
            for one in labelled
            if one.version is not None
        ],
        "evidence_place": [
            (_places(data, one.version), one.verdict) for one in labelled if one.version is not None
        ],
    }
    measured = {name: associations(rows) for name, rows in items.items()}
    return {name: tuple(map(_association, rows)) for name, rows in measured.items() if rows}


def _places(data: CampaignData, version: int) -> Collection[str]:
    """Return where the evidence is on its pages."""
    places = set()
    for code in {code for codes in data.sets_of(version) for code in codes}:
        address = parse(data.elements.addresses[code])
        # The first sentence of a page, its first table or its first list.
        if address.numbers[0] == 0:
            places.add("first")
        if address.position > LATE:
            places.add("late")
        half = _half(data, code)
        if half:
            places.add(half)
    return places


def _half(data: CampaignData, code: int) -> str:
    """Return the half of the table that a cell is in; empty for other elements."""
    address = parse(data.elements.addresses[code])
    if address.kind not in CELLS:
        return ""
    size = data.elements.table_sizes.get((data.elements.pages[code], address.numbers[0]))
    if size is None:
        return ""
    return "first_half" if 2 * address.numbers[1] < size[0] else "second_half"


def _first_half(data: CampaignData, labelled: Sequence[_LabelledClaim]) -> dict[str, ReportFigure]:
    """Return the share of cells in the first half of their table, by its number of rows."""
    counts = Counter[tuple[str, str]]()
    for row in labelled:
        if row.version is None:
            continue
        for code in {code for codes in data.sets_of(row.version) for code in codes}:
            half = _half(data, code)
            if half:
                table = parse(data.elements.addresses[code]).numbers[0]
                rows, _columns = data.elements.table_sizes[data.elements.pages[code], table]
                name = next(name for name, end in TABLE_CLASSES if rows < end)
                counts[name, half] += 1
    found = {}
    for name, _end in TABLE_CLASSES:
        first, second = counts[name, "first_half"], counts[name, "second_half"]
        if first + second:
            found[name] = share_figure(share(first, first + second))
    return found


# --- probes --------------------------------------------------------------------------------------
def _probes(
    data: CampaignData,
    labelled: Sequence[_LabelledClaim],
    evidence_texts: Mapping[int, str],
    seed: int,
) -> dict[str, ProbeFigures]:
    texts = [one.claim.text for one in labelled]
    verdicts = [one.verdict for one in labelled]
    groups = [one.claim.group for one in labelled]
    judged = [one for one in labelled if one.version is not None]
    kinds = [data.evidence_kind(one.version) for one in judged if one.version is not None]
    with_kind = [place for place, kind in enumerate(kinds) if kind is not SetKind.NONE]
    with_text = [one for one in judged if evidence_texts.get(one.version or 0)]
    return {
        "claim_verdict": _probe(probe_texts(texts, verdicts, groups, seed=seed)),
        "claim_evidence_kind": _probe(
            probe_texts(
                [judged[place].claim.text for place in with_kind],
                [kinds[place].value for place in with_kind],
                [judged[place].claim.group for place in with_kind],
                seed=seed,
            )
        ),
        "evidence_verdict": _probe(
            probe_texts(
                [evidence_texts[one.version or 0] for one in with_text],
                [one.verdict for one in with_text],
                [one.claim.group for one in with_text],
                seed=seed,
            )
        ),
        "length_verdict": _probe(probe_lengths(texts, verdicts, groups, seed=seed)),
    }


def _probe(found: ProbeResult) -> ProbeFigures:
    return ProbeFigures(
        share_figure(found.accuracy),
        share_figure(found.majority),
        figure(found.lift),
        found.is_biased,
    )


def _weights(grams: _Grams, labelled: Sequence[_LabelledClaim], seed: int) -> WeightFigures:
    verdicts = [one.verdict for one in labelled]
    balanced = balancing_weights([features for features, _ in grams.bigrams()], verdicts)
    probe = probe_texts(
        [one.claim.text for one in labelled],
        verdicts,
        [one.claim.group for one in labelled],
        seed=seed,
        weights=balanced.alphas,
    )
    return WeightFigures(
        ngrams=balanced.ngrams,
        before=balanced.before,
        after=balanced.after,
        mean_bias_before=balanced.mean_bias_before,
        mean_bias_after=balanced.mean_bias_after,
        probe=_probe(probe),
    )
