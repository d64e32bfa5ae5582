"""The charts of a person's page, each titled by what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from annotation.selectors.campaign.people import PersonWeek
from campaigns.models import Campaign
from plots import BarChart, ColumnChart, HeatMatrix, Line, LineChart, UprightBar
from quality.measuring.results import AgreementResult, PairFigures, PersonFigures
from quality.views.shown_charts import (
    RowLink,
    ShownChart,
    bar_chart,
    claims_link,
    figure_bar,
    figure_point,
    verifications_link,
)
from quality.words import DesignWords


def work_charts(campaign: Campaign, person: User, weeks: Sequence[PersonWeek]) -> list[ShownChart]:
    """Return the charts of what a person did, by week."""
    public_id = str(person.public_id)
    links: tuple[RowLink, ...] = (
        claims_link(campaign, _("Claims that they wrote"), person=public_id),
        claims_link(campaign, _("Claims that they verified"), verifier=public_id),
    )
    items = sum(week.items for week in weeks)
    most = max((week.items for week in weeks), default=0)
    hours = sum(week.hours for week in weeks)
    return [
        ShownChart(
            ColumnChart(
                title=ngettext("%(n)d item in twelve weeks", "%(n)d items in twelve weeks", items)
                % {"n": items},
                points=tuple(
                    UprightBar(label=f"{week.week:%Y-%m-%d}", value=week.items) for week in weeks
                ),
                point_name=_("Week"),
                # An even number, so that the line in the middle is a whole number.
                top=max(4, most + most % 2),
                caption=_("Submitted items by week, which begins on Monday."),
                value_name=_("Items"),
            ),
            links,
        ),
        ShownChart(
            ColumnChart(
                title=_("%(hours)s active hours in twelve weeks") % {"hours": f"{hours:.1f}"},
                points=tuple(
                    UprightBar(label=f"{week.week:%Y-%m-%d}", value=round(week.hours, 2))
                    for week in weeks
                ),
                point_name=_("Week"),
                caption=_("With the time of items that were skipped or reported."),
                value_name=_("Active hours"),
            )
        ),
    ]


def agreement_charts_of(
    campaign: Campaign,
    person: User,
    result: AgreementResult,
    figures: PersonFigures,
    names: Mapping[str, str],
) -> list[ShownChart]:
    """Return the charts of how far a person agrees with others and with gold."""
    public_id = str(person.public_id)
    rows = (verifications_link(campaign, _("Their verifications"), person=public_id),)
    charts = [
        ShownChart(_trend(figures), rows),
        ShownChart(_comparison(figures), rows),
    ]
    pairs = [pair for pair in result.pairs if public_id in (pair.first, pair.second)]
    if pairs:
        link = claims_link(
            campaign,
            _("Disagreements about their claims"),
            verifier=public_id,
            disagreement="verdict",
        )
        charts.append(ShownChart(_pairs(public_id, pairs, names), (link,)))
    if figures.confusion:
        charts.append(ShownChart(_confusion(campaign, result, figures), rows))
    return charts


def _trend(figures: PersonFigures) -> LineChart:
    known = [week for week in figures.weeks if week.figure.value is not None]
    if len(known) < 2:
        title = _("Agreement with the majority of others: two weeks are needed for a trend")
    else:
        title = _("Agreement with the majority of others went from %(first)s to %(last)s") % {
            "first": f"{100 * (known[0].figure.value or 0):.0f}%",
            "last": f"{100 * (known[-1].figure.value or 0):.0f}%",
        }
    return LineChart(
        title=title,
        lines=(
            Line(
                label=_("Agreement"),
                points=tuple(figure_point(week.name, week.figure) for week in figures.weeks),
            ),
        ),
        caption=_("The share of their verdicts that the majority of the others gave, by week."),
        point_name=_("Week"),
        top=1.0,
    )


def _comparison(figures: PersonFigures) -> BarChart:
    return bar_chart(
        _("Agreement with others, with gold, and on evidence"),
        (
            figure_bar(_("κ with all others"), figures.kappa),
            figure_bar(_("With the majority"), figures.with_majority),
            figure_bar(_("With gold"), figures.with_gold),
            figure_bar(_("Evidence F1"), figures.evidence_f1),
        ),
        caption=_("With 95% intervals."),
    )


def _pairs(person: str, pairs: Sequence[PairFigures], names: Mapping[str, str]) -> BarChart:
    def other(pair: PairFigures) -> str:
        return names.get(pair.second if pair.first == person else pair.first, "?")

    ordered = sorted(pairs, key=lambda pair: (-pair.kappa.items, other(pair)))
    return bar_chart(
        ngettext(
            "They share claims with %(n)d person", "They share claims with %(n)d people", len(pairs)
        )
        % {"n": len(pairs)},
        tuple(figure_bar(other(pair), pair.kappa) for pair in ordered),
        caption=_("Cohen's κ over the claims that both verified; most claims in common first."),
    )


def _confusion(campaign: Campaign, result: AgreementResult, figures: PersonFigures) -> HeatMatrix:
    words = DesignWords.of(campaign)
    labels = tuple(words.label(verdict) for verdict in result.verdicts)
    return HeatMatrix(
        title=_("Verdicts that they give, by what is probably right"),
        row_labels=labels,
        column_labels=labels,
        values=figures.confusion,
        caption=_("By the model of Dawid and Skene: each row sums to 1."),
        top=1.0,
    )
