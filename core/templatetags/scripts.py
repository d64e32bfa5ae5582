"""The tag `{% module_script "touchstone/js/grading.js" %}`, which loads an ES module."""

from __future__ import annotations

from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.script_modules import imported_modules

register = template.Library()


@register.simple_tag
def module_script(script: str) -> SafeString:
    """Return the tag that loads a module, behind those that preload what it imports."""
    # While scripts are being changed, their imports are read again.
    render = _render if settings.DEBUG else _render_once
    return render(script, static(script))


def _render(script: str, address: str) -> SafeString:
    preloads = format_html_join(
        "\n",
        '<link rel="modulepreload" href="{}">',
        ([static(module)] for module in imported_modules(script)),
    )
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, address)


_render_once = cache(_render)
