"""Chunks: a few dozen pages that are written with all their rows and their ledger entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model

from core.moments import read_moment
from core.raw_rows import insert_rows
from wiki.dump.extraction import (
    ExtractedPage,
    ExtractedRedirect,
    Extraction,
    FailedPage,
    bare_name,
    failed_page,
    storable,
)
from wiki.dump.messages import PageHeader
from wiki.models import (
    Import,
    ImportChunk,
    ImportProblem,
    Page,
    PageCategory,
    PageContent,
    PageTable,
    Redirect,
    SentenceRun,
)
from wiki.parsing.titles import normalise_title
from wiki.selectors import imports as selectors
from wiki.services import outbox
from wiki.services.corpora import hold_open_corpus

RowValues = Sequence[tuple[Any, ...]]

_TABLE = (
    "number", "rows", "columns", "body_rows", "is_malformed", "is_infobox", "is_flagged",
)  # fmt: skip
_RUN = ("first", "length", "is_flagged")
_CATEGORY = ("name",)
_REDIRECT = ("corpus", "title", "target", "fragment")

DUPLICATE_TITLE = "another page in the corpus already has this title"
SOURCE_GONE = "the stored page that was to be reused is gone; import it again"


@dataclass(frozen=True, slots=True)
class ChunkEntry:
    """A page of the dump with its extraction, or None if the page is known already."""

    header: PageHeader
    extracted: Extraction | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """The pages, problems and counts that one transaction writes."""

    number: int
    position: int
    entries: Sequence[ChunkEntry]
    problems: Sequence[FailedPage] = ()
    damages: Sequence[str] = ()
    skipped: int = 0


@dataclass(slots=True)
class _Rows:
    """The rows of a chunk, collected before they are written."""

    contents: dict[bytes, PageContent] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    # One entry per page, in the same order: the rows of its tables, runs and categories.
    tables: list[RowValues] = field(default_factory=list)
    runs: list[RowValues] = field(default_factory=list)
    categories: list[RowValues] = field(default_factory=list)
    redirects: list[tuple[Any, ...]] = field(default_factory=list)
    problems: list[FailedPage] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    note_kinds: Counter[str] = field(default_factory=Counter)
    present: int = 0
    taken_over: int = 0


def write_chunk(*, source: Import, chunk: Chunk) -> ImportChunk:
    """Write a chunk unless the ledger has it. Of pages with the same title, write the first.

    One transaction, which locks the corpus: two imports into one corpus take turns.
    """
    with transaction.atomic():
        hold_open_corpus(source.corpus_id)
        written = ImportChunk.objects.filter(source=source, number=chunk.number).first()
        if written is not None:
            return written
        rows = _collect_rows(source, chunk)
        new = _write_pages(rows)
        insert_rows(Redirect, _REDIRECT, rows.redirects)
        outbox.put_pages(page_ids=[*new, *_pages_with_new_redirects(source.corpus_id, rows)])
        _write_problems(source, chunk, rows.problems)
        return ImportChunk.objects.create(
            source=source,
            number=chunk.number,
            position=chunk.position,
            pages=len(rows.pages),
            taken_over=rows.taken_over,
            lossy=sum(page.lossy_elements > 0 for page in rows.pages),
            noted=sum(page.has_notes for page in rows.pages),
            redirects=len(rows.redirects),
            present=rows.present,
            failed=len(rows.problems),
            skipped=chunk.skipped,
            unknown_templates=dict(rows.unknown),
            note_kinds=dict(rows.note_kinds),
        )


def _collect_rows(source: Import, chunk: Chunk) -> _Rows:
    rows = _Rows(problems=list(chunk.problems))
    corpus_id = source.corpus_id
    titles = {_title_of(entry) for entry in chunk.entries}
    stored = selectors.stored_titles(corpus_id, titles)
    known = [entry.header for entry in chunk.entries if entry.extracted is None]
    donors = selectors.pages_to_take_over(known, extractor=source.extractor)
    for entry in chunk.entries:
        title, extracted = _title_of(entry), entry.extracted
        if isinstance(extracted, FailedPage):
            rows.problems.append(extracted)
        elif title in stored:
            if stored[title] == _made_from(entry, source.extractor):
                rows.present += not isinstance(extracted, ExtractedRedirect)
            else:
                rows.problems.append(failed_page(title, DUPLICATE_TITLE))
        elif isinstance(extracted, ExtractedRedirect):
            stored[title] = extracted.target
            rows.redirects.append((corpus_id, title, extracted.target, extracted.fragment))
        elif extracted is not None:
            stored[title] = _made_from(entry, source.extractor)
            _add_page(rows, corpus_id, source.extractor, entry.header, extracted)
        elif (donor := donors.get((title, entry.header.digest))) is not None:
            stored[title] = _made_from(entry, source.extractor)
            _add_taken_over(rows, corpus_id, entry.header, donor)
        else:
            rows.problems.append(failed_page(title, SOURCE_GONE))
    return rows


def _title_of(entry: ChunkEntry) -> str:
    return normalise_title(entry.header.title) if entry.extracted is None else entry.extracted.title


def _made_from(entry: ChunkEntry, extractor: str) -> selectors.MadeFrom:
    if isinstance(entry.extracted, ExtractedRedirect):
        return entry.extracted.target
    return entry.header.digest, bare_name(extractor)


def _add_page(
    rows: _Rows, corpus_id: int, extractor: str, header: PageHeader, extracted: ExtractedPage
) -> None:
    packed = extracted.document
    rows.contents[packed.digest] = PageContent(
        digest=packed.digest, document=packed.data, size=packed.size
    )
    rows.pages.append(
        Page(
            corpus_id=corpus_id,
            title=extracted.title,
            source_id=header.source_id,
            revision=header.revision,
            revised_at=read_moment(header.revised_at),
            source_digest=header.digest,
            extractor=extractor if extracted.needs_templates else bare_name(extractor),
            content_id=packed.digest,
            is_disambiguation=extracted.is_disambiguation,
            is_flagged=extracted.is_flagged,
            sentences=extracted.sentences,
            tables=len(extracted.tables),
            lists=extracted.lists,
            lossy_elements=extracted.lossy,
            has_notes=bool(extracted.note_kinds),
        )
    )
    rows.tables.append(extracted.tables)
    rows.runs.append(extracted.runs)
    rows.categories.append([(name,) for name in extracted.categories])
    rows.unknown.update(extracted.unknown_templates)
    rows.note_kinds.update(extracted.note_kinds)


def _add_taken_over(rows: _Rows, corpus_id: int, header: PageHeader, donor: Page) -> None:
    """Add a copy of another corpus' page, made from the same text by the same extractor."""
    rows.taken_over += 1
    rows.pages.append(
        Page(
            corpus_id=corpus_id,
            title=donor.title,
            source_id=header.source_id,
            revision=header.revision,
            revised_at=read_moment(header.revised_at),
            source_digest=header.digest,
            extractor=donor.extractor,
            content_id=bytes(donor.content_id),
            is_disambiguation=donor.is_disambiguation,
            is_flagged=donor.is_flagged,
            sentences=donor.sentences,
            tables=donor.tables,
            lists=donor.lists,
            lossy_elements=donor.lossy_elements,
            has_notes=donor.has_notes,
        )
    )
    rows.tables.append(_values(donor.page_tables.all(), _TABLE))
    rows.runs.append(_values(donor.sentence_runs.all(), _RUN))
    rows.categories.append(_values(donor.categories.all(), _CATEGORY))


