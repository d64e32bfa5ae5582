"""Writing a chunk: a few dozen pages with all their rows, and the ledger's entry, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from core.rows import insert_rows
from wiki.dump.extraction import (
    Extracted,
    ExtractedPage,
    ExtractedRedirect,
    PutAside,
    put_aside,
    storable,
)
from wiki.dump.messages import PageFacts
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

Rows = Sequence[tuple[Any, ...]]

_TABLE = ("number", "rows", "columns", "is_infobox", "is_flagged")
_RUN = ("first", "length", "is_flagged")
_CATEGORY = ("name",)
_REDIRECT = ("corpus", "title", "target", "fragment")

TAKEN = "another page of this title stands before it in the corpus"
GONE = "the page from which it was to be taken over is gone; import it again"


@dataclass(frozen=True, slots=True)
class ChunkEntry:
    """A page of the dump with what was extracted from it, or None where it is known already."""

    facts: PageFacts
    extracted: Extracted | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one transaction writes."""

    number: int
    position: int
    entries: Sequence[ChunkEntry]
    problems: Sequence[PutAside] = ()
    damages: Sequence[str] = ()
    skipped: int = 0


@dataclass(slots=True)
class _Rows:
    """The rows of a chunk, gathered before they are written."""

    contents: dict[bytes, PageContent] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    # One entry a page, in the same order: the rows of its tables, runs and categories.
    tables: list[Rows] = field(default_factory=list)
    runs: list[Rows] = field(default_factory=list)
    categories: list[Rows] = field(default_factory=list)
    redirects: list[tuple[Any, ...]] = field(default_factory=list)
    problems: list[PutAside] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    note_kinds: Counter[str] = field(default_factory=Counter)
    noted: int = 0
    present: int = 0
    taken_over: int = 0


def write_chunk(*, source: Import, chunk: Chunk) -> ImportChunk:
    """Write a chunk unless the ledger has it; each title of a corpus is written once, the first.

    In one transaction, under the corpus' lock: two imports into one corpus take turns.
    """
    with transaction.atomic():
        hold_open_corpus(source.corpus_id)
        written = ImportChunk.objects.filter(source=source, number=chunk.number).first()
        if written is not None:
            return written
        rows = _gather(source, chunk)
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
            noted=rows.noted,
            redirects=len(rows.redirects),
            present=rows.present,
            put_aside=len(rows.problems),
            skipped=chunk.skipped,
            unknown_templates=dict(rows.unknown),
            note_kinds=dict(rows.note_kinds),
        )


def _gather(source: Import, chunk: Chunk) -> _Rows:
    rows = _Rows(problems=list(chunk.problems))
    corpus_id = source.corpus_id
    titles = {_title_of(entry) for entry in chunk.entries}
    stored = selectors.stored_titles(corpus_id, titles)
    known = [entry.facts for entry in chunk.entries if entry.extracted is None]
    donors = selectors.pages_to_take_over(known, extractor=source.extractor)
    for entry in chunk.entries:
        title, extracted = _title_of(entry), entry.extracted
        if isinstance(extracted, PutAside):
            rows.problems.append(extracted)
        elif title in stored:
            if stored[title] == _made_from(entry, source.extractor):
                rows.present += not isinstance(extracted, ExtractedRedirect)
            else:
                rows.problems.append(put_aside(title, TAKEN))
        elif isinstance(extracted, ExtractedRedirect):
            stored[title] = extracted.target
            rows.redirects.append((corpus_id, title, extracted.target, extracted.fragment))
        elif extracted is not None:
            stored[title] = _made_from(entry, source.extractor)
            _add_page(rows, corpus_id, source.extractor, entry.facts, extracted)
        elif (donor := donors.get((title, entry.facts.digest))) is not None:
            stored[title] = _made_from(entry, source.extractor)
            _add_taken_over(rows, corpus_id, entry.facts, donor)
        else:
            rows.problems.append(put_aside(title, GONE))
    return rows


def _title_of(entry: ChunkEntry) -> str:
    return normalise_title(entry.facts.title) if entry.extracted is None else entry.extracted.title


def _made_from(entry: ChunkEntry, extractor: str) -> selectors.MadeFrom:
    if isinstance(entry.extracted, ExtractedRedirect):
        return entry.extracted.target
    return entry.facts.digest, extractor


def _add_page(
    rows: _Rows, corpus_id: int, extractor: str, facts: PageFacts, extracted: ExtractedPage
) -> None:
    packed = extracted.document
    rows.contents[packed.digest] = PageContent(
        digest=packed.digest, document=packed.data, size=packed.size
    )
    rows.pages.append(
        Page(
            corpus_id=corpus_id,
            title=extracted.title,
            source_id=facts.source_id,
            revision=facts.revision,
            revised_at=_moment(facts.revised_at),
            source_digest=facts.digest,
            extractor=extractor,
            content_id=packed.digest,
            is_disambiguation=extracted.is_disambiguation,
            is_flagged=extracted.is_flagged,
            sentences=extracted.sentences,
            tables=len(extracted.tables),
            lists=extracted.lists,
            lossy_elements=extracted.lossy,
        )
    )
    rows.tables.append(extracted.tables)
    rows.runs.append(extracted.runs)
    rows.categories.append([(name,) for name in extracted.categories])
    rows.unknown.update(extracted.unknown_templates)
    rows.note_kinds.update(extracted.note_kinds)
    rows.noted += bool(extracted.note_kinds)


def _add_taken_over(rows: _Rows, corpus_id: int, facts: PageFacts, donor: Page) -> None:
    """A page of another corpus that was made from the same text by the same extractor."""
    rows.taken_over += 1
    rows.pages.append(
        Page(
            corpus_id=corpus_id,
            title=donor.title,
            source_id=facts.source_id,
            revision=facts.revision,
            revised_at=_moment(facts.revised_at),
            source_digest=facts.digest,
            extractor=donor.extractor,
            content_id=bytes(donor.content_id),
            is_disambiguation=donor.is_disambiguation,
            is_flagged=donor.is_flagged,
            sentences=donor.sentences,
            tables=donor.tables,
            lists=donor.lists,
            lossy_elements=donor.lossy_elements,
        )
    )
    rows.tables.append(_values(donor.page_tables.all(), _TABLE))
    rows.runs.append(_values(donor.sentence_runs.all(), _RUN))
    rows.categories.append(_values(donor.categories.all(), _CATEGORY))


def _values(parts: Iterable[Model], names: Sequence[str]) -> Rows:
    return [tuple(getattr(part, name) for name in names) for part in parts]


def _write_pages(rows: _Rows) -> list[int]:
    """The keys of the new pages."""
    # Another corpus may have the very same document: it is kept once.
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
    """Pages of earlier chunks that are now found under other titles, too."""
    targets = {target for _, _, target, _ in rows.redirects}
    targets.difference_update(page.title for page in rows.pages)
    return selectors.stored_pages(corpus_id, targets)


def _write_problems(source: Import, chunk: Chunk, problems: Sequence[PutAside]) -> None:
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


def _moment(text: str) -> datetime | None:
    """When a page was revised; None where the dump says nothing that is a time."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
