"""Values of a dictionary in templates.

`{{ labels|lookup:name }}` is the value, or the name itself where there is none;
`{{ counts|value_of:name }}` is the value, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def lookup(labels: Mapping[str, str], name: str) -> str:
    return labels.get(name, name)


@register.filter
def value_of(values: Mapping[str, Any], name: str) -> Any:
    return values.get(name)


@register.filter
def percent(share: float) -> str:
    """Return a share from 0 to 1 as whole percent."""
    return f"{round(100 * share)}%"
