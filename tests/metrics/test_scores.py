"""The scores against the official FEVEROUS scorer, and against values calculated by hand."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from feverous.evaluation.feverous_scorer import feverous_score
from hypothesis import given
from hypothesis import strategies as st

from metrics.scores import FEVER_SCORE, JudgedClaim, Scores, feverous_scorer, first_of_each_kind

LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
KINDS = ("sentence", "cell", "header_cell", "item", "table_caption")
OTHER_KINDS = frozenset(KINDS[1:])
FEVEROUS_SCORE = feverous_scorer(OTHER_KINDS)

elements = st.tuples(
    st.sampled_from(("Aare", "Reuss")), st.sampled_from(KINDS), st.sampled_from("0123456")
)
judged = st.builds(
    JudgedClaim,
    label=st.sampled_from(LABELS),
    sets=st.lists(st.frozensets(elements, max_size=3), max_size=3).map(tuple),
    predicted_label=st.sampled_from((*LABELS, "supports")),
    predicted=st.lists(elements, max_size=45).map(tuple),
)


def official(claims: list[JudgedClaim]) -> tuple[float, ...]:
    """Return the official scorer's result. It changes its input and divides by zero."""
    instances: list[dict[str, Any]] = [
        {
            "label": claim.label,
            "evidence": [[list(one) for one in sorted(group)] for group in claim.sets],
            "predicted_label": claim.predicted_label,
            "predicted_evidence": [list(one) for one in claim.predicted],
        }
        for claim in claims
    ]
    try:
        return tuple(feverous_score(copy.deepcopy(instances)))
    except ZeroDivisionError:
        # Only its F1 can: the claim that is added makes it finite, and is counted out again.
        added = {
            "label": "SUPPORTS",
            "evidence": [[["Added", "sentence", "0"]]],
            "predicted_label": "SUPPORTS",
            "predicted_evidence": [["Added", "sentence", "0"]],
        }
        scores = feverous_score([*copy.deepcopy(instances), added])
        count = len(instances)
        strict, accuracy, precision, recall = (
            (score * (count + 1) - 1) / count for score in scores[:4]
        )
        return strict, accuracy, precision, recall, 0.0


def as_tuple(scores: Scores) -> tuple[float, ...]:
    return scores.strict, scores.label_accuracy, scores.precision, scores.recall, scores.f1


@given(st.lists(judged, min_size=1, max_size=12))
def test_equal_to_the_official_scorer_on_random_input(claims: list[JudgedClaim]) -> None:
    assert as_tuple(FEVEROUS_SCORE.score(claims)) == pytest.approx(official(claims), abs=1e-12)


@given(st.lists(judged, max_size=12))
def test_groups_add_up_to_the_whole(claims: list[JudgedClaim]) -> None:
    tally = FEVEROUS_SCORE.tally()
    for claim in claims:
        tally.add(claim, claim.label)
    groups = tally.by_group()
    assert tally.scores == FEVEROUS_SCORE.score(claims)
    assert sum(one.claims for one in groups.values()) == len(claims)
    assert sum(one.strict * one.claims for one in groups.values()) == pytest.approx(
        FEVEROUS_SCORE.score(claims).strict * len(claims)
    )


def test_small_groups_are_told_together_with_the_next_larger_one() -> None:
    claim = JudgedClaim("SUPPORTS", (), "SUPPORTS", ())
    tally = FEVEROUS_SCORE.tally()
    for group, count in {"a": 1, "b": 2, "c": 6, "d": 9, "": 3}.items():
        for _ in range(count):
            tally.add(claim, group)
    told = {name: scores.claims for name, scores in tally.by_group(least=5).items()}
    assert told == {"": 9, "d": 9}
    assert tally.scores.claims == 21
    assert {name: scores.claims for name, scores in tally.by_group().items()} == {
        "a": 1,
        "b": 2,
        "c": 6,
        "d": 9,
    }