def _values(parts: Iterable[Model], names: Sequence[str]) -> RowValues:
    return [tuple(getattr(part, name) for name in names) for part in parts]


def _write_pages(rows: _Rows) -> list[int]:
    """Write the pages with their documents and parts, and return their keys."""
    # Another corpus may have the same document: it is stored once.
    PageContent.objects.bulk_create(rows.contents.values(), ignore_conflicts=True)
    pages = Page.objects.bulk_create(rows.pages)
    for model, names, parts in (
        (PageTable, _TABLE, rows.tables),
        (SentenceRun, _RUN, rows.runs),
        (PageCategory, _CATEGORY, rows.categories),
    ):
        belonging = [
            (page.pk, *part) for page, of_page in zip(pages, parts, strict=True) for part in of_page
        ]
        insert_rows(model, ("page", *names), belonging)
    return [page.pk for page in pages]


def _pages_with_new_redirects(corpus_id: int, rows: _Rows) -> list[int]:
    """Return the keys of pages from earlier chunks that this chunk adds redirects to."""
    targets = {target for _, _, target, _ in rows.redirects}
    targets.difference_update(page.title for page in rows.pages)
    return selectors.stored_pages(corpus_id, targets)


def _write_problems(source: Import, chunk: Chunk, problems: Sequence[FailedPage]) -> None:
    rows = [
        ImportProblem(title=storable(problem.title)[:300], reason=storable(problem.reason))
        for problem in problems
    ]
    rows += [
        ImportProblem(title="", reason=storable(reason), is_damage=True) for reason in chunk.damages
    ]
    for place, row in enumerate(rows):
        row.source_id, row.chunk, row.place = source.pk, chunk.number, place
    ImportProblem.objects.bulk_create(rows)
