"""Extraction: from a page of a dump to the document and the fields that are stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from wiki import documents
from wiki.dump.records import PageFormat, SourcePage
from wiki.parsing.definitions import FindDefinition
from wiki.parsing.elements import ListBlock, PageDocument, Section, Sentence, Table
from wiki.parsing.facts import sentence_runs, table_sizes
from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.feverous_schema import check_feverous
from wiki.parsing.limits import ParsingError
from wiki.parsing.page import ParsedPage, ParsedSentenceRun
from wiki.parsing.titles import normalise_title
from wiki.parsing.wikitext import EXTRACTOR_VERSION, parse_wikitext

# The sampler of highlights draws from runs of sentences that each have at least so many words.
WORDS_IN_SENTENCE = 5
LONGEST_TITLE = 255
_TEMPLATES = "-t"
# The most notes that are taken over from the record of a finished document.
MOST_NOTES = 10_000

_NOT_STORABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")

_NOTE = re.compile(r"(?:left out|ragged|repaired|truncated|unbalanced|unclosed): .{1,300}\Z")

Parse = Callable[[SourcePage], ParsedPage]
_FRAGMENT = re.compile(r"\s*#\w+\s*:?\s*\[\[[^\[\]|{}\n#]*#([^\[\]|{}\n]+)", re.IGNORECASE)


def extractor_name(
    page_format: PageFormat = PageFormat.WIKITEXT, templates_digest: str = ""
) -> str:
    """Return the extractor's name and version, which is stored with each page.

    HTML has its own reader before the stages that it shares with wikitext. The templates of a dump
    change what those of its pages become that need some: they have the hash of all templates in
    the name, others the bare one of `bare_name`.
    """
    if page_format is PageFormat.WIKITEXT:
        return f"{EXTRACTOR_VERSION}{_TEMPLATES}{templates_digest[:8]}"
    if page_format is PageFormat.FEVEROUS:
        return str(EXTRACTOR_VERSION)
    from wiki.parsing.html import HTML_EXTRACTOR_VERSION  # as below: few imports need it

    return f"{EXTRACTOR_VERSION}-html-{HTML_EXTRACTOR_VERSION}"


def bare_name(extractor: str) -> str:
    """Return the name of an extractor for pages that need no templates of their dump."""
    return extractor.partition(_TEMPLATES)[0]


@dataclass(frozen=True, slots=True)
class ExtractedPage:
    """A page, ready to be stored. Plain values only, because it is sent between processes."""

    kind: Literal["page"]
    title: str
    document: documents.PackedDocument
    is_disambiguation: bool
    is_flagged: bool
    sentences: int
    tables: tuple[tuple[int, int, int, int, bool, bool, bool], ...]
    runs: tuple[tuple[int, int, bool], ...]
    lists: int
    lossy: int
    categories: tuple[str, ...]
    unknown_templates: Mapping[str, int]
    # The kinds of notes that the parser made, each once.
    note_kinds: tuple[str, ...]
    needs_templates: bool


@dataclass(frozen=True, slots=True)
class ExtractedRedirect:
    """Another title of a page."""

    kind: Literal["redirect"]
    title: str
    target: str
    fragment: str


@dataclass(frozen=True, slots=True)
class FailedPage:
    """A page that could not be turned into elements, with the reason."""

    kind: Literal["failed"]
    title: str
    reason: str


Extraction = ExtractedPage | ExtractedRedirect | FailedPage


def failed_page(title: str, reason: str) -> FailedPage:
    return FailedPage("failed", title, reason)


@dataclass(slots=True)
class _Templates:
    """The templates of the dump that this process parses."""

    find: FindDefinition | None = None


_templates = _Templates()


def use_templates(find: FindDefinition) -> None:
    """Let `parse_page` expand these templates from now on."""
    _templates.find = find


def parse_page(page: SourcePage) -> ParsedPage:
    """Parse a page in the format of its text."""
    if page.format is PageFormat.WIKITEXT:
        return parse_wikitext(page.title, page.text, find_definition=_templates.find)
    if page.format is PageFormat.HTML:
        from wiki.parsing.html import parse_html  # most imports do not need lxml.html

        parsed = parse_html(page.title, page.text)
        return replace(parsed, categories=parsed.categories or page.categories)
    try:
        record = json.loads(page.text)
    except (ValueError, RecursionError) as error:
        raise ParsingError(page.title, f"it is not JSON ({error})") from error
    if not isinstance(record, dict):
        raise ParsingError(page.title, "it is not a JSON object")
    document = {"title": page.title, **record}
    check_feverous(document)
    return summarise(read_feverous(document), record)


def summarise(document: PageDocument, record: Mapping[str, Any]) -> ParsedPage:
    """Return the parsing result for a page that was imported as a finished document.

    A page that Touchstone wrote lists in its record what an earlier parser lost or repaired.
    """
    lossy = _texts(record.get("lossy"))
    notes = tuple(note for note in _texts(record.get("notes")) if _NOTE.match(note))
    return ParsedPage(
        document,
        is_disambiguation=document.title.endswith("(disambiguation)"),
        lossy=tuple(address for address in lossy if document.find(address) is not None),
        notes=notes,
        runs=sentence_runs(document),
        tables=table_sizes(document, lossy=lossy, notes=notes),
    )


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(text for text in value[:MOST_NOTES] if isinstance(text, str))


def extract(page: SourcePage, *, parse: Parse = parse_page) -> Extraction:
    """Return what is to be stored of a page. Its content never raises an error."""
    title = normalise_title(page.title)
    if not title:
        return failed_page(page.title[:LONGEST_TITLE], "its title is empty")
    if len(title) > LONGEST_TITLE:
        return failed_page(
            title[:LONGEST_TITLE], f"its title is longer than {LONGEST_TITLE} characters"
        )
    if title != storable(title):
        return failed_page(storable(title), "its title contains characters that cannot be stored")
    if page.redirect:
        return _redirect(title, page.redirect, page.text)
    try:
        parsed = parse(page)
        if parsed.redirect:
            return _redirect(title, parsed.redirect, page.text)
        return _stored(title, parsed)
    except ParsingError as error:
        return failed_page(title, error.reason)
    except MemoryError:
        return failed_page(title, "it needs more memory than a page may use")
    except Exception as error:
        return failed_page(title, f"the parser failed ({type(error).__name__}: {error})"[:500])


def _redirect(title: str, target: str, text: str) -> Extraction:
    name, _, fragment = target.partition("#")
    name = normalise_title(name)
    if not name or name != storable(name) or len(name) > LONGEST_TITLE:
        return failed_page(title, "it redirects to no valid title")
    if not fragment and (found := _FRAGMENT.match(text)):
        fragment = found[1]
    fragment = " ".join(storable(fragment).replace("_", " ").split())
    return ExtractedRedirect("redirect", title, name, fragment[:LONGEST_TITLE])


def _stored(title: str, parsed: ParsedPage) -> ExtractedPage:
    flagged = frozenset(parsed.flagged_sections)
    blocks = parsed.document.blocks
    flagged_tables = _tables_in(parsed.document, flagged)
    return ExtractedPage(
        "page",
        title,
        documents.pack(stored_document(parsed)),
        is_disambiguation=parsed.is_disambiguation,
        is_flagged=parsed.lacks_references,
        sentences=sum(isinstance(block, Sentence) for block in blocks),
        lists=sum(isinstance(block, ListBlock) for block in blocks),
        tables=tuple(
            (
                table.number,
                table.rows,
                table.columns,
                table.body_rows,
                table.is_malformed,
                table.kind == "infobox",
                parsed.lacks_references or table.number in flagged_tables,
            )
            for table in parsed.tables
        ),
        runs=tuple(
            (first, length, parsed.lacks_references or run.section in flagged)
            for run in parsed.runs
            for first, length in _long_sentences(run)
        ),
        lossy=len(parsed.lossy),
        categories=tuple(
            dict.fromkeys(name for category in parsed.categories if (name := _category(category)))
        ),
        unknown_templates={
            storable(name)[:LONGEST_TITLE]: count
            for name, count in parsed.unknown_templates.items()
        },
        note_kinds=parsed.note_kinds,
        needs_templates=parsed.needs_templates,
    )


def stored_document(parsed: ParsedPage) -> dict[str, Any]:
    """Return the page as FEVEROUS JSON, with two more keys that FEVEROUS readers ignore.

    `lossy` lists the addresses of elements in which an unknown template was dropped, `notes`
    what the parser had to repair or leave out: unclosed, ragged or truncated tables.
    """
    document = write_feverous(parsed.document)
    if parsed.lossy:
        document["lossy"] = list(parsed.lossy)
    if parsed.notes:
        document["notes"] = list(parsed.notes)
    return document


def _tables_in(document: PageDocument, sections: frozenset[str]) -> frozenset[int]:
    """Return the numbers of the tables in these sections."""
    if not sections:
        return frozenset()
    found = set()
    section = ""
    for block in document.blocks:
        if isinstance(block, Section):
            section = block.address
        elif isinstance(block, Table) and section in sections:
            found.add(block.number)
    return frozenset(found)


def _long_sentences(run: ParsedSentenceRun) -> Iterator[tuple[int, int]]:
    """Yield the first number and the length of each part with only long enough sentences."""
    start: int | None = None
    for position, words in enumerate((*run.words, 0)):
        if words >= WORDS_IN_SENTENCE:
            start = position if start is None else start
        elif start is not None:
            yield run.first + start, position - start
            start = None


def _category(name: str) -> str:
    return " ".join(storable(name).replace("_", " ").split())[:LONGEST_TITLE]


def storable(text: str) -> str:
    """Return the text without what databases refuse: control characters and lone surrogates."""
    return _NOT_STORABLE.sub("", text)
