"""The template tag `{% chart figure %}`: a chart with its title, caption and numbers."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.text import slugify

from plots import BarChart, HeatMatrix, LineChart, StackedBarChart
from plots.downloads import as_link

register = template.Library()


@register.inclusion_tag("plots/figure.html")
def chart(figure: BarChart | HeatMatrix | LineChart | StackedBarChart) -> dict[str, Any]:
    """Return the context of the figure; the kind of the chart selects its drawing."""
    return {
        "chart": figure,
        "drawing": f"plots/{figure.kind}.html",
        "download": as_link(figure) if figure.rows else "",
        "file_name": f"{slugify(figure.title)[:60] or 'numbers'}.csv",
    }
