"""Scoring predictions: the known answers of FEVER's scorer, and how fast ours is beside FEVEROUS'.

The known answers are those of the official FEVER scorer on 9,999 published predictions; without
the real data only the speed is measured. Both FEVEROUS scorers get the same random predictions.
"""

from __future__ import annotations

import copy
import gzip
import json
import random
import time
from pathlib import Path
from typing import Any

from feverous.evaluation.feverous_scorer import feverous_score

from benchmarks.harness import Figure, data_folder
from metrics.scores import FEVER_SCORE, JudgedClaim, feverous_scorer

TITLE = "Scoring predictions"
CLAIMS = 8_000
KNOWN = {"strict": 0.3257, "label_accuracy": 0.5209, "precision": 0.1044, "recall": 0.4422}
KNOWN_F1 = 0.1689
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


def _lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path) as file:
        return [json.loads(line) for line in file]


def known_answers(folder: Path) -> list[Figure]:
    actual = _lines(folder / "fever" / "scorer_actual.jsonl.gz")
    predicted = _lines(folder / "fever" / "scorer_predictions.jsonl.gz")
    scores = FEVER_SCORE.score(
        JudgedClaim(
            label=gold["label"],
            sets=tuple(frozenset((one[2], one[3]) for one in group) for group in gold["evidence"]),
            predicted_label=guess["predicted_label"],
            predicted=tuple((page, line) for page, line in guess["predicted_evidence"]),
        )
        for gold, guess in zip(actual, predicted, strict=True)
    )
    known = {**KNOWN, "f1": KNOWN_F1}
    return [
        Figure(
            f"FEVER {name}: distance to the known answer {answer}",
            abs(round(getattr(scores, name), 4) - answer),
            must=0,
            less_is_better=True,
        )
        for name, answer in known.items()
    ]


def random_instances() -> list[dict[str, Any]]:
    chance = random.Random(8)

    def element() -> list[str]:
        kind = chance.choice(("sentence", "cell", "item"))
        return [f"Page {chance.randrange(4)}", kind, str(chance.randrange(8))]

    return [
        {
            "label": chance.choice(LABELS),
            "evidence": [[element() for _ in range(3)] for _ in range(2)],
            "predicted_label": chance.choice(LABELS),
            "predicted_evidence": [element() for _ in range(30)],
        }
        for _ in range(CLAIMS)
    ]


def run() -> list[Figure]:
    folder = data_folder()
    figures = known_answers(folder) if folder else []
    instances = random_instances()
    judged = [
        JudgedClaim(
            label=one["label"],
            sets=tuple(frozenset(map(tuple, group)) for group in one["evidence"]),
            predicted_label=one["predicted_label"],
            predicted=tuple(map(tuple, one["predicted_evidence"])),
        )
        for one in instances
    ]
    started = time.perf_counter()
    ours = feverous_scorer({"cell", "item"}).score(judged)
    our_time = time.perf_counter() - started
    theirs_input = copy.deepcopy(instances)
    started = time.perf_counter()
    theirs = feverous_score(theirs_input)
    their_time = time.perf_counter() - started
    return [
        *figures,
        Figure(
            "FEVEROUS score, ours less theirs",
            abs(ours.strict - theirs[0]),
            must=0,
            less_is_better=True,
        ),
        Figure("claims scored a second", CLAIMS / our_time, "1/s"),
        Figure("speed beside the official scorer", their_time / our_time, "×"),
    ]
