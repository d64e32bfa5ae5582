"""A result as rows of figures: what a file lists and what two runs are compared by. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quality.measuring.results import (
    AgreementResult,
    AssociationFigures,
    BiasResult,
    Coefficients,
    DescriptionResult,
    LengthFigures,
    ReportFigure,
    ReportResult,
)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure of a report, by its section and its name."""

    section: str
    name: str
    figure: ReportFigure


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure in two runs; None where a run does not have it."""

    section: str
    name: str
    before: ReportFigure | None
    after: ReportFigure | None

    @property
    def difference(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        if self.before.value is None or self.after.value is None:
            return None
        return self.after.value - self.before.value

    @property
    def is_apart(self) -> bool:
        """Return whether the two intervals have no value in common."""
        a, b = self.before, self.after
        if a is None or b is None or a.low is None or b.low is None:
            return False
        assert a.high is not None
        assert b.high is not None
        return a.high < b.low or b.high < a.low


def rows_of(result: ReportResult, names: Mapping[str, str] | None = None) -> list[FigureRow]:
    """Return the figures of a result in a fixed order; `names` has people by their public ids."""
    match result:
        case AgreementResult():
            return list(_agreement(result, names or {}))
        case BiasResult():
            return list(_bias(result))
        case DescriptionResult():
            return list(_description(result))


def compare_results(before: ReportResult, after: ReportResult) -> list[ComparedRow]:
    """Return every figure of two runs of the same kind, in the order of the later one."""
    old = {(row.section, row.name): row.figure for row in rows_of(before)}
    new = {(row.section, row.name): row.figure for row in rows_of(after)}
    return [ComparedRow(*key, old.get(key), new.get(key)) for key in {**new, **old}]


def _count(number: float) -> ReportFigure:
    return ReportFigure(float(number))


def _agreement(result: AgreementResult, names: Mapping[str, str]) -> Iterator[FigureRow]:
    yield FigureRow("data", "claims", _count(result.claims))
    yield FigureRow("data", "verifications", _count(result.verifications))
    for section, found in (
        ("two_way", result.two_way),
        ("three_way", result.three_way),
        ("overall", result.overall),
        ("identical_evidence", result.identical_evidence),
    ):
        yield from _coefficients(section, found)
    yield FigureRow("verdicts", "challenge", result.challenge)
    yield FigureRow("disagreements", "pairs", _count(result.disagreements))
    yield FigureRow("disagreements", "with_not_enough", result.with_not_enough)
    for cause, number in sorted(result.causes.items()):
        yield FigureRow("causes", cause, _count(number))
    yield FigureRow("people", "mean", ReportFigure(result.mean_of_people))
    yield FigureRow("people", "deviation", ReportFigure(result.deviation_of_people))
    yield FigureRow("people", "below_0.60", _count(len(result.low_people)))
    yield FigureRow("people", "above_0.70", _count(len(result.high_people)))
    for kind, evidence in result.evidence.items():
        for name in ("identical", "overlapping", "proper_subset", "best_f1"):
            yield FigureRow(f"evidence_{kind}", name, getattr(evidence, name))
    for week in result.weeks:
        yield FigureRow("week", week.name, week.figure)
    for factor, groups in result.groups.items():
        for group in groups:
            yield FigureRow(factor, group.name, group.figure)
    yield from _people(result, names)
    yield from _machines(result, names)
    for pair in result.pairs:
        both = " · ".join(names.get(one, one) for one in (pair.first, pair.second))
        yield FigureRow("pair_kappa", both, pair.kappa)
        yield FigureRow("pair_observed", both, pair.observed)


def _people(result: AgreementResult, names: Mapping[str, str]) -> Iterator[FigureRow]:
    for person in result.people:
        name = names.get(person.person, person.person)
        yield FigureRow("person_kappa", name, person.kappa)
        yield FigureRow("person_mean_of_pairs", name, ReportFigure(person.mean_of_pairs))
        deviation = ReportFigure(person.deviation_of_pairs, items=person.partners)
        yield FigureRow("person_deviation_of_pairs", name, deviation)
        yield FigureRow("person_competence", name, ReportFigure(person.competence))
        yield FigureRow("person_with_majority", name, person.with_majority)
        yield FigureRow("person_with_gold", name, person.with_gold)
        for section, halves in (("majority", person.halves), ("gold", person.gold_halves)):
            for part, half in zip(("earlier", "later"), halves or (), strict=False):
                yield FigureRow(f"person_with_{section}_{part}", name, half)
        yield FigureRow("person_evidence_f1", name, person.evidence_f1)
        for verdict, given in zip(result.verdicts, person.confusion, strict=False):
            for other, chance in zip(result.verdicts, given, strict=False):
                said = f"{name} · {verdict} · {other}"
                yield FigureRow("person_confusion", said, ReportFigure(chance))


def _machines(result: AgreementResult, names: Mapping[str, str]) -> Iterator[FigureRow]:
    for machine in result.machines:
        name = names.get(machine.machine, machine.machine)
        yield FigureRow("machine_verifications", name, _count(machine.verifications))
        for measure in ("accuracy", "kappa", "evidence_f1", "unconfirmed"):
            yield FigureRow(f"machine_{measure}", name, getattr(machine, measure))


def _coefficients(section: str, found: Coefficients) -> Iterator[FigureRow]:
    yield FigureRow(section, "claims", _count(found.claims))
    yield FigureRow(section, "observed", found.observed)
    if found.cohen is not None:
        yield FigureRow(section, "cohen", found.cohen)
    yield FigureRow(section, "fleiss", found.fleiss)
    yield FigureRow(section, "krippendorff", found.krippendorff)


def _bias(result: BiasResult) -> Iterator[FigureRow]:
    yield FigureRow("data", "claims", _count(result.claims))
    yield FigureRow("data", "verified", _count(result.verified))
    yield FigureRow("data", "intended", _count(result.intended))
    for verdict, number in sorted(result.verdicts.items()):
        yield FigureRow("verdicts", verdict, _count(number))
    yield FigureRow("ngrams", "tested", _count(result.ngrams_tested))
    yield FigureRow("ngrams", "found", _count(result.ngrams_found))
    for name, probe in result.probes.items():
        yield FigureRow(f"probe_{name}", "accuracy", probe.accuracy)
        yield FigureRow(f"probe_{name}", "majority", probe.majority)
        yield FigureRow(f"probe_{name}", "lift", probe.lift)
    weights = result.weights
    for name in ("before", "after", "mean_bias_before", "mean_bias_after"):
        yield FigureRow("weights", name, ReportFigure(getattr(weights, name), items=weights.ngrams))
    yield FigureRow("weights", "probe_accuracy", weights.probe.accuracy)
    for name, share in result.first_half.items():
        yield FigureRow("first_half", name, share)
    for covered in result.coverage:
        for rank, part in zip(covered.ranks, covered.shares, strict=True):
            yield FigureRow(f"coverage_{covered.label}", str(rank), part)
    for half in result.halves:
        for rank, correlation in zip(half.ranks, half.figures, strict=True):
            yield FigureRow(f"halves_{half.label}", str(rank), correlation)
    for factor, pairs in result.factors.items():
        yield from _associations(factor, pairs)
    for factor, pairs in result.pairs.items():
        yield from _associations(factor, pairs)
    yield from _associations("ngram", result.ngrams)
    for factor, pairs in result.words.items():
        yield from _associations(f"word_{factor}", pairs)


def _associations(section: str, pairs: tuple[AssociationFigures, ...]) -> Iterator[FigureRow]:
    for pair in pairs:
        name = f"{pair.feature} · {pair.label}"
        yield FigureRow(f"{section}_npmi", name, pair.npmi)
        yield FigureRow(f"{section}_conditional", name, pair.conditional)
        yield FigureRow(f"{section}_lmi", name, ReportFigure(pair.lmi))


def _description(result: DescriptionResult) -> Iterator[FigureRow]:
    yield FigureRow("data", "claims", _count(result.claims))
    yield FigureRow("data", "verified_claims", _count(result.verified_claims))
    yield from _lengths("claim_tokens", result.claim_tokens)
    for name, number in result.verdicts.items():
        yield FigureRow("verdicts", name, _share_of(number, result.verified_claims))
    yield FigureRow("evidence", "sets", _count(result.evidence_sets))
    for name, number in sorted(result.sets_by_kind.items()):
        yield FigureRow("sets_by_kind", name, _share_of(number, result.evidence_sets))
    for name in ("sentences", "cells", "tables", "items", "captions"):
        yield FigureRow("elements_a_claim", name, ReportFigure(getattr(result, f"{name}_a_claim")))
    for name in (
        "alternative_sets",
        "several_sentences",
        "several_pages",
        "whole_rows",
        "whole_columns",
    ):
        yield FigureRow("claims_with", name, getattr(result, name))
    yield from _description_counts(result)


def _description_counts(result: DescriptionResult) -> Iterator[FigureRow]:
    for name, number in result.positions.items():
        yield FigureRow("positions", name, _count(number))
    for section in ("challenges", "intended_verdicts", "scopes", "skips"):
        for first, counts in getattr(result, section).items():
            for second, number in counts.items():
                yield FigureRow(section, f"{first} · {second}", _count(number))
    for section in ("writing_seconds", "writing_by_feedback", "verifying_seconds"):
        for name, found in getattr(result, section).items():
            yield from _lengths(f"{section}_{name}", found)
    yield FigureRow("reports", "claims", _count(result.reported_claims))
    for section in ("reports", "corpus"):
        for name, number in sorted(getattr(result, section).items()):
            yield FigureRow(section, name, _count(number))


def _share_of(number: int, total: int) -> ReportFigure:
    return ReportFigure(number / total if total else None, numerator=number, items=total)


def _lengths(section: str, found: LengthFigures) -> Iterator[FigureRow]:
    yield FigureRow(section, "mean", ReportFigure(found.mean, items=found.items))
    yield FigureRow(section, "median", ReportFigure(found.median, items=found.items))
    yield FigureRow(section, "ninth_decile", ReportFigure(found.ninth_decile, items=found.items))
