"""The parser of rendered HTML: Parsoid's output, Enterprise dumps, or articles as served.

Its templates are already expanded, so an element is lossy only if the wiki failed to render it.
The text goes through the same marks, blocks and assembly as wikitext, so a page without templates
produces the same elements with the same addresses either way.
"""

from dataclasses import replace

from wiki.parsing.assembly import Assembler
from wiki.parsing.elements import PageDocument
from wiki.parsing.html.blocks import FlowReader
from wiki.parsing.html.source import HtmlSource, content_of, metadata_of, parse_tree, read_source
from wiki.parsing.limits import DEFAULT_LIMITS, InvalidPageError, Limits
from wiki.parsing.page import ParsedPage
from wiki.parsing.titles import normalise_title

# Incremented whenever the same HTML may produce other elements.
HTML_EXTRACTOR_VERSION = 3


def parse_html(title: str, html: str | bytes, *, limits: Limits = DEFAULT_LIMITS) -> ParsedPage:
    """Return a page's elements and the other metadata in its HTML.

    Any text or bytes up to ``limits.expanded_characters`` are accepted. Raise PageTooLargeError
    beyond that.
    """
    name = normalise_title(title)
    if not name:
        raise InvalidPageError(title, "a page needs a title")
    source = HtmlSource(name, limits, span_budget=limits.cells)
    text = read_source(html, source)
    root = parse_tree(text, source)
    metadata = metadata_of(root, text)
    if metadata.redirect is not None:
        return ParsedPage(PageDocument(name, ()), redirect=metadata.redirect)
    source.host = metadata.host
    reader = FlowReader(source)
    reader.read(content_of(root, text))
    assembler = Assembler(name, source.boxes, limits, notes=source.notes)
    for block in reader.lines.finish():
        assembler.add(block)
    return replace(
        assembler.result(),
        is_disambiguation=metadata.is_disambiguation
        or source.is_disambiguation
        or name.endswith("(disambiguation)"),
        categories=metadata.categories,
        unknown_templates=dict(source.unknown.most_common()),
    )
