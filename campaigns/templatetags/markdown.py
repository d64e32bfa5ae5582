"""The filter `{{ text|markdown }}`, for guidelines.

HTML in the text is shown as text, and images are left out.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe

from campaigns.clauses import guidelines_parser, heading_tokens

register = template.Library()

# The page around it has the first heading.
_TOP_LEVEL = 2
_LOWEST = 6


@register.filter("markdown")
@lru_cache(maxsize=64)
def to_html(text: str) -> SafeString:
    """Return the text as HTML, with headings that start one level below the page's own.

    Every heading has an id, so that precedents can lead to it.
    """
    parser = guidelines_parser()
    tokens = parser.parse(text)
    levels = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
    for opening, clause in heading_tokens(tokens):
        opening.attrSet("id", clause.anchor)
    shift = _TOP_LEVEL - min(levels, default=_TOP_LEVEL)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(_LOWEST, int(token.tag[1]) + shift)}"
    html: str = parser.renderer.render(tokens, parser.options, {})
    return mark_safe(html)  # noqa: S308
