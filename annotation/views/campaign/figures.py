"""The charts of a campaign's pages."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.selectors.campaign.progress import DeckMeter, Pace
from plots import Bar, BarChart, ColumnChart, Tone, UprightBar
from plots.scales import spell


def pace_chart(pace: Pace) -> ColumnChart:
    """Return the chart of highlights by day."""
    total = sum(count for _day, count in pace.days)
    title = ngettext(
        "%(n)d highlight was used in two weeks",
        "%(n)d highlights were used in two weeks",
        total,
    ) % {"n": total}
    return _by_day(pace, title, _("Highlights"))


def verifying_chart(pace: Pace) -> ColumnChart:
    """Return the chart of verified claims by day."""
    total = sum(count for _day, count in pace.days)
    title = ngettext(
        "%(n)d claim was verified in two weeks",
        "%(n)d claims were verified in two weeks",
        total,
    ) % {"n": total}
    return _by_day(pace, title, _("Claims"))


def _by_day(pace: Pace, title: str, counted: str) -> ColumnChart:
    most = max((count for _day, count in pace.days), default=0)
    return ColumnChart(
        title=title,
        points=tuple(UprightBar(label=f"{day:%Y-%m-%d}", value=count) for day, count in pace.days),
        point_name=_("Day"),
        value_name=counted,
        # An even number, so that the line in the middle is a whole number.
        top=max(4, most + most % 2),
    )


def meter_chart(meter: DeckMeter) -> BarChart:
    """Return the chart of what was dealt against its quotas."""
    if not meter.total:
        title = _("%(factor)s: nothing dealt yet") % {"factor": meter.label}
    elif not meter.furthest:
        title = _("%(factor)s: every quota is met exactly") % {"factor": meter.label}
    elif meter.is_within:
        title = _("%(factor)s: every quota is met to within %(furthest)s") % {
            "factor": meter.label,
            "furthest": spell(round(meter.furthest, 2)),
        }
    else:
        title = _("%(factor)s: a quota is off by %(furthest)s") % {
            "factor": meter.label,
            "furthest": spell(round(meter.furthest, 2)),
        }
    return BarChart(
        title=title,
        caption=_caption(meter),
        value_name=_("In use"),
        target_name=_("Quota"),
        top=meter.total or 1,
        bars=tuple(
            Bar(
                label=row.label,
                value=row.count,
                target=row.target,
                note=_("%(count)d of %(quota)s") % {"count": row.count, "quota": spell(row.target)},
                tone=Tone.ACCENT if meter.is_within else Tone.WARNING,
            )
            for row in meter.rows
        ),
    )


def _caption(meter: DeckMeter) -> str:
    words = _("The line is the quota of the %(total)d in use; the bound is %(bound)d.") % {
        "total": meter.total,
        "bound": meter.bound,
    }
    if meter.freed:
        words += " " + ngettext(
            "%(n)d was freed and will be dealt next.",
            "%(n)d were freed and are dealt next.",
            meter.freed,
        ) % {"n": meter.freed}
    if meter.version > 1:
        words += " " + _("Counted from zero since the shares were changed.")
    return words
