"""Charts of dashboards: a chart with the address of the rows behind it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from plots import Bar, BarChart, ColumnChart, HeatMatrix, LineChart, Point, Tone
from plots.scales import spell
from quality.measuring.results import ReportFigure
from quality.messages import undefined_text

DashboardChart = BarChart | ColumnChart | HeatMatrix | LineChart


@dataclass(frozen=True, slots=True)
class RowLink:
    """The address of a list of rows, and its words."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class ShownChart:
    """A chart with links to the rows that it counts."""

    chart: DashboardChart
    links: tuple[RowLink, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Return whether it needs the whole width."""
        return isinstance(self.chart, HeatMatrix)


def verifications_link(campaign: Campaign, label: str, **wanted: str) -> RowLink:
    """Return a link to the verifications of a campaign that fit."""
    url = reverse("verifications", args=[campaign.public_id])
    return RowLink(f"{url}?{urlencode(wanted)}" if wanted else url, label)


def claims_link(campaign: Campaign, label: str, **wanted: str) -> RowLink:
    """Return a link to the claims of a campaign that fit."""
    url = reverse("campaign-claims", args=[campaign.public_id])
    return RowLink(f"{url}?{urlencode(wanted)}" if wanted else url, label)


def disagreements_link(campaign: Campaign) -> RowLink:
    """Return a link to the claims that people disagree about."""
    return RowLink(reverse("adjudication", args=[campaign.public_id]), _("Open disagreements"))


def figure_bar(label: str, figure: ReportFigure, tone: Tone = Tone.ACCENT) -> Bar:
    """Return a bar of a figure; what has no value says why instead of a number."""
    if figure.value is None:
        return Bar(label=label, value=0.0, note=undefined_text(figure.undefined))
    note = f"{figure.value:.2f}"
    if figure.numerator is not None:
        note = _("%(value)s: %(part)s of %(all)s") % {
            "value": f"{100 * figure.value:.0f}%",
            "part": f"{figure.numerator:,}",
            "all": f"{figure.items:,}",
        }
    elif figure.items:
        note = _("%(value)s, n = %(items)s") % {"value": note, "items": f"{figure.items:,}"}
    return Bar(
        label=label,
        value=max(0.0, figure.value),
        low=None if figure.low is None else max(0.0, figure.low),
        high=None if figure.high is None else max(0.0, figure.high),
        note=note,
        tone=tone,
    )


def figure_words(figure: ReportFigure) -> str:
    """Return a figure with its interval and its denominator; what has no value says why."""
    if figure.value is None:
        return undefined_text(figure.undefined)
    words = spell(figure.value)
    if figure.low is not None and figure.high is not None:
        words += f" [{spell(figure.low)}, {spell(figure.high)}]"
    if figure.numerator is not None:
        return _("%(value)s: %(part)s of %(all)s") % {
            "value": words,
            "part": f"{figure.numerator:,}",
            "all": f"{figure.items:,}",
        }
    if not figure.items:
        return words
    return _("%(value)s, n = %(items)s") % {"value": words, "items": f"{figure.items:,}"}


def figure_point(label: str, figure: ReportFigure) -> Point:
    """Return a point of a line."""
    return Point(
        label=label,
        value=figure.value,
        low=figure.low,
        high=figure.high,
        note=figure_words(figure),
    )


def bar_chart(
    title: str, bars: tuple[Bar, ...], *, caption: str = "", target_name: str = ""
) -> BarChart:
    """Return a chart of shares or coefficients, from 0 to 1."""
    return BarChart(
        title=title,
        bars=bars,
        caption=caption,
        value_name=_("Value"),
        target_name=target_name or _("Target"),
        interval_names=(_("From"), _("To")),
        top=1.0,
    )
