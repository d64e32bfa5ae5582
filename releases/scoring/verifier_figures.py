"""From a measurement of the verifier to the figures that are stored. Imports NumPy."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from metrics.estimates import wilson
from metrics.scores import Scores
from releases.formats.labels import LABELS
from releases.scoring.evaluation_figures import (
    BinFigures,
    EvaluationFigures,
    OtherwiseFigure,
    RecallFigure,
    ScoreFigures,
)
from releases.scoring.verifier_scores import BINS, CalibrationBin, VerifierScores

MOST_OTHERWISE = 100


def figures_of(scores: VerifierScores) -> EvaluationFigures:
    """Return the figures of a measurement."""
    total, gold = scores.feverous.scores, len(scores.gold_labels)
    labels = list(LABELS.values())
    otherwise = sorted(scores.sure_otherwise, key=lambda claim: (-claim.probability, claim.record))
    return EvaluationFigures(
        all=_scores(total),
        fever=scores.fever.scores.strict,
        complete=total.recall,
        precision=total.precision,
        f1=total.f1,
        abstained=scores.abstained,
        learned=scores.learned,
        gold=gold,
        gold_accuracy=scores.gold_right / gold if gold else None,
        length_accuracy=scores.right_by_length() if gold else None,
        recall=tuple(
            RecallFigure(name, each.k, each.coverage, each.complete, each.oracle_accuracy)
            for name, found in scores.recall().items()
            for each in found
        ),
        confusion={
            label: {predicted: scores.confusion[label, predicted] for predicted in labels}
            for label in labels
        },
        calibration=tuple(
            BinFigures(place / BINS, (place + 1) / BINS, each.claims, each.right, _interval(each))
            for place, each in enumerate(scores.calibration)
        ),
        challenges={name: _scores(each) for name, each in scores.by_challenge().items()},
        otherwise=tuple(OtherwiseFigure(**asdict(claim)) for claim in otherwise[:MOST_OTHERWISE]),
    )


def _interval(counted: CalibrationBin) -> tuple[float, float] | None:
    if not counted.claims:
        return None
    low, high = wilson(np.array([counted.right]), np.array([counted.claims]))
    return float(low[0]), float(high[0])


def _scores(scores: Scores) -> ScoreFigures:
    return ScoreFigures(scores.claims, scores.strict, scores.label_accuracy)
