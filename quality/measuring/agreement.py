"""The report on agreement: verdicts, evidence, people, pairs, over time and by what it depends on.

Pure. Adjudications are not among the ratings: they were made with the others in view.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from metrics.agreement import (
    RaterAgreement,
    alpha_by_group,
    cohen_kappa,
    disagreements_with,
    fleiss_kappa,
    krippendorff_alpha,
    observed_agreement,
    pair_agreements,
    rater_agreements,
    rater_spread,
)
from metrics.competence import Competence, fit_competence
from metrics.estimates import RESAMPLES, Estimate, Undefined, share, undefined
from metrics.evidence import evidence_agreement, mean_estimate
from metrics.ratings import Ratings
from metrics.selections import ElementSet, compare
from quality.measuring.columns import CELLS, CampaignData, MeasuredVerification
from quality.measuring.machines import measure_machines
from quality.measuring.results import (
    AgreementResult,
    ClaimPosterior,
    Coefficients,
    EvidenceFigures,
    GroupFigure,
    PairFigures,
    PersonFigures,
    ReportFigure,
    figure,
    share_figure,
)
from quality.measuring.sections import Ticker
from wiki.parsing.addresses import AddressKind

_KINDS = {
    "sentence": frozenset({AddressKind.SENTENCE}),
    "cell": CELLS,
    "caption": frozenset({AddressKind.CAPTION}),
    "item": frozenset({AddressKind.ITEM}),
}


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The number of bootstrap samples, and the seed of the generator that draws them."""

    seed: int = 0
    resamples: int = RESAMPLES


USUAL_BOOTSTRAP = Bootstrap()


def measure_agreement(
    data: CampaignData, *, tick: Ticker, bootstrap: Bootstrap = USUAL_BOOTSTRAP
) -> AgreementResult:
    """Return all figures on agreement over the claims with two verifications or more."""
    tick("verdicts")
    doubled = {claim: given for claim, given in data.by_claim() if len(given) > 1}
    ratings = _ratings(data, doubled)
    same = _with_identical_evidence(data, doubled)
    challenges = Ratings.of(
        (claim, row.person, row.challenge)
        for claim, given in doubled.items()
        for row in given
        if row.challenge
    )
    disagreements = disagreements_with(ratings, data.verdicts[-1])
    overall = _coefficients(ratings, None, bootstrap)
    by_count = {
        number: _coefficients(_of_size(ratings, number), number, bootstrap) for number in (2, 3)
    }
    if len(doubled):
        by_count[2] = _with_cohen(by_count[2], doubled, bootstrap)
    tick("people")
    pairs = pair_agreements(ratings, seed=bootstrap.seed, resamples=bootstrap.resamples)
    raters = rater_agreements(ratings, pairs, seed=bootstrap.seed, resamples=bootstrap.resamples)
    spread = rater_spread(raters)
    competence = fit_competence(ratings)
    people = _people(data, doubled, raters, competence)
    tick("groups")
    groups = _groups(data, doubled, ratings, bootstrap)
    weeks = _by_group(ratings, _weeks_of(doubled), bootstrap)
    tick("evidence")
    return AgreementResult(
        claims=len(doubled),
        verifications=len(ratings),
        verdicts=data.verdicts,
        two_way=by_count[2],
        three_way=by_count[3],
        overall=overall,
        identical_evidence=_coefficients(_chosen(ratings, same), None, bootstrap),
        challenge=figure(
            krippendorff_alpha(challenges, seed=bootstrap.seed, resamples=bootstrap.resamples)
        ),
        disagreements=disagreements.pairs,
        with_not_enough=share_figure(disagreements.containing),
        causes=dict(data.causes),
        mean_of_people=spread.mean,
        deviation_of_people=spread.deviation,
        low_people=tuple(map(str, spread.low)),
        high_people=tuple(map(str, spread.high)),
        weeks=weeks,
        groups=groups,
        evidence=_evidence(data, doubled),
        people=people,
        pairs=tuple(
            PairFigures(
                str(pair.first), str(pair.second), figure(pair.kappa), share_figure(pair.observed)
            )
            for pair in pairs
        ),
        competence_converged=competence.has_converged,
        posteriors=tuple(_posteriors(data, doubled, competence)),
        machines=measure_machines(data, seed=bootstrap.seed, resamples=bootstrap.resamples),
    )


Doubled = Mapping[int, Sequence[MeasuredVerification]]


def _ratings(data: CampaignData, doubled: Doubled) -> Ratings:
    return Ratings.of(
        ((claim, row.person, row.verdict) for claim, given in doubled.items() for row in given),
        categories=data.verdicts,
    )


def _of_size(ratings: Ratings, number: int) -> Ratings:
    return ratings.select(ratings.ratings_per_item() == number)


