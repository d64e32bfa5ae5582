"""`{% reading_url corpus title address %}`: the URL of an element in the reading view.

A corpus is frozen, so the URL stays valid.
"""

from __future__ import annotations

from urllib.parse import quote

from django import template

from wiki.models import Corpus
from wiki.reading.markup import page_path

register = template.Library()


@register.simple_tag
def reading_url(corpus: Corpus, title: str, address: str) -> str:
    return f"{page_path(title)}?corpus={corpus.public_id}#{quote(address)}"
