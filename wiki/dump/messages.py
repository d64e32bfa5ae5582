"""What an importer and its workers say to each other."""

from __future__ import annotations

from dataclasses import dataclass

from wiki.dump.records import Batch, Damage, DumpError, Selection, SourcePage, StreamBatch


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker has started."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is asked to do.

    `answered` is how many pages an earlier worker, which died, has answered already;
    `known` are pages that need no parsing, by their place in the batch, or None where the
    worker shall ask once it has read them.
    """

    batch: Batch | StreamBatch
    selection: Selection
    answered: int = 0
    known: frozenset[int] | None = frozenset()


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the importer keeps of a page besides what was extracted from it."""

    title: str
    source_id: int
    revision: int
    revised_at: str
    digest: bytes
    text_size: int
    is_redirect: bool

    @classmethod
    def of(cls, page: SourcePage) -> PageFacts:
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
class ReadBatch:
    """The answer to a stream: what is in it. Sent before its pages."""

    facts: tuple[PageFacts, ...]
    damages: tuple[Damage, ...]
    skipped: int
    failure: DumpError | None


@dataclass(frozen=True, slots=True)
class Done:
    """All pages of the batch are answered."""


# What a page's answer is where the page is known already.
KNOWN = "known"
