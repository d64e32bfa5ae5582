"""`{{ text|markdown }}`."""

from __future__ import annotations

from django import template

from campaigns.markdown import to_html

register = template.Library()
register.filter("markdown", to_html)
