"""The charts of the report that describes the dataset, each titled by what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from plots import Bar, BarChart, HeatMatrix
from quality.measuring.results import DescriptionResult
from quality.messages import CLAIM_PROPERTIES, SET_KINDS
from quality.views.shown_charts import (
    ShownChart,
    bar_chart,
    claims_link,
    figure_bar,
)
from quality.words import DesignWords

_Crossed = Mapping[str, Mapping[str, int]]


def description_charts(campaign: Campaign, result: DescriptionResult) -> list[ShownChart]:
    """Return the charts of the report, without those that have nothing to show."""
    words = DesignWords.of(campaign)
    link = (claims_link(campaign, _("Open claims")),)
    charts = [
        ShownChart(
            _verdicts(result, words),
            tuple(
                claims_link(campaign, words.label(name), verdict=name)
                for name, count in result.verdicts.items()
                if count
            ),
        ),
        ShownChart(_sets(result), link),
        ShownChart(_properties(result), link),
    ]
    crossed = (
        (_challenges_title, result.challenges, _("Rows: expected by the author; columns: actual.")),
        (
            _verdicts_title,
            result.intended_verdicts,
            _("Rows: prescribed or intended; columns: verified."),
        ),
        (_scopes_title, result.scopes, _("Rows: prescribed; columns: where the evidence is.")),
    )
    charts += [
        ShownChart(_matrix(title, table, caption, words), link)
        for title, table, caption in crossed
        if table
    ]
    charts.append(ShownChart(_positions(result), link))
    return charts


def _verdicts(result: DescriptionResult, words: DesignWords) -> BarChart:
    total = result.verified_claims
    title = ngettext("%(count)s claim is verified", "%(count)s claims are verified", total) % {
        "count": f"{total:,}"
    }
    return _counts(title, {words.label(name): n for name, n in result.verdicts.items()}, total)


def _sets(result: DescriptionResult) -> BarChart:
    title = ngettext(
        "%(count)s set of evidence, by what it is made of",
        "%(count)s sets of evidence, by what they are made of",
        result.evidence_sets,
    ) % {"count": f"{result.evidence_sets:,}"}
    kinds = {
        str(SET_KINDS[name]): result.sets_by_kind.get(name, 0)
        for name in ("sentences", "tables", "combined")
    }
    return _counts(title, kinds, result.evidence_sets)


def _counts(title: str, counts: Mapping[str, int], total: int) -> BarChart:
    return BarChart(
        title=title,
        bars=tuple(
            Bar(
                label=label,
                value=number,
                note=_("%(part)s of %(all)s (%(share)s)")
                % {
                    "part": f"{number:,}",
                    "all": f"{total:,}",
                    "share": f"{100 * number / total:.0f}%" if total else "–",
                },
            )
            for label, number in counts.items()
        ),
        value_name=_("Number"),
        top=total or 1,
    )


def _properties(result: DescriptionResult) -> BarChart:
    share = result.several_pages.value or 0.0
    title = _("%(share)s of claims need more than one page") % {"share": f"{100 * share:.0f}%"}
    bars = tuple(
        figure_bar(str(label), getattr(result, name)) for name, label in CLAIM_PROPERTIES.items()
    )
    return bar_chart(title, bars, caption=_("Of the verified claims, with 95% intervals."))


def _matrix(
    title: Callable[[str], str], table: _Crossed, caption: str, words: DesignWords
) -> HeatMatrix:
    names = words.ordered(table)
    columns = words.ordered(column for counts in table.values() for column in counts)
    # Long labels of many columns would lie over one another: they are numbered.
    both = words.ordered([*names, *columns])
    places = {name: place for place, name in enumerate(both, start=1)} if len(both) > 4 else {}
    names, columns = (both, both) if places else (names, columns)
    total = sum(sum(counts.values()) for counts in table.values())
    same = sum(counts.get(name, 0) for name, counts in table.items())
    return HeatMatrix(
        title=title(f"{100 * same / total:.0f}%"),
        row_labels=tuple(
            f"{places[name]}. {words.label(name)}" if places else words.label(name)
            for name in names
        ),
        column_labels=tuple(str(places[name]) if places else words.label(name) for name in columns),
        values=tuple(
            tuple(float(table.get(name, {}).get(column, 0)) for column in columns) for name in names
        ),
        caption=caption,
    )


def _challenges_title(share: str) -> str:
    return _("Verifiers met the challenge that the author expected for %(share)s of claims") % {
        "share": share
    }


def _verdicts_title(share: str) -> str:
    return _("%(share)s of claims have the verdict that they were written for") % {"share": share}


def _scopes_title(share: str) -> str:
    return _("The evidence of %(share)s of claims is where it was asked for") % {"share": share}


def _positions(result: DescriptionResult) -> BarChart:
    total = sum(result.positions.values())
    first = result.positions["0"]
    title = _("%(share)s of evidence is the first sentence, item or row") % {
        "share": f"{100 * first / total:.0f}%" if total else "–"
    }
    lows = [int(low) for low in result.positions]
    ends = [*lows[1:], None]
    labels = {
        low: _("Position %(low)s") % {"low": low + 1}
        if end == low + 1
        else _("From position %(low)s") % {"low": low + 1}
        if end is None
        else _("Positions %(low)s to %(high)s") % {"low": low + 1, "high": end}
        for low, end in zip(lows, ends, strict=True)
    }
    return _counts(title, {labels[low]: result.positions[str(low)] for low in lows}, total)
