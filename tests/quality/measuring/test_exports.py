"""Files of reports: CSV with every figure, LaTeX in the layout of the papers."""

from __future__ import annotations

import csv
import io

import pytest

from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.bias import measure_bias
from quality.measuring.description import describe
from quality.measuring.exports import as_csv, as_latex
from quality.measuring.figure_rows import compare_results, rows_of
from tests.quality.generated import VERDICTS, Plan, evidence_of, generate
from tests.quality.measuring.test_description import described

LABELS = {"supported": "Supported", "refuted": "Refuted", "not_enough_information": "NEI"}


def label(name: str) -> str:
    return LABELS.get(name, name)


def test_every_figure_is_one_line_of_the_csv() -> None:
    data = generate(Plan(1, claims=60))
    bootstrap = Bootstrap(resamples=50)
    result = measure_agreement(data, tick=lambda section: None, bootstrap=bootstrap)
    lines = list(csv.DictReader(io.StringIO(as_csv(result, {"person-0": "=Anna"}))))
    assert len(lines) == len(rows_of(result))
    keyed = {(line["section"], line["name"]): line for line in lines}
    assert len(keyed) == len(lines)
    observed = keyed["two_way", "observed"]
    assert int(observed["items"]) == 60
    assert float(observed["value"]) == int(observed["numerator"]) / 60
    assert keyed["three_way", "fleiss"]["undefined"] == "no_items"
    assert keyed["three_way", "fleiss"]["value"] == ""
    deviation = keyed["person_deviation_of_pairs", "person-1"]
    assert (deviation["value"] != "") == (int(deviation["items"]) > 1)
    # What the model makes of each person: each right verdict, by the given ones.
    given = [
        float(keyed["person_confusion", f"person-1 · refuted · {verdict}"]["value"])
        for verdict in VERDICTS
    ]
    assert sum(given) == pytest.approx(1)
    # No spreadsheet takes a name for a formula.
    assert ("person_kappa", "'=Anna") in keyed


def test_the_description_is_the_first_table_of_the_paper() -> None:
    result = describe(described(), tick=lambda section: None)
    assert as_latex(result, label, "Rivers & lakes").splitlines() == [
        r"\begin{table}",
        r"  \centering",
        r"  \caption{Rivers \& lakes}",
        r"  \begin{tabular}{lr}",
        r"    \toprule",
        r"    Statistic &  \\",
        r"    \midrule",
        r"    Total Claims & 2 \\",
        r"    Avg. Claim Length & 4.0 \\",
        r"    Avg. Evidence & 1.5 sentences, 2.0 cells (1.5 tables) \\",
        r"    Evidence Sets by Type & 1 sentences, 1 tables, 1 combined \\",
        r"    Size of Evidence Source & 40 sentences, 3 tables \\",
        r"    Veracity Labels & 0 Supported (0\%), 2 Refuted (100\%), 0 NEI (0\%) \\",
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]


def test_the_agreement_table_has_the_figures_of_the_paper() -> None:
    data = generate(Plan(2, claims=200))
    result = measure_agreement(data, tick=lambda section: None, bootstrap=Bootstrap(resamples=50))
    table = as_latex(result, label, "A")
    kappa = result.two_way.fleiss
    assert f"Two-way $\\kappa$ (Fleiss) & {kappa.value:.2f} & [" in table
    assert "Three-way $\\kappa$ (Fleiss) & -- &  & 0 " in table
    assert "Annotators below 0.60" in table


def test_the_bias_table_lists_bigrams_by_verdict() -> None:
    data = generate(Plan(3, claims=400, giveaway="did_not", giveaway_share=0.6))
    result = measure_bias(data, evidence_texts=evidence_of(data), tick=lambda section: None).result
    lines = [line for line in as_latex(result, label, "B").splitlines() if "Refuted &" in line]
    assert 0 < len(lines) <= 10
    assert r"did\_not" in "".join(lines)


def test_two_runs_are_compared_figure_by_figure() -> None:
    data = generate(Plan(4, claims=300))
    bootstrap = Bootstrap(resamples=100)
    before = measure_agreement(data, tick=lambda section: None, bootstrap=bootstrap)
    later = generate(Plan(5, claims=400))
    after = measure_agreement(later, tick=lambda section: None, bootstrap=bootstrap)
    rows = {(row.section, row.name): row for row in compare_results(before, after)}
    claims = rows["data", "claims"]
    assert claims.difference == 100
    assert not claims.is_apart
    assert not any(row.difference for row in compare_results(before, before))
