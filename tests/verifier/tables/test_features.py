"""Tests of the features of programs."""

from __future__ import annotations

import numpy as np

from tests.verifier.tables.examples import CAPTION, rivers
from verifier.tables.decision import DECISION_FEATURES, decision_features
from verifier.tables.features import PROGRAM_FEATURES, program_features, statement_features
from verifier.tables.search import search


def _column(statement: str, name: str) -> list[float]:
    rows = program_features(search(statement, CAPTION, rivers()))
    return [float(value) for value in rows[:, PROGRAM_FEATURES.index(name)]]


def test_a_negation_counts_where_it_precedes_what_a_program_explains() -> None:
    # 0: the program is about the negation; 2: it explains "ostrava"; 20: "velmar", which is before.
    assert set(_column("velmar is not in ostrava", "negation_ahead")) == {0, 2, 20}
    assert set(_column("velmar is in ostrava", "negation_ahead")) == {20}
    assert set(_column("velmar is in ostrava", "negations_inside")) == {0}


def test_a_program_is_measured_by_the_clauses_that_it_touches() -> None:
    whole = _column("velmar is in ostrava and the sea is blue", "clause_explained")
    assert max(whole) == 1
    assert max(_column("velmar is in ostrava and the sea is blue", "clauses")) == 1


def test_the_decision_sees_what_the_likeliest_programs_leave_open() -> None:
    context = search("there are 3 rivers in ostrava", CAPTION, rivers())
    programs = program_features(context)
    log_odds = np.linspace(1.0, 2.0, len(programs))
    features = decision_features(log_odds, programs, statement_features(context))
    unused = PROGRAM_FEATURES.index("unused_content")
    first = features[DECISION_FEATURES.index("first_unused_content")]
    other = features[DECISION_FEATURES.index("other_unused_content")]
    result = PROGRAM_FEATURES.index("result")
    against = [row for row in programs if row[result] != programs[-1, result]]
    assert first == programs[-1, unused]
    assert other == (against[-1][unused] if against else 0)
