"""`{{ labels|lookup:name }}`: a dictionary's value; what it does not know, it gives back.
`{{ counts|value_of:name }}`: the value, or None.
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
