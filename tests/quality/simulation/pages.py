"""Pages of the demo, parsed from their sources."""

from __future__ import annotations

from functools import cache

from demo.build import ROOT
from demo.sources import load_sources
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext


@cache
def _sources() -> dict[str, str]:
    return {source.title: source.text for source in load_sources(ROOT)}


@cache
def page(title: str) -> PageDocument:
    """Return a page of the demo."""
    return parse_wikitext(title, _sources()[title]).document