def _chosen(ratings: Ratings, claims: set[int]) -> Ratings:
    return ratings.select(np.array([name in claims for name in ratings.item_names], dtype=bool))


def _coefficients(ratings: Ratings, raters: int | None, bootstrap: Bootstrap) -> Coefficients:
    """Return the coefficients of claims with so many ratings; Fleiss' needs the same number."""
    options = {"seed": bootstrap.seed, "resamples": bootstrap.resamples}
    sizes = ratings.ratings_per_item()
    used = sizes[sizes > 0]
    common = raters or (int(used[0]) if len(used) and (used == used[0]).all() else 0)
    fleiss = (
        fleiss_kappa(ratings, raters=common, **options)
        if common
        else undefined(Undefined.NO_ITEMS if not len(used) else Undefined.UNEQUAL_RATINGS)
    )
    return Coefficients(
        claims=len(used),
        observed=share_figure(observed_agreement(ratings)),
        fleiss=figure(fleiss),
        krippendorff=figure(krippendorff_alpha(ratings, **options)),
    )


def _with_cohen(found: Coefficients, doubled: Doubled, bootstrap: Bootstrap) -> Coefficients:
    twice = [given for given in doubled.values() if len(given) == 2]
    kappa = cohen_kappa(
        [given[0].verdict for given in twice],
        [given[1].verdict for given in twice],
        seed=bootstrap.seed,
        resamples=bootstrap.resamples,
    )
    return Coefficients(
        found.claims, found.observed, found.fleiss, found.krippendorff, figure(kappa)
    )


# --- people --------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Tally:
    """A person's agreement with the majority of the others, in all and by week, and evidence."""

    right: int = 0
    judged: int = 0
    weeks: dict[str, list[int]] | None = None
    # When each claim was verified, and whether as the majority did.
    times: list[tuple[datetime, bool]] | None = None
    f1: list[float] | None = None


def _people(
    data: CampaignData,
    doubled: Doubled,
    raters: Iterable[RaterAgreement],
    competence: Competence,
) -> tuple[PersonFigures, ...]:
    written = Counter(row.person for _, given in data.by_claim() for row in given)
    tallies = _tallies(data, doubled)
    golds: dict[str, list[tuple[datetime, bool]]] = defaultdict(list)
    for answer in data.gold:
        golds[answer.person].append((answer.submitted_at, answer.verdict == answer.gold))
    by_rater = {str(rater.rater): rater for rater in raters}
    places = {str(name): place for place, name in enumerate(competence.rater_names)}
    found = []
    for person in sorted(written.keys() | golds.keys()):
        rater, tally, right = by_rater.get(person), tallies.get(person, _Tally()), golds[person]
        place = places.get(person)
        matrix = () if place is None else competence.confusion[place]
        found.append(
            PersonFigures(
                person=person,
                verifications=written[person],
                kappa=figure(rater.kappa if rater else undefined(Undefined.NO_ITEMS)),
                mean_of_pairs=rater.mean_of_pairs if rater else None,
                deviation_of_pairs=rater.deviation_of_pairs if rater else None,
                partners=rater.partners if rater else 0,
                competence=None if place is None else competence.accuracy(person),
                confusion=tuple(tuple(float(cell) for cell in row) for row in matrix),
                with_majority=share_figure(share(tally.right, tally.judged)),
                with_gold=share_figure(share(sum(is_right for _, is_right in right), len(right))),
                evidence_f1=figure(mean_estimate(tally.f1 or [])),
                weeks=tuple(
                    GroupFigure(week, share_figure(share(agreed, number)))
                    for week, (agreed, number) in sorted((tally.weeks or {}).items())
                ),
                halves=_halves(tally.times or []),
                gold_halves=_halves(right),
            )
        )
    return tuple(found)


def _posteriors(
    data: CampaignData, doubled: Doubled, competence: Competence
) -> Iterator[ClaimPosterior]:
    verdicts = {row.version: row.verdict for row in data.verifications}
    for claim, chances in zip(competence.item_names, competence.posterior, strict=True):
        assert isinstance(claim, int)
        yield ClaimPosterior(
            claim,
            len(doubled[claim]),
            verdicts.get(data.counting.get(claim, 0), ""),
            tuple(round(float(chance), 4) for chance in chances),
        )


def _halves(times: list[tuple[datetime, bool]]) -> tuple[ReportFigure, ReportFigure]:
    """Return the share that was right in the earlier and in the later half of these times."""
    agrees = [agreed for _, agreed in sorted(times)]
    middle = len(agrees) // 2
    earlier, later = agrees[:middle], agrees[middle:]
    return (
        share_figure(share(sum(earlier), len(earlier))),
        share_figure(share(sum(later), len(later))),
    )


