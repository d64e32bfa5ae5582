"""`{{ labels|lookup:name }}`: a dictionary's value; what it does not know, it gives back."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def lookup(labels: Mapping[str, str], name: str) -> str:
    return labels.get(name, name)
