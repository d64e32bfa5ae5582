"""Parts of pages that depend on the reader's language alone.

`{% fixed "annotation/desk/texts.html" %}` includes a template without a context. It is rendered
once for each language: the texts for the scripts of a desk took a quarter of its page's time.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def fixed(name: str) -> SafeString:
    # While templates are being changed, they are read again.
    render = _render if settings.DEBUG else _render_once
    return render(name, get_language())


def _render(name: str, language: str | None) -> SafeString:
    return render_to_string(name)


_render_once = lru_cache(maxsize=64)(_render)