def _tallies(data: CampaignData, doubled: Doubled) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = defaultdict(lambda: _Tally(weeks={}, times=[], f1=[]))
    for given in doubled.values():
        verdicts = Counter(row.verdict for row in given)
        for row in given:
            tally = tallies[row.person]
            majority = _majority(verdicts, row.verdict)
            if majority:
                agrees = row.verdict == majority
                tally.right += agrees
                tally.judged += 1
                assert tally.weeks is not None
                assert tally.times is not None
                tally.times.append((row.submitted_at, agrees))
                week = tally.weeks.setdefault(_week(row), [0, 0])
                week[0] += agrees
                week[1] += 1
        selections = [_selection(data, row) for row in given]
        for place, row in enumerate(given):
            scores = tallies[row.person].f1
            assert scores is not None
            scores += [
                compare(selections[place], other).best_f1
                for number, other in enumerate(selections)
                if number != place
            ]
    return tallies


def _majority(verdicts: Counter[str], own: str) -> str:
    """Return the verdict of most of the others; empty if there is no such verdict."""
    others = verdicts.copy()
    others[own] -= 1
    (first, most), *rest = others.most_common()
    return "" if rest and rest[0][1] == most else first


def _selection(data: CampaignData, row: MeasuredVerification) -> list[ElementSet]:
    return [frozenset(codes) for codes in data.sets_of(row.version)]


def _week(row: MeasuredVerification) -> str:
    return f"{row.submitted_at:%G-W%V}"


# --- what it depends on --------------------------------------------------------------------------
def _weeks_of(doubled: Doubled) -> dict[Hashable, str]:
    """Return the week of each claim: that in which the last verification came."""
    return {claim: _week(given[-1]) for claim, given in doubled.items()}


def _groups(
    data: CampaignData, doubled: Doubled, ratings: Ratings, bootstrap: Bootstrap
) -> dict[str, tuple[GroupFigure, ...]]:
    claims = {claim.pk: claim for claim in data.claims if claim.pk in doubled}
    kinds: dict[Hashable, str] = {
        claim: data.evidence_kind(given[0].version) for claim, given in doubled.items()
    }
    by_factor: dict[str, dict[Hashable, str]] = {
        "challenge": {claim: given[0].challenge for claim, given in doubled.items()},
        "slot": {pk: claim.slot for pk, claim in claims.items()},
        "mutation": {pk: claim.prescribed.get("mutation", "") for pk, claim in claims.items()},
        "source": {pk: claim.source for pk, claim in claims.items()},
        "evidence_kind": kinds,
        "arm": {pk: claim.arm for pk, claim in claims.items()},
        "feedback": {pk: claim.feedback for pk, claim in claims.items()},
    }
    found = {name: _by_group(ratings, groups, bootstrap) for name, groups in by_factor.items()}
    return {name: figures for name, figures in found.items() if figures}


def _by_group(
    ratings: Ratings, groups: Mapping[Hashable, str], bootstrap: Bootstrap
) -> tuple[GroupFigure, ...]:
    alphas: Mapping[str, Estimate] = alpha_by_group(
        ratings, groups, seed=bootstrap.seed, resamples=bootstrap.resamples
    )
    return tuple(GroupFigure(name, figure(alpha)) for name, alpha in alphas.items())


# --- evidence ------------------------------------------------------------------------------------
def _with_identical_evidence(data: CampaignData, doubled: Doubled) -> set[int]:
    """Return the claims for which everybody selected the same elements."""
    same = set()
    for claim, given in doubled.items():
        selected = {
            frozenset(code for codes in data.sets_of(row.version) for code in codes)
            for row in given
        }
        if len(selected) == 1 and selected != {frozenset()}:
            same.add(claim)
    return same


def _evidence(data: CampaignData, doubled: Doubled) -> dict[str, EvidenceFigures]:
    selections = [[_selection(data, row) for row in given] for given in doubled.values()]
    found = {"all": _evidence_figures(selections, None)}
    kinds = [data.elements.kind(code) for code in range(len(data.elements.addresses))]
    for name, wanted in _KINDS.items():
        codes = frozenset(code for code, kind in enumerate(kinds) if kind in wanted)
        if codes:
            found[name] = _evidence_figures(selections, codes)
    return {name: figures for name, figures in found.items() if figures.pairs or name == "all"}


def _evidence_figures(
    selections: Sequence[Sequence[Sequence[ElementSet]]], codes: frozenset[int] | None
) -> EvidenceFigures:
    keep = None if codes is None else codes.__contains__
    found = evidence_agreement(selections, keep=keep)
    return EvidenceFigures(
        pairs=found.pairs,
        identical=share_figure(found.identical),
        overlapping=share_figure(found.overlapping),
        proper_subset=share_figure(found.proper_subset),
        best_f1=figure(found.best_f1),
    )
