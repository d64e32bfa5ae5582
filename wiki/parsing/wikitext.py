"""The wikitext parser: its stages in order."""

from dataclasses import replace

from wiki.parsing.assembly import Assembler
from wiki.parsing.blocks import BlockReader, mark_italic_hatnotes
from wiki.parsing.cleaning import normalise, redirect_target, strip_hidden
from wiki.parsing.definitions import FindDefinition
from wiki.parsing.elements import PageDocument
from wiki.parsing.expansion import Expansion
from wiki.parsing.inline import strip_markup
from wiki.parsing.limits import DEFAULT_LIMITS, InvalidPageError, Limits, PageTooLargeError
from wiki.parsing.page import ParsedPage
from wiki.parsing.places import stamp_of, stamp_places
from wiki.parsing.tables import RawTable, find_tables, scan_table
from wiki.parsing.titles import normalise_title

# Incremented whenever the same source may produce other elements; stored with every page.
EXTRACTOR_VERSION = 7


def parse_wikitext(
    title: str,
    text: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    find_definition: FindDefinition | None = None,
) -> ParsedPage:
    """Return a page's elements and the other facts in its source.

    `find_definition` returns the templates of the page's wiki that the parser does not know. Any
    text up to the limits is accepted. Raise PageTooLargeError beyond them.
    """
    name = normalise_title(title)
    if not name:
        raise InvalidPageError(title, "a page needs a title")
    if len(text) > limits.characters:
        raise PageTooLargeError(
            name, f"{len(text):,} characters, more than the {limits.characters:,} allowed"
        )
    target = redirect_target(text)
    if target is not None:
        return ParsedPage(PageDocument(name, ()), redirect=normalise_title(target))
    expansion = Expansion(name, limits, find_definition=find_definition)
    marked = mark_up(text, expansion)
    reader = BlockReader()
    _read(marked, reader, expansion)
    assembler = Assembler(
        name, expansion.boxes, limits, places=expansion.places, notes=expansion.notes
    )
    for block in reader.finish():
        assembler.add(block)
    return replace(
        assembler.result(),
        is_disambiguation=expansion.is_disambiguation or name.endswith("(disambiguation)"),
        categories=tuple(expansion.categories),
        unknown_templates=dict(expansion.unknown.most_common()),
        needs_templates=bool(expansion.template_calls or expansion.unknown),
    )


def mark_up(text: str, expansion: Expansion) -> str:
    """Return wikitext as marked text, the input for finding blocks and tables."""
    stamped, expansion.places = stamp_places(normalise(text), text)
    return strip_markup(mark_italic_hatnotes(expansion.expand(strip_hidden(stamped))))


def _read(marked: str, reader: BlockReader, expansion: Expansion) -> None:
    """Feed the reader the text between the tables, and references to the tables."""

    def register(table: RawTable) -> int:
        expansion.boxes.append(table)
        return len(expansion.boxes) - 1

    done = 0
    for span in find_tables(marked):
        reader.feed(marked[done : span.start])
        next_stamp = None if span.is_closed else _stamp_after(span.end, marked, expansion)
        table = scan_table(marked[span.start : span.end], register, next_stamp=next_stamp)
        if not span.is_closed:
            place = expansion.places.at(table.first_stamp)
            expansion.notes.append(f"unclosed: a table has no end{place}")
        reader.add_box(register(table))
        done = span.end
    reader.feed(marked[done:])


def _stamp_after(end: int, marked: str, expansion: Expansion) -> int | None:
    """Return the stamp of the heading that follows, or of the end of the source."""
    if end == len(marked):
        return expansion.places.end
    line_end = marked.find("\n", end)
    return stamp_of(marked[end : line_end if line_end >= 0 else len(marked)])
