"""The template tags `{% chart figure %}`, with title and numbers, and `{% sparkline spark %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.text import slugify

from plots import BarChart, ColumnChart, HeatMatrix, LineChart, Sparkline, StackedBarChart
from plots.downloads import as_link

register = template.Library()


@register.inclusion_tag("plots/figure.html")
def chart(
    figure: BarChart | ColumnChart | HeatMatrix | LineChart | StackedBarChart,
) -> dict[str, Any]:
    """Return the context of the figure; the kind of the chart selects its drawing."""
    return {
        "chart": figure,
        "drawing": f"plots/{figure.kind}.html",
        "download": as_link(figure) if figure.rows else "",
        "file_name": f"{slugify(figure.title)[:60] or 'numbers'}.csv",
    }


@register.inclusion_tag("plots/sparkline.html")
def sparkline(spark: Sparkline) -> dict[str, Any]:
    """Return the context of a small chart for a cell of a table."""
    return {"spark": spark}
