"""The model of table statements: judge a statement, store the model, load it again.

A model is a ranker of programs and a decision over them, both forests in arrays, in one NumPy
archive without pickles. A file of another version, or with other features than those of this code,
is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from verifier.archives import ModelFileError, read_archive, write_archive
from verifier.arrays import Reals
from verifier.forests import BrokenForestError, Forest, forest_from
from verifier.tables.candidates import Context, TableProgram
from verifier.tables.cells import CellPlace, touched_cells
from verifier.tables.decision import DECISION_FEATURES, decision_features
from verifier.tables.english import english
from verifier.tables.features import (
    PROGRAM_FEATURES,
    program_features,
    statement_features,
)
from verifier.tables.search import search
from verifier.tables.table import DataTable

FORMAT = "touchstone-tables"
VERSION = 1
# Below this probability of being right the model does not answer.
LEAST_CONFIDENCE = 0.55


@dataclass(frozen=True, slots=True)
class TableJudgement:
    """The judgement of a statement, and the program that explains it."""

    label: bool
    # That the statement is entailed by the table.
    probability: float
    abstains: bool
    program: TableProgram | None
    english: str
    cells: list[CellPlace]
    # The share of the statement's words that are in the table, its headers or its caption.
    explained: float


@dataclass(frozen=True, slots=True)
class TableModel:
    """A ranker of programs and a decision over them."""

    ranker: Forest
    decision: Forest
    facts: dict[str, Any] = field(default_factory=dict)

    def judge(self, statement: str, caption: str, table: DataTable) -> TableJudgement:
        """Judge a statement against a table."""
        context = search(statement, caption, table)
        programs = program_features(context)
        probability, log_odds = self.opinion(programs, statement_features(context))
        label = probability >= 0.5
        best = _explanation(context, log_odds, label)
        return TableJudgement(
            label=label,
            probability=probability,
            abstains=max(probability, 1 - probability) < LEAST_CONFIDENCE or best is None,
            program=best,
            english=english(best.truth, table, result=best.result) if best else "",
            cells=touched_cells(best.truth, table) if best else [],
            explained=1 - len(context.linked.unexplained) / max(1, len(context.linked.content)),
        )

    def programs(
        self, statement: str, caption: str, table: DataTable, *, most: int
    ) -> list[TableProgram]:
        """Return the likeliest programs, the one that explains the judgement first.

        Those that read the same in English are told once.
        """
        context = search(statement, caption, table)
        features = program_features(context)
        probability, log_odds = self.opinion(features, statement_features(context))
        best = _explanation(context, log_odds, probability >= 0.5)
        order = np.argsort(-log_odds, kind="stable")
        ranked = [context.candidates[place] for place in order]
        found: dict[str, TableProgram] = {}
        for program in [best, *ranked] if best else ranked:
            found.setdefault(english(program.truth, table), program)
            if len(found) == most:
                break
        return list(found.values())

    def opinion(self, programs: Reals, statement: Reals) -> tuple[float, Reals]:
        """Return the probability that a statement is entailed, and each program's log-odds."""
        log_odds = self.ranker.log_odds(programs)
        features = decision_features(log_odds, programs, statement)
        return sigmoid(float(self.decision.log_odds(features[np.newaxis, :])[0])), log_odds


def sigmoid(log_odds: float) -> float:
    """Return a probability from its log-odds."""
    return float(1 / (1 + np.exp(-np.clip(log_odds, -50.0, 50.0))))


def _explanation(context: Context, log_odds: Reals, label: bool) -> TableProgram | None:
    """Return the likeliest program whose result is the label."""
    agreeing = [
        (float(odds), -place)
        for place, odds in enumerate(log_odds)
        if context.candidates[place].result == label
    ]
    return context.candidates[-max(agreeing)[1]] if agreeing else None


def save_model(model: TableModel, path: Path) -> None:
    """Store a model in one file."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "program_features": PROGRAM_FEATURES,
        "decision_features": DECISION_FEATURES,
        "facts": model.facts,
    }
    write_archive(
        path,
        head=head,
        arrays={**model.ranker.arrays("ranker"), **model.decision.arrays("decision")},
    )


def load_model(path: Path) -> TableModel:
    """Load a model; raise ModelFileError if it is damaged, foreign or from another version."""
    head, arrays = read_archive(path, kind=FORMAT, version=VERSION)
    if head.get("program_features") != list(PROGRAM_FEATURES) or head.get(
        "decision_features"
    ) != list(DECISION_FEATURES):
        raise ModelFileError("The model was trained with other features.")
    try:
        return TableModel(
            ranker=forest_from(arrays, "ranker", width=len(PROGRAM_FEATURES)),
            decision=forest_from(arrays, "decision", width=len(DECISION_FEATURES)),
            facts=head.get("facts") or {},
        )
    except BrokenForestError as error:
        raise ModelFileError(str(error)) from error
