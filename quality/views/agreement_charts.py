"""The charts of the report on agreement, each titled by what it says."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Adjudication
from campaigns.models import Campaign
from metrics.agreement import LEAST_ITEMS_OF_A_PAIR
from plots import Bar, BarChart, HeatMatrix, Line, LineChart
from quality.measuring.results import AgreementResult, GroupFigure
from quality.messages import EVIDENCE_KINDS, FACTOR_VALUES, FACTORS
from quality.views.shown_charts import (
    ShownChart,
    bar_chart,
    claims_link,
    disagreements_link,
    figure_bar,
    figure_point,
    figure_words,
)
from quality.words import DesignWords

# With fewer claims, a title names nobody and nothing as the lowest.
LEAST_ITEMS = LEAST_ITEMS_OF_A_PAIR
# A matrix of more people cannot be read; the file has all pairs.
MOST_PEOPLE = 12


def agreement_charts(
    campaign: Campaign, result: AgreementResult, names: Mapping[str, str]
) -> list[ShownChart]:
    """Return the charts of the report, without those that have nothing to show."""
    words = DesignWords.of(campaign)
    disagreements = claims_link(campaign, _("Claims people disagree about"), disagreement="verdict")
    charts = [
        ShownChart(_overall(result), (disagreements, disagreements_link(campaign))),
        ShownChart(_trend(result), (disagreements,)),
    ]
    charts += [
        ShownChart(_groups(factor, figures, words), (disagreements,))
        for factor, figures in result.groups.items()
    ]
    without_common = claims_link(
        campaign, _("Claims with no evidence in common"), disagreement="evidence"
    )
    charts.append(ShownChart(_evidence(result), (without_common,)))
    if result.causes:
        charts.append(ShownChart(_causes(result), (disagreements_link(campaign),)))
    # As wide as the page: after those that stand side by side.
    if result.pairs:
        charts.append(ShownChart(_pairs(result, names), (disagreements,)))
    return charts


def _overall(result: AgreementResult) -> BarChart:
    alpha = result.overall.krippendorff.value
    if alpha is None:
        title = _("Agreement has no value yet")
    else:
        title = ngettext(
            "People agree on verdicts with α %(alpha)s, over %(n)d claim",
            "People agree on verdicts with α %(alpha)s, over %(n)d claims",
            result.overall.claims,
        ) % {"alpha": f"{alpha:.2f}", "n": result.overall.claims}
    bars = (
        figure_bar(_("Verified twice or more"), result.overall.krippendorff),
        figure_bar(_("Verified twice"), result.two_way.krippendorff),
        figure_bar(_("Verified three times"), result.three_way.krippendorff),
        figure_bar(_("With identical evidence"), result.identical_evidence.krippendorff),
        figure_bar(_("On the challenge"), result.challenge),
    )
    return bar_chart(title, bars, caption=_("Krippendorff's α, with 95% intervals."))


def _trend(result: AgreementResult) -> LineChart:
    known = [week for week in result.weeks if week.figure.value is not None]
    if len(known) < 2:
        title = _("Agreement by week: two weeks with duplicates are needed for a trend")
    else:
        first, last = known[0].figure.value or 0.0, known[-1].figure.value or 0.0
        values = {"first": f"{first:.2f}", "last": f"{last:.2f}"}
        if last > first:
            title = _("Agreement rose from α %(first)s to %(last)s") % values
        else:
            title = _("Agreement went from α %(first)s to %(last)s") % values
    return LineChart(
        title=title,
        caption=_("Krippendorff's α of the claims whose last verification came in that week."),
        lines=(
            Line(
                label=_("Krippendorff's α"),
                points=tuple(figure_point(week.name, week.figure) for week in result.weeks),
            ),
        ),
        point_name=_("Week"),
        top=1.0,
    )


def _groups(factor: str, figures: tuple[GroupFigure, ...], words: DesignWords) -> BarChart:
    name = str(FACTORS[factor])
    known = sorted(
        (
            group
            for group in figures
            if group.figure.value is not None and group.figure.items >= LEAST_ITEMS
        ),
        key=lambda group: group.figure.value or 0.0,
    )
    ours = FACTOR_VALUES.get(factor)
    labels = {
        group.name: str(ours[group.name]) if ours else words.label(group.name) for group in figures
    }
    if len(known) < 2:
        title = _("Agreement by %(factor)s") % {"factor": name}
    else:
        title = _("By %(factor)s, people agree least on: %(lowest)s") % {
            "factor": name,
            "lowest": labels[known[0].name],
        }
    bars = tuple(figure_bar(labels[group.name], group.figure) for group in figures)
    return bar_chart(title, bars, caption=_("Krippendorff's α, with 95% intervals."))


def _evidence(result: AgreementResult) -> BarChart:
    everything = result.evidence["all"]
    if everything.identical.value is None:
        title = _("Agreement on evidence: no claim has two verifications yet")
    else:
        title = _("Two people select the same evidence for %(share)s of claims") % {
            "share": f"{100 * everything.identical.value:.0f}%"
        }
    bars = []
    for kind, figures in result.evidence.items():
        about = str(EVIDENCE_KINDS[kind])
        bars += [
            figure_bar(_("%(kind)s: identical") % {"kind": about}, figures.identical),
            figure_bar(
                _("%(kind)s: overlap of 70%% or more") % {"kind": about}, figures.overlapping
            ),
            figure_bar(_("%(kind)s: a proper subset") % {"kind": about}, figures.proper_subset),
            figure_bar(_("%(kind)s: best F1") % {"kind": about}, figures.best_f1),
        ]
    return bar_chart(title, tuple(bars), caption=_("Over pairs of verifications of one claim."))


def _pairs(result: AgreementResult, names: Mapping[str, str]) -> HeatMatrix:
    shared: dict[str, int] = {}
    for pair in result.pairs:
        for person in (pair.first, pair.second):
            shared[person] = shared.get(person, 0) + pair.kappa.items
    people = sorted(sorted(shared, key=lambda person: -shared[person])[:MOST_PEOPLE])
    kappas = {
        key: pair.kappa
        for pair in result.pairs
        for key in ((pair.first, pair.second), (pair.second, pair.first))
    }
    cells = [[kappas.get((person, other)) for other in people] for person in people]
    known = [
        (pair.kappa.value, pair.first, pair.second)
        for pair in result.pairs
        if pair.kappa.value is not None and pair.kappa.items >= LEAST_ITEMS
    ]
    if known:
        lowest = min(known)
        title = _("%(first)s and %(second)s agree least: κ %(kappa)s") % {
            "first": names.get(lowest[1], "?"),
            "second": names.get(lowest[2], "?"),
            "kappa": f"{lowest[0]:.2f}",
        }
    else:
        title = _("No two people have enough claims in common yet")
    caption = _("Cohen's κ over the claims that both verified.")
    if len(shared) > len(people):
        caption += " " + _("The people with most claims in common; the CSV file has all pairs.")
    return HeatMatrix(
        title=title,
        row_labels=tuple(
            f"{place}. {names.get(person, '?')}" for place, person in enumerate(people, start=1)
        ),
        column_labels=tuple(str(place) for place in range(1, len(people) + 1)),
        values=tuple(tuple(kappa.value if kappa else None for kappa in row) for row in cells),
        notes=tuple(tuple(figure_words(kappa) if kappa else "" for kappa in row) for row in cells),
        caption=caption,
        top=1.0,
    )


def _causes(result: AgreementResult) -> BarChart:
    total = sum(result.causes.values())
    ordered = sorted(result.causes.items(), key=lambda cause: (-cause[1], cause[0]))
    title = _("The most frequent cause of disagreements: %(cause)s") % {
        "cause": Adjudication.Cause(ordered[0][0]).label
    }
    return BarChart(
        title=title,
        bars=tuple(
            Bar(label=str(Adjudication.Cause(cause).label), value=number)
            for cause, number in ordered
        ),
        caption=_("Of %(total)s decisions of managers.") % {"total": f"{total:,}"},
        value_name=_("Decisions"),
    )
