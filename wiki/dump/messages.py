"""The messages between an importer and its workers."""

from __future__ import annotations

from dataclasses import dataclass

from wiki.dump.records import ArticleSelection, Batch, Damage, DumpError, SourcePage, StreamBatch


@dataclass(frozen=True, slots=True)
class WorkerReady:
    """The message of a worker that has started."""


@dataclass(frozen=True, slots=True)
class ExtractionRequest:
    """A request to extract the pages of a batch.

    `answered` is the number of pages that an earlier worker had answered before it died;
    `known` are the positions of the pages that need no parsing, or None if the worker is to
    ask once it has read them.
    """

    batch: Batch | StreamBatch
    selection: ArticleSelection
    answered: int = 0
    known: frozenset[int] | None = frozenset()


@dataclass(frozen=True, slots=True)
class PageHeader:
    """A page of a dump without its text: title, revision and digest."""

    title: str
    source_id: int
    revision: int
    revised_at: str
    digest: bytes
    text_size: int
    is_redirect: bool

    @classmethod
    def of(cls, page: SourcePage) -> PageHeader:
        return cls(
            page.title,
            page.source_id,
            page.revision,
            page.revised_at,
            page.digest,
            len(page.text),
            bool(page.redirect),
        )


@dataclass(frozen=True, slots=True)
class BatchContents:
    """The contents of a stream, sent before the answers to its pages."""

    headers: tuple[PageHeader, ...]
    damages: tuple[Damage, ...]
    skipped: int
    failure: DumpError | None


@dataclass(frozen=True, slots=True)
class BatchEnd:
    """The message that all pages of a batch are answered."""


# The answer to a page that is in the database already.
KNOWN = "known"
