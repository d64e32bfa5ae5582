"""The decision over all programs of a statement: features from the ranker's opinion of each.

A program's log-odds say how probably its result is the statement's label. With the sign of its
result they speak for or against the statement; the decision sees the strongest, the best of each
family, the sums, and what the likeliest programs leave unexplained, beside how well the words fit
into the table.
"""

from __future__ import annotations

import numpy as np

from verifier.arrays import Reals
from verifier.tables.families.base import Family
from verifier.tables.features import PROGRAM_FEATURES, STATEMENT_FEATURES

STRONGEST = 6
# Of the likeliest program, and of the likeliest whose result is the other one.
_OF_PROGRAMS = (
    "family", "explained", "unused_content", "unused_numbers", "unused_spans", "conditions",
    "view_rows", "wholeness", "header_score", "gap",
)  # fmt: skip
_SUMMARY = ("sum", "mean", "strongest", "programs", "bounded_sum", "share_for", "most", "least")
DECISION_FEATURES = (
    *(f"program_{place}" for place in range(1, STRONGEST + 1)),
    *_SUMMARY,
    *(f"best_{family.name.lower()}" for family in Family),
    *(f"sum_{family.name.lower()}" for family in Family),
    *(f"first_{name}" for name in _OF_PROGRAMS),
    *(f"other_{name}" for name in _OF_PROGRAMS),
    *STATEMENT_FEATURES,
)
_PLACES = [PROGRAM_FEATURES.index(name) for name in _OF_PROGRAMS]
_RESULT = PROGRAM_FEATURES.index("result")
_FAMILY = PROGRAM_FEATURES.index("family")


def signed(log_odds: Reals, programs: Reals) -> Reals:
    """Return the log-odds with the sign of each program's result: above 0 speaks for the label."""
    return np.where(programs[:, _RESULT] > 0, log_odds, -log_odds)


def decision_features(log_odds: Reals, programs: Reals, statement: Reals) -> Reals:
    """Return the features of the decision for one statement."""
    made = np.zeros(len(DECISION_FEATURES))
    made[len(made) - len(statement) :] = statement
    if not len(log_odds):
        return made
    towards = signed(log_odds, programs)
    order = np.argsort(-log_odds, kind="stable")
    strongest = towards[order[:STRONGEST]]
    made[: len(strongest)] = strongest
    made[STRONGEST : STRONGEST + len(_SUMMARY)] = (
        towards[log_odds > 0].sum(),
        towards.mean(),
        log_odds.max(),
        len(log_odds),
        np.tanh(towards).sum(),
        (towards > 0).mean(),
        towards.max(),
        towards.min(),
    )
    families = programs[:, _FAMILY].astype(np.int64)
    best = STRONGEST + len(_SUMMARY)
    # The last assignment wins: the strongest program of each family.
    made[best + families[order[::-1]]] = towards[order[::-1]]
    details = best + 2 * len(Family)
    made[details : details + len(_PLACES)] = programs[order[0], _PLACES]
    others = order[programs[order, _RESULT] != programs[order[0], _RESULT]]
    if len(others):
        details += len(_PLACES)
        made[details : details + len(_PLACES)] = programs[others[0], _PLACES]
    np.add.at(made, best + len(Family) + families, np.maximum(log_odds, 0.0) * np.sign(towards))
    return made
