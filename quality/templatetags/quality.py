"""Figures as text: value, interval and, where there is no value, the reason."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from plots.scales import spell
from quality.measuring.results import ReportFigure
from quality.messages import GUIDELINES_STATES, undefined_text
from quality.selectors.people import GuidelinesState

register = template.Library()


@register.filter
def figure(found: ReportFigure | None) -> str:
    """Return a figure with its interval; "–" if a run does not have it."""
    if found is None:
        return "–"
    if found.value is None:
        return undefined_text(found.undefined)
    if found.low is None or found.high is None:
        return spell(found.value)
    return f"{spell(found.value)} [{spell(found.low)}, {spell(found.high)}]"


@register.filter
def share(found: ReportFigure | None) -> str:
    """Return a share in percent with its numerator and its denominator."""
    if found is None or found.value is None or found.numerator is None:
        return figure(found)
    return _("%(share)s%% (%(part)s of %(all)s)") % {
        "share": f"{100 * found.value:.0f}",
        "part": f"{found.numerator:,}",
        "all": f"{found.items:,}",
    }


@register.filter
def rate(found: float | None) -> str:
    """Return a share in percent; "–" if there is none."""
    return "–" if found is None else f"{100 * found:.0f}%"


@register.filter
def guidelines_state(state: GuidelinesState) -> str:
    """Return how far a member has read the guidelines, in words."""
    return str(GUIDELINES_STATES[state])
