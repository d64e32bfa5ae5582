"""The figures of the verifier as plain text, beside those of the papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from metrics.scores import Scores
from releases.scoring.paper_figures import (
    FEVER_COMPLETE,
    FEVER_EVIDENCE,
    FEVER_LABELS,
    FEVER_SCORE,
    FEVEROUS,
    FEVEROUS_CELLS,
    FEVEROUS_RECALL,
)
from releases.scoring.verifier_scores import AT, BINS, VerifierScores
from verifier.text.model import LABELS

_NONE = "-"


def describe(scores: VerifierScores) -> Iterator[str]:
    """Yield the lines of all figures of a variant."""
    total = scores.feverous.scores
    fever = scores.fever.scores
    yield f"{total.claims} claims; no verdict for {scores.abstained}."
    yield _learned(scores)
    yield ""
    yield from rows(
        ("", "Touchstone", "paper"),
        [
            ("FEVEROUS score / evidence complete", _pair(total), FEVEROUS["both"]),
            ("FEVER score", _share(fever.strict), FEVER_SCORE),
            ("label accuracy", _share(total.label_accuracy), FEVER_LABELS),
            ("evidence precision", _share(total.precision), FEVER_EVIDENCE[0]),
            ("evidence recall", _share(total.recall), FEVER_EVIDENCE[1]),
            ("evidence F1", _share(total.f1), FEVER_EVIDENCE[2]),
            *_gold_rows(scores),
        ],
    )
    yield ""
    yield from _recall(scores)
    yield ""
    yield from _confusion(scores)
    yield ""
    yield from _calibration(scores)
    challenges = scores.by_challenge()
    if challenges:
        yield ""
        yield from rows(
            ("challenge", "claims", "FEVEROUS score", "label accuracy"),
            [
                (name, str(each.claims), _share(each.strict), _share(each.label_accuracy))
                for name, each in challenges.items()
            ],
        )


def _learned(scores: VerifierScores) -> str:
    if scores.learned is None:
        return "Which of them the model learned from is not known."
    said = f"{scores.learned} of {scores.feverous.scores.claims} claims were learned from"
    return f"{said}: these scores are too good." if scores.learned else f"{said}."


def compare(measured: Sequence[VerifierScores]) -> Iterator[str]:
    """Yield the rows of ablations."""
    yield from rows(
        ("", "FEVEROUS score / evidence complete", "label accuracy", "paper (FEVEROUS)"),
        [
            (
                each.variant.name,
                _pair(each.feverous.scores),
                _share(each.feverous.scores.label_accuracy),
                FEVEROUS.get(each.variant.name, _NONE),
            )
            for each in measured
        ],
    )


def _gold_rows(scores: VerifierScores) -> list[tuple[str, ...]]:
    total = len(scores.gold_labels)
    if not total:
        return []
    # Never one without the other.
    return [
        (f"label accuracy with gold evidence ({total})", _share(scores.gold_right / total), _NONE),
        ("… by the length of that evidence alone", _share(scores.right_by_length()), _NONE),
        (
            f"cells found, given the gold table ({scores.gold_cells})",
            _share(scores.cells_found / scores.gold_cells if scores.gold_cells else None),
            FEVEROUS_CELLS,
        ),
    ]


def _recall(scores: VerifierScores) -> Iterator[str]:
    found = scores.recall()
    body = []
    for name in AT:
        for each in found[name]:
            key = (name, each.k)
            body.append(
                (
                    f"{name} @ {each.k}",
                    _share(each.coverage),
                    FEVEROUS_RECALL.get(key, _NONE),
                    _share(each.complete),
                    FEVER_COMPLETE.get(key, _NONE),
                    _share(each.oracle_accuracy),
                )
            )
    head = ("recall", "of elements", "FEVEROUS", "of claims", "FEVER", "oracle accuracy")
    return rows(head, body)


def _confusion(scores: VerifierScores) -> Iterator[str]:
    return rows(
        ("true label", *(f"judged {label}" for label in LABELS)),
        [
            (label, *(str(scores.confusion[label, predicted]) for predicted in LABELS))
            for label in LABELS
        ],
    )


def _calibration(scores: VerifierScores) -> Iterator[str]:
    body = []
    for place, each in enumerate(scores.calibration):
        low, high = 100 * place // BINS, 100 * (place + 1) // BINS
        share = each.right / each.claims if each.claims else None
        body.append((f"{low}–{high}%", str(each.claims), _share(share)))
    return rows(("probability of the answer", "claims", "right"), body)


def rows(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table as lines of even columns, the first to the left, the others to the right."""
    widths = [max(len(row[place]) for row in (head, *body)) for place in range(len(head))]
    for row in (head, *body):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()


def _share(figure: float | None) -> str:
    return _NONE if figure is None else f"{figure:.3f}"


def _pair(scores: Scores) -> str:
    return f"{_share(scores.strict)} / {_share(scores.recall)}"
