"""The report on bias: what the words, the design and the place of evidence say about verdicts.

Pure. A claim's verdict is that of the verification that counts; where there is none yet, the one
that its author intended, and the result says how many are of which sort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from metrics.dependence import AssociationTable, correct_together
from metrics.probes import ProbeResult, probe_lengths, probe_texts
from metrics.weights import solve_weights
from quality.measuring.columns import CampaignData, SetKind
from quality.measuring.factors import (
    factor_values,
    first_half_shares,
    pair_tables,
    verdict_tables,
)
from quality.measuring.labelled_claims import LabelledClaim, association_figures, labelled_claims
from quality.measuring.results import (
    AssociationFigures,
    BiasResult,
    ProbeFigures,
    WeightFigures,
    figure,
    share_figure,
)
from quality.measuring.sections import Ticker
from quality.measuring.words import (
    ClaimNgrams,
    compare_halves,
    strongest_ngrams,
    strongest_words,
)

# Words and design are tested apart and share the level.
_FAMILIES = 2


class ClaimWeight(NamedTuple):
    """The balancing weight of a claim, α in the papers."""

    claim: int
    # The version whose verdict it was weighed with; 0 for the verdict that the author intended.
    version: int
    alpha: float


class MeasuredBias(NamedTuple):
    """The report on bias, and the weight of each claim, which the report only sums up."""

    result: BiasResult
    weights: list[ClaimWeight]


def measure_bias(
    data: CampaignData,
    *,
    evidence_texts: Mapping[int, str],
    tick: Ticker,
    seed: int = 0,
) -> MeasuredBias:
    """Return all figures on bias. `evidence_texts` has the text of the evidence by version."""
    tick("words")
    labelled = labelled_claims(data)
    grams = ClaimNgrams(labelled)
    words = correct_together(_word_tables(labelled, grams), families=_FAMILIES)
    ngrams = words.pop("verdict")
    halves = compare_halves(labelled, grams)
    tick("factors")
    values = factor_values(data, labelled)
    of_verdict, of_pairs = verdict_tables(values, labelled), pair_tables(values)
    design = correct_together(of_verdict | of_pairs, families=_FAMILIES)
    tick("probes")
    probes = _probes(data, labelled, evidence_texts, seed)
    tick("weights")
    weights, alphas = _weights(grams, labelled, seed)
    result = BiasResult(
        claims=len(labelled),
        verified=sum(one.version is not None for one in labelled),
        intended=sum(one.version is None for one in labelled),
        verdicts=dict(Counter(one.verdict for one in labelled)),
        ngrams=strongest_ngrams(ngrams),
        ngrams_tested=len(ngrams.features),
        ngrams_found=int((ngrams.is_found & (ngrams.lmi > 0)).sum()),
        coverage=halves.coverage,
        halves=halves.correlations,
        factors={name: _by_lmi(design[name]) for name in of_verdict},
        pairs=_found({name: design[name] for name in of_pairs}),
        words={name: found for name, table in words.items() if (found := strongest_words(table))},
        first_half=first_half_shares(data, labelled),
        probes=probes,
        weights=weights,
    )
    return MeasuredBias(result, alphas)


def _word_tables(
    labelled: Sequence[LabelledClaim], grams: ClaimNgrams
) -> dict[str, AssociationTable]:
    """Return the tables of n-grams with the verdict, and of words with the design."""
    claims = [one.claim for one in labelled]
    words = slice(0, grams.words)
    return {
        "verdict": grams.table([one.verdict for one in labelled]),
        "slot": grams.table([claim.slot for claim in claims], words),
        "mutation": grams.table([claim.prescribed.get("mutation", "") for claim in claims], words),
        "challenge": grams.table([claim.expected_challenge for claim in claims], words),
    }


def _by_lmi(table: AssociationTable) -> tuple[AssociationFigures, ...]:
    return association_figures(table.rows(table.by_lmi().tolist()))


def _found(tables: Mapping[str, AssociationTable]) -> dict[str, tuple[AssociationFigures, ...]]:
    """Return what goes together beyond chance, by falling LMI."""
    found = {name: strongest_words(table) for name, table in tables.items()}
    return {name: pairs for name, pairs in found.items() if pairs}


# --- probes --------------------------------------------------------------------------------------
def _probes(
    data: CampaignData,
    labelled: Sequence[LabelledClaim],
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


def _weights(
    grams: ClaimNgrams, labelled: Sequence[LabelledClaim], seed: int
) -> tuple[WeightFigures, list[ClaimWeight]]:
    verdicts = [one.verdict for one in labelled]
    balanced = solve_weights(grams.bigram_matrix(), verdicts)
    probe = probe_texts(
        [one.claim.text for one in labelled],
        verdicts,
        [one.claim.group for one in labelled],
        seed=seed,
        weights=balanced.alphas,
    )
    figures = WeightFigures(
        ngrams=balanced.ngrams,
        before=balanced.before,
        after=balanced.after,
        mean_bias_before=balanced.mean_bias_before,
        mean_bias_after=balanced.mean_bias_after,
        probe=_probe(probe),
    )
    alphas = [
        ClaimWeight(one.claim.pk, one.version or 0, round(float(alpha), 6))
        for one, alpha in zip(labelled, balanced.alphas, strict=True)
    ]
    return figures, alphas
