"""Rendered HTML to elements: Parsoid's output, Enterprise dumps, or an article as it is served.

Its templates are expanded, so nothing of it is lossy but what the wiki itself failed to render.
The text goes through the same marks, blocks and assembly as wikitext: a page without templates
gives the same elements under the same addresses either way.
"""

from dataclasses import replace

from wiki.parsing.assembly import Assembler
from wiki.parsing.elements import PageDocument
from wiki.parsing.html_blocks import FlowReader
from wiki.parsing.html_source import Source, content_of, facts_of, parse_tree, read_source
from wiki.parsing.limits import DEFAULT_LIMITS, InvalidPageError, Limits
from wiki.parsing.page import ParsedPage
from wiki.parsing.titles import normalise_title

# Raised whenever the same HTML may give other elements.
HTML_EXTRACTOR_VERSION = 3


def parse_html(title: str, html: str | bytes, *, limits: Limits = DEFAULT_LIMITS) -> ParsedPage:
    """Return a page's elements and what else its HTML tells.

    Any text or bytes are accepted up to ``limits.expanded_characters``; beyond them,
    PageTooLargeError names the page.
    """
    name = normalise_title(title)
    if not name:
        raise InvalidPageError(title, "a page needs a title")
    source = Source(name, limits, span_budget=limits.cells)
    text = read_source(html, source)
    root = parse_tree(text, source)
    facts = facts_of(root, text)
    if facts.redirect is not None:
        return ParsedPage(PageDocument(name, ()), redirect=facts.redirect)
    source.host = facts.host
    reader = FlowReader(source)
    reader.read(content_of(root, text))
    assembler = Assembler(name, source.boxes, limits, notes=source.notes)
    for block in reader.lines.finish():
        assembler.add(block)
    return replace(
        assembler.result(),
        is_disambiguation=facts.is_disambiguation
        or source.is_disambiguation
        or name.endswith("(disambiguation)"),
        categories=facts.categories,
        unknown_templates=dict(source.unknown.most_common()),
    )
