"""Charts and rows of an evaluation of the verifier."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from plots import Bar, BarChart, Line, LineChart, Point, Tone
from releases.papers.datasheet import ProtocolLabels
from releases.scoring import paper_figures as papers
from releases.scoring.evaluation_figures import BinFigures, EvaluationFigures, RecallFigure


class ComparedScore(Struct, frozen=True):
    """A figure beside that of a paper; None where there is none."""

    name: str
    value: float | None
    paper: str = ""


def figure_rows(figures: EvaluationFigures) -> list[ComparedScore]:
    """Return the scores beside the papers' baselines."""
    precision, recall, f1 = papers.FEVER_EVIDENCE
    rows = [
        ComparedScore(_("FEVEROUS score"), figures.all.strict, papers.FEVEROUS_SCORE),
        ComparedScore(_("Evidence complete"), figures.complete, papers.FEVEROUS_COMPLETE),
        ComparedScore(_("FEVER score"), figures.fever, papers.FEVER_SCORE),
        ComparedScore(_("Label accuracy"), figures.all.label_accuracy, papers.FEVER_LABELS),
        ComparedScore(_("Evidence precision"), figures.precision, precision),
        ComparedScore(_("Evidence recall"), figures.complete, recall),
        ComparedScore(_("Evidence F1"), figures.f1, f1),
    ]
    if figures.gold:
        # Never one without the other.
        rows += [
            ComparedScore(
                _("Label accuracy with gold evidence (%(count)s claims)") % {"count": figures.gold},
                figures.gold_accuracy,
            ),
            ComparedScore(_("… by the length of that evidence alone"), figures.length_accuracy),
        ]
    return rows


class ComparedRecall(Struct, frozen=True):
    """The recall at k beside the papers'."""

    figure: RecallFigure
    name: str
    feverous: str
    fever: str


def recall_rows(figures: EvaluationFigures) -> list[ComparedRecall]:
    """Return the recall of pages, sentences and tables at each k."""
    names = {"pages": _("Pages"), "sentences": _("Sentences"), "tables": _("Tables")}
    return [
        ComparedRecall(
            each,
            _("%(what)s, first %(k)s") % {"what": names[each.what], "k": each.k},
            papers.FEVEROUS_RECALL.get((each.what, each.k), ""),
            papers.FEVER_COMPLETE.get((each.what, each.k), ""),
        )
        for each in figures.recall
    ]


def confusion_table(
    figures: EvaluationFigures, names: ProtocolLabels
) -> tuple[list[str], list[tuple[str, list[int]]]]:
    """Return the verdicts, and for each of the dataset's how often the verifier gave which."""
    labels = list(figures.confusion)
    rows = [
        (names.verdict(label), [figures.confusion[label][predicted] for predicted in labels])
        for label in labels
    ]
    return [names.verdict(label) for label in labels], rows


def confusion_title(figures: EvaluationFigures, names: ProtocolLabels) -> str:
    """Return a sentence about the verdict that is mistaken most."""
    mistakes = [
        (count, label, predicted)
        for label, row in figures.confusion.items()
        for predicted, count in row.items()
        if label != predicted and count
    ]
    if not mistakes:
        return _("The verifier agrees with every verdict")
    most = max(count for count, _label, _predicted in mistakes)
    label, predicted = next((a, b) for count, a, b in mistakes if count == most)
    return _("“%(label)s” is most often taken for “%(predicted)s”") % {
        "label": names.verdict(label),
        "predicted": names.verdict(predicted),
    }


def calibration_chart(figures: EvaluationFigures) -> LineChart:
    """Return how often answers of each probability are right, with 95% intervals."""
    return LineChart(
        title=_calibration_title(figures.calibration),
        caption=_("The share of right answers by their probability. A gap: no such answers."),
        lines=(
            Line(label=_("Right"), points=tuple(_point(each) for each in figures.calibration)),
            Line(
                label=_("As told"),
                tone=Tone.QUIET,
                points=tuple(
                    Point(label=_span(each), value=(each.low + each.high) / 2)
                    for each in figures.calibration
                ),
            ),
        ),
        top=1.0,
    )


def _point(each: BinFigures) -> Point:
    if each.interval is None:
        return Point(label=_span(each), value=None)
    low, high = each.interval
    return Point(label=_span(each), value=each.right / each.claims, low=low, high=high)


def _span(each: BinFigures) -> str:
    return f"{100 * each.low:.0f}–{100 * each.high:.0f}%"


def _calibration_title(bins: Sequence[BinFigures]) -> str:
    told = sum(each.claims * (each.low + each.high) / 2 for each in bins)
    right = sum(each.right for each in bins)
    # Half of the width of a bin is as exact as bins can tell.
    slack = sum(each.claims * (each.high - each.low) / 2 for each in bins)
    if told - right > slack:
        return _("The verifier is surer than it is right")
    if right - told > slack:
        return _("The verifier is right more often than it says")
    return _("The verifier is right about as often as it says")


def challenge_chart(figures: EvaluationFigures, names: ProtocolLabels) -> BarChart:
    """Return the scores by challenge."""
    return BarChart(
        title=_("FEVEROUS score by challenge"),
        caption=_("The line is the label accuracy: no score can be above it."),
        value_name=_("Score"),
        target_name=_("Label accuracy"),
        top=1.0,
        bars=tuple(
            Bar(
                label=names.tag(name) if name else _("None"),
                value=scores.strict,
                target=scores.label_accuracy,
                note=f"{scores.strict:.3f} ({scores.claims})",
            )
            for name, scores in figures.challenges.items()
        ),
    )
