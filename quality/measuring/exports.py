"""Reports as files: every figure as CSV, and a LaTeX table in the layout of the papers. Pure.

The LaTeX tables need `booktabs`. Their texts are English, as the papers are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.latex import escape, latex_table
from core.spreadsheets import csv_text
from quality.measuring.figure_rows import rows_of
from quality.measuring.results import (
    AgreementResult,
    BiasResult,
    DescriptionResult,
    ReportFigure,
    ReportResult,
)

# Turns a name of the study design into the word that people read.
Labels = Callable[[str], str]
# The give-away bigrams that a table lists for each verdict.
LISTED_BIGRAMS = 10


def as_csv(result: ReportResult, names: Mapping[str, str]) -> str:
    """Return every figure of a result, one a line, with its interval and its denominator."""
    lines: list[Sequence[object]] = [
        ("section", "name", "value", "low", "high", "numerator", "items", "undefined")
    ]
    for row in rows_of(result, names):
        found = row.figure
        numbers = (found.value, found.low, found.high, found.numerator, found.items)
        lines.append((row.section, row.name, *numbers, found.undefined))
    return csv_text(lines)


def posteriors_as_csv(result: AgreementResult, ids: Mapping[int, str]) -> str:
    """Return what the model of Dawid and Skene makes of each claim, one a line."""
    lines: list[Sequence[object]] = [("claim", "verifications", "counts", *result.verdicts)]
    lines += [
        (ids[each.claim], each.verifications, each.counts, *each.chances)
        for each in result.posteriors
        # The claim may be gone since.
        if each.claim in ids
    ]
    return csv_text(lines)


def as_latex(result: ReportResult, label: Labels, title: str) -> str:
    """Return the main figures as a LaTeX table, in the layout of the papers."""
    match result:
        case AgreementResult():
            head, rows = ("Measure", "Value", "95% interval", "$n$"), _agreement(result)
            return latex_table(title, "lrrr", head, rows)
        case BiasResult():
            head = ("Verdict", "Bigram", r"LMI$\cdot10^{-6}$", r"$p(l \mid w)$")
            return latex_table(title, "llrr", head, _bigrams(result, label))
        case DescriptionResult():
            return latex_table(title, "lr", ("Statistic", ""), _description(result, label))


def _agreement(result: AgreementResult) -> list[tuple[str, ...]]:
    everything = result.evidence["all"]
    rows = [
        ("Two-way $\\kappa$ (Fleiss)", result.two_way.fleiss),
        ("Three-way $\\kappa$ (Fleiss)", result.three_way.fleiss),
        ("Krippendorff's $\\alpha$", result.overall.krippendorff),
        ("$\\alpha$ given identical evidence", result.identical_evidence.krippendorff),
        ("$\\alpha$ of the challenge", result.challenge),
        ("Identical evidence", everything.identical),
        ("Evidence overlap of at least 70\\%", everything.overlapping),
        ("Evidence is a proper subset", everything.proper_subset),
        ("Best-match F1 of evidence", everything.best_f1),
        ("Disagreements with NEI", result.with_not_enough),
    ]
    spread = (
        ("Mean over annotators", result.mean_of_people),
        ("Standard deviation over annotators", result.deviation_of_people),
    )
    return [
        *((name, _number(found), _interval(found), f"{found.items:,}") for name, found in rows),
        *((name, _decimal(value), "", f"{len(result.people):,}") for name, value in spread),
        ("Annotators below 0.60", f"{len(result.low_people):,}", "", ""),
        ("Annotators above 0.70", f"{len(result.high_people):,}", "", ""),
    ]


def _bigrams(result: BiasResult, label: Labels) -> Iterable[tuple[str, ...]]:
    for verdict in sorted(result.verdicts):
        mine = [pair for pair in result.ngrams if pair.label == verdict and " " in pair.feature]
        for pair in mine[:LISTED_BIGRAMS]:
            yield (
                escape(label(verdict)),
                escape(pair.feature),
                f"{1e6 * pair.lmi:.0f}",
                _number(pair.conditional),
            )


def _description(result: DescriptionResult, label: Labels) -> Iterable[tuple[str, ...]]:
    sets = result.sets_by_kind
    by_verdict = (
        f"{number:,} {label(name)}" + _percent(number, result.verified_claims)
        for name, number in result.verdicts.items()
    )
    corpus = result.corpus
    yield "Total Claims", f"{result.verified_claims:,}"
    yield "Avg. Claim Length", f"{result.claim_tokens.mean:.1f}"
    yield (
        "Avg. Evidence",
        f"{result.sentences_a_claim:.1f} sentences, {result.cells_a_claim:.1f} cells"
        f" ({result.tables_a_claim:.1f} tables)",
    )
    yield (
        "Evidence Sets by Type",
        f"{sets.get('sentences', 0):,} sentences, {sets.get('tables', 0):,} tables,"
        f" {sets.get('combined', 0):,} combined",
    )
    yield (
        "Size of Evidence Source",
        f"{corpus.get('sentences', 0):,} sentences, {corpus.get('tables', 0):,} tables",
    )
    yield "Veracity Labels", escape(", ".join(by_verdict))


def _percent(number: int, total: int) -> str:
    return f" ({100 * number / total:.0f}%)" if total else ""


def _number(found: ReportFigure) -> str:
    return _decimal(found.value)


def _decimal(value: float | None) -> str:
    return "--" if value is None else f"{value:.2f}"


def _interval(found: ReportFigure) -> str:
    if found.low is None or found.high is None:
        return ""
    return f"[{found.low:.2f}, {found.high:.2f}]"
