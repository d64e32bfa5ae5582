"""The filter `clock`: a time span as 3:07 or 1:02:15."""

from __future__ import annotations

from datetime import timedelta

from django import template

register = template.Library()


@register.filter
def clock(value: timedelta | int) -> str:
    """Return hours, minutes and seconds of a span, or of a number of milliseconds."""
    span = value if isinstance(value, timedelta) else timedelta(milliseconds=value)
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
