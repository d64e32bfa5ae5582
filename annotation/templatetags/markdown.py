"""`{{ text|markdown }}`."""

from __future__ import annotations

from django import template

from annotation.markdown import to_html

register = template.Library()
register.filter("markdown", to_html)
