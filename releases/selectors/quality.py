"""Reading what a release tells of the quality of its campaign: reports, approval rates."""

from __future__ import annotations

from collections.abc import Iterable

from annotation.selectors.calibration.candidacies import approval_rates, candidates_in
from campaigns.models import Campaign
from quality.measuring.results import AgreementResult, BiasResult, ReportFigure
from quality.models import QualityReport
from quality.selectors.reports import newest_report, result_of
from releases.dataset.rules.frozen_counts import FrozenApproval, FrozenFigure, FrozenReport
from releases.dataset.rules.names import PeopleNames, has_mail

_MOST_PHRASES = 10


def reports_to_tell(campaign: Campaign, people: Iterable[str] = ()) -> dict[str, FrozenReport]:
    """Return the newest reports on agreement and bias, as far as there are some.

    Phrases that name somebody of these people are left out.
    """
    names = PeopleNames(people)
    told = {}
    for kind in (QualityReport.Kind.AGREEMENT, QualityReport.Kind.BIAS):
        report = newest_report(campaign, kind)
        if report is None or report.finished_at is None:
            continue
        made_on = report.finished_at.date().isoformat()
        match result_of(report):
            case AgreementResult() as result:
                told[kind.value] = _agreement(result, made_on)
            case BiasResult() as result:
                told[kind.value] = _bias(result, made_on, names)
    return told


def approvals_to_tell(campaign: Campaign) -> list[FrozenApproval]:
    """Return how many candidates were approved for each task, of those decided about."""
    return [
        FrozenApproval(task=rate.task.value, approved=rate.approved, decided=rate.decided)
        for rate in approval_rates(candidates_in(campaign))
        if rate.decided
    ]


def _agreement(result: AgreementResult, made_on: str) -> FrozenReport:
    figures = {
        "two_way_fleiss": result.two_way.fleiss,
        "three_way_fleiss": result.three_way.fleiss,
        "krippendorff": result.overall.krippendorff,
        "observed": result.overall.observed,
        "krippendorff_given_identical_evidence": result.identical_evidence.krippendorff,
        "identical_evidence": result.evidence["all"].identical,
    }
    return FrozenReport(made_on=made_on, claims=result.claims, figures=_known(figures))


def _bias(result: BiasResult, made_on: str, names: PeopleNames) -> FrozenReport:
    figures = {}
    for name, probe in result.probes.items():
        figures[name] = probe.accuracy
        figures[f"{name}_majority"] = probe.majority
    weights = result.weights
    figures |= {
        f"weights_{name}": ReportFigure(getattr(weights, name), items=weights.ngrams)
        for name in ("before", "after", "mean_bias_before", "mean_bias_after")
    }
    figures["weights_probe"] = weights.probe.accuracy
    found = [
        pair for pair in result.ngrams if pair.is_found and not _is_named(pair.feature, names)
    ][:_MOST_PHRASES]
    return FrozenReport(
        made_on=made_on,
        claims=result.claims,
        figures=_known(figures),
        verified=result.verified,
        intended=result.intended,
        phrases=[
            (pair.feature, pair.label, pair.together, pair.conditional.items) for pair in found
        ],
    )


def _is_named(phrase: str, names: PeopleNames) -> bool:
    return has_mail(phrase) or bool(names.found_in([phrase])) or names.has_part(phrase)


def _known(figures: dict[str, ReportFigure]) -> list[FrozenFigure]:
    return [
        FrozenFigure(name, figure.value, figure.low, figure.high, figure.items)
        for name, figure in figures.items()
        if figure.value is not None
    ]
