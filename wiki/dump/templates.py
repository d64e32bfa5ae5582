"""The plain templates in a dump: read before its pages, because a dump has them in no order.

Their pages are found by searching the bytes of the file, so that this costs little more than to
unpack it. Of a multistream dump of which only some titles are wanted, only the streams with their
templates are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from core.file_limits import DEFAULT_FILE_LIMITS
from core.readers import Alive, ignore
from wiki.dump import xml
from wiki.dump.files import CompressedFile
from wiki.dump.multistream import MultistreamDump, read_stream, unpacked
from wiki.dump.records import (
    EVERYTHING,
    ArticleSelection,
    Dump,
    DumpError,
    PageFormat,
    SourcePage,
    StreamBatch,
)
from wiki.parsing.definitions import called_titles, plain_definition, template_title

# A template's title without its namespace, and its definition.
NamedDefinition = tuple[str, str]

_AT_ONCE = 500
_BYTES_AT_ONCE = 64 * 2**20
_LONGEST_PAGE = 8 * 2**20
_MOST_ROUNDS = 8
_PREFIX = "Template:"
_NAMESPACE = "10"
_END = b"</page>"
_HEAD = 4096
_NUMBERED = re.compile(rb"<ns>\s*10\s*</ns>")
_NAMED = re.compile(rb"<title>\s*Template:")


@dataclass(frozen=True, slots=True)
class TemplateBatch:
    """Some templates, and how far the file was read for them."""

    definitions: list[NamedDefinition]
    position: int


def read_templates(
    dump: Dump, *, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
) -> Iterator[TemplateBatch]:
    """Yield the plain templates of a dump, up to damage, if there is any; none but of wikitext."""
    if dump.format is not PageFormat.WIKITEXT:
        return
    # The import of the pages reports damage.
    with suppress(DumpError):
        if isinstance(dump, MultistreamDump) and selection.titles:
            yield from _needed_templates(dump, selection, alive)
        else:
            yield from _all_templates(dump, alive)


def _all_templates(dump: Dump, alive: Alive) -> Iterator[TemplateBatch]:
    file = CompressedFile(dump.path, getattr(dump, "limits", DEFAULT_FILE_LIMITS))
    found: list[NamedDefinition] = []
    said_at = 0
    try:
        with suppress(DumpError):
            for page in _template_pages(file.blocks(), alive):
                found += _definitions(page, dump)
                if len(found) >= _AT_ONCE or file.position - said_at >= _BYTES_AT_ONCE:
                    yield TemplateBatch(found, file.position)
                    found, said_at = [], file.position
    finally:
        file.close()
    yield TemplateBatch(found, dump.size)


def _template_pages(blocks: Iterable[bytes], alive: Alive) -> Iterator[bytes]:
    """Yield the XML of each page that is a template, and b"" after each block."""
    # The beginning of a page that goes on in the next block. Parts are joined once.
    parts: list[bytes] = []
    size = 0
    for block in blocks:
        alive()
        before = parts[-1][1 - len(_END) :] if parts else b""
        if _END in before + block:
            *pages, rest = b"".join([*parts, block]).split(_END)
            if size > _LONGEST_PAGE:
                # Only its end is here.
                del pages[0]
            yield from filter(None, map(_template_in, pages))
            parts, size = [rest], len(rest)
        else:
            size += len(block)
            parts = [*parts, block] if size <= _LONGEST_PAGE else [block]
        yield b""


def _template_in(content: bytes) -> bytes:
    """Return the XML of the page at the end of this, without its end tag; b"" if no template."""
    start = content.rfind(b"<page")
    head = content[start : start + _HEAD]
    if start < 0:
        return b""
    # Exports older than 2010 do not state the namespace.
    found = _NUMBERED.search(head) if b"<ns>" in head else _NAMED.search(head)
    return content[start:] if found else b""


def _definitions(page: bytes, dump: Dump) -> Iterator[NamedDefinition]:
    """Yield the definition in the XML of a page, if it is plain."""
    if not page:
        return
    try:
        entries = list(xml.read_fragment([page, _END], dump.path, namespace=_NAMESPACE))
    except DumpError:
        return
    for entry in entries:
        if isinstance(entry, SourcePage):
            definition = plain_definition(entry.text)
            title = template_title(entry.title.partition(":")[2])
            if definition is not None and title:
                yield title, definition


def _needed_templates(
    dump: MultistreamDump, selection: ArticleSelection, alive: Alive
) -> Iterator[TemplateBatch]:
    """Yield the templates that the selected pages call, then those that these call, and so on."""
    needed: set[str] = set()
    for batch in dump.batches(selection=selection, alive=alive):
        with suppress(DumpError):
            for page in read_stream(batch):
                alive()
                if isinstance(page, SourcePage) and selection.wants(page):
                    needed |= called_titles(page.text)
    done: set[str] = set()
    for _ in range(_MOST_ROUNDS):
        needed -= done
        if not needed:
            return
        wanted = ArticleSelection.of([_PREFIX + title for title in needed])
        called: set[str] = set()
        for batch in dump.batches(selection=wanted, alive=alive):
            found = [
                (title, definition)
                for title, definition in _templates_in(batch, dump, alive)
                if title in needed
            ]
            called.update(*(called_titles(definition) for _title, definition in found))
            yield TemplateBatch(found, 0)
        done |= needed
        needed = called


def _templates_in(
    batch: StreamBatch, dump: MultistreamDump, alive: Alive
) -> Iterator[NamedDefinition]:
    with suppress(DumpError):
        for page in _template_pages(unpacked(batch), alive):
            yield from _definitions(page, dump)
