"""The figures of the verifier as plain text, beside those of the papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from metrics.scores import Scores
from releases.scoring.verifier_scores import AT, BINS, VerifierScores
from verifier.text.model import LABELS

# FEVEROUS, tables 3 and 4, development part: the full baseline, with sentences or tables alone.
_FEVEROUS = {
    "both": "0.19 / 0.29",
    "sentences only": "0.13 / 0.19",
    "tables only": "0.05 / 0.07",
}
_FEVEROUS_RECALL = {
    ("pages", 3): "0.58",
    ("pages", 5): "0.69",
    ("sentences", 3): "0.46",
    ("sentences", 5): "0.53",
    ("tables", 3): "0.56",
}
_FEVEROUS_CELLS = "0.69"
# FEVER, section 5: development part for retrieval, test part for the whole.
_FEVER_COMPLETE = {
    ("pages", 1): "0.253",
    ("pages", 5): "0.553",
    ("sentences", 5): "0.442",
}
_FEVER_SCORE, _FEVER_LABELS = "0.319 (FEVER)", "0.509 (FEVER)"
_FEVER_EVIDENCE = ("0.108 (FEVER)", "0.459 (FEVER)", "0.175 (FEVER)")
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
            ("FEVEROUS score / evidence complete", _pair(total), _FEVEROUS["both"]),
            ("FEVER score", _share(fever.strict), _FEVER_SCORE),
            ("label accuracy", _share(total.label_accuracy), _FEVER_LABELS),
            ("evidence precision", _share(total.precision), _FEVER_EVIDENCE[0]),
            ("evidence recall", _share(total.recall), _FEVER_EVIDENCE[1]),
            ("evidence F1", _share(total.f1), _FEVER_EVIDENCE[2]),
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
                _FEVEROUS.get(each.variant.name, _NONE),
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
            _FEVEROUS_CELLS,
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
                    _FEVEROUS_RECALL.get(key, _NONE),
                    _share(each.complete),
                    _FEVER_COMPLETE.get(key, _NONE),
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
        body.append((f"{low}–{high} %", str(each.claims), _share(share)))
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