def test_the_first_five_sentences_and_25_others_count_in_their_order() -> None:
    predicted = [("Aare", kind, str(n)) for n in range(30) for kind in ("sentence", "cell")]
    kept = first_of_each_kind(predicted, OTHER_KINDS)
    assert [int(str(one[2])) for one in kept if one[1] == "sentence"] == [0, 1, 2, 3, 4]
    assert [int(str(one[2])) for one in kept if one[1] == "cell"] == list(range(25))
    assert kept == [one for one in predicted if one in kept]


LINE = frozenset({("Aare", 0)})
TWO_LINES = frozenset({("Aare", 1), ("Reuss", 0)})


def fever(label: str, predicted: str, *lines: tuple[str, int], sets: Any = (LINE,)) -> JudgedClaim:
    return JudgedClaim(label, sets, predicted, lines)


def test_fever_counts_five_lines_and_whole_sets() -> None:
    others = [("Bern", n) for n in range(5)]
    scores = FEVER_SCORE.score(
        [
            # Right, complete in the second set, one of three lines is none of the claim's.
            fever(
                "SUPPORTS",
                "SUPPORTS",
                ("Aare", 1),
                ("Reuss", 0),
                ("Bern", 9),
                sets=(LINE, TWO_LINES),
            ),
            # Right, but its line is the sixth.
            fever("REFUTES", "REFUTES", *others, ("Aare", 0)),
            # Wrong label, complete evidence.
            fever("REFUTES", "SUPPORTS", ("Aare", 0)),
            # Half a set is worth nothing to recall, and is precise.
            fever("SUPPORTS", "SUPPORTS", ("Aare", 1), sets=(TWO_LINES,)),
        ]
    )
    assert scores.strict == 1 / 4
    assert scores.label_accuracy == 3 / 4
    assert scores.precision == pytest.approx((2 / 3 + 0 + 1 + 1) / 4)
    assert scores.recall == 2 / 4


def test_fever_asks_no_evidence_where_there_is_not_enough() -> None:
    nothing = (frozenset({(None, None)}),)
    scores = FEVER_SCORE.score(
        [
            fever("NOT ENOUGH INFO", "not enough info", ("Bern", 1), sets=nothing),
            fever("NOT ENOUGH INFO", "SUPPORTS", sets=nothing),
            fever("SUPPORTS", "NOT ENOUGH INFO"),
        ]
    )
    # Only the last counts for evidence: nothing was predicted, so nothing of it was wrong.
    assert scores == Scores(claims=3, strict=1 / 3, label_accuracy=1 / 3, precision=1.0, recall=0.0)


def known_claims() -> Iterator[JudgedClaim]:
    """Return the 9,999 published claims and predictions of FEVER's scorer, as bare shapes.

    `[how often, label, sets, predicted label, predicted]`: lines of gold evidence are numbers, and
    what is none is -1. That is all that the scorer sees of them. Counted from the published files.
    """
    path = Path(__file__).with_name("fever_shapes.jsonl")
    for text in path.read_text(encoding="utf-8").splitlines():
        count, label, sets, predicted_label, predicted = json.loads(text)
        claim = JudgedClaim(
            label=label,
            sets=tuple(frozenset(("Gold", line) for line in one) for one in sets),
            predicted_label=predicted_label,
            predicted=tuple(
                ("Gold", line) if line >= 0 else ("Other", place)
                for place, line in enumerate(predicted)
            ),
        )
        yield from repeat(claim, count)


def test_fever_gives_the_known_answers_of_its_official_scorer() -> None:
    claims = list(known_claims())
    assert len(claims) == 9_999
    scores = as_tuple(FEVER_SCORE.score(claims))
    assert tuple(round(score, 4) for score in scores) == (0.3257, 0.5209, 0.1044, 0.4422, 0.1689)


def test_no_claims_score_nothing() -> None:
    assert as_tuple(FEVER_SCORE.score([])) == (0.0, 0.0, 0.0, 0.0, 0.0)
