"""Parts of pages that depend on the reader's language and a few values alone.

`{% fixed "annotation/desk/texts.html" %}` includes a template without a context. It is rendered
once for each language: the texts for the scripts of a desk took a quarter of its page's time.
`{% fixed "annotation/desk/verify/tray.html" set_limit=3 %}` gives it hashable values;
it is rendered once for each of them, too.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def fixed(name: str, **values: Hashable) -> SafeString:
    # While templates are being changed, they are read again.
    render = _render if settings.DEBUG else _render_once
    return render(name, get_language(), tuple(values.items()))


def _render(
    name: str, language: str | None, values: tuple[tuple[str, Hashable], ...]
) -> SafeString:
    return render_to_string(name, dict(values))


_render_once = lru_cache(maxsize=256)(_render)
