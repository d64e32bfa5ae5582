"""Selectors of imports: stored pages, totals and problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from django.db.models import Max, QuerySet, Sum

from wiki.dump.extraction import bare_name
from wiki.dump.messages import PageHeader
from wiki.models import Corpus, Import, ImportChunk, ImportProblem, Page, Redirect
from wiki.parsing.titles import normalise_title

# The digest and the extractor of a stored page; of a redirect, its target.
MadeFrom = tuple[bytes, str] | str


@dataclass(frozen=True, slots=True)
class ImportTotals:
    """The counts of an import so far."""

    pages: int = 0
    taken_over: int = 0
    lossy: int = 0
    # The pages that the parser had to repair or cut.
    noted: int = 0
    redirects: int = 0
    present: int = 0
    failed: int = 0
    skipped: int = 0
    position: int = 0

    @property
    def articles(self) -> int:
        """The number of articles that were read, stored or not: a limit applies to it."""
        return self.pages + self.present + self.failed


def stored_titles(corpus_id: int, titles: Iterable[str]) -> dict[str, MadeFrom]:
    """Return those of these titles that the corpus has."""
    wanted = list(titles)
    redirects = Redirect.objects.filter(corpus_id=corpus_id, title__in=wanted)
    stored: dict[str, MadeFrom] = dict(redirects.values_list("title", "target"))
    pages = Page.objects.filter(corpus_id=corpus_id, title__in=wanted)
    for title, digest, extractor in pages.values_list("title", "source_digest", "extractor"):
        stored[title] = (bytes(digest), bare_name(extractor))
    return stored


def stored_pages(corpus_id: int, titles: Iterable[str]) -> list[int]:
    """Return the keys of the corpus' pages with these titles."""
    pages = Page.objects.filter(corpus_id=corpus_id, title__in=list(titles))
    return list(pages.order_by("pk").values_list("pk", flat=True))


def _names(extractor: str) -> set[str]:
    """Return the extractors whose pages an import may reuse: its own, and the bare one."""
    return {extractor, bare_name(extractor)}


def find_known(headers: Sequence[PageHeader], *, extractor: str) -> frozenset[int]:
    """Return the positions of the pages that some corpus has, made from the same text."""
    digests = [header.digest for header in headers if not header.is_redirect]
    pages = Page.objects.filter(source_digest__in=digests, extractor__in=_names(extractor))
    known = {
        (title, bytes(digest)) for title, digest in pages.values_list("title", "source_digest")
    }
    return frozenset(
        position
        for position, header in enumerate(headers)
        if not header.is_redirect and (normalise_title(header.title), header.digest) in known
    )


def pages_to_take_over(
    headers: Sequence[PageHeader], *, extractor: str
) -> dict[tuple[str, bytes], Page]:
    """Return the stored pages with these digests by title and digest; of several, the oldest."""
    if not headers:
        return {}
    pages = (
        Page.objects.filter(
            source_digest__in=[f.digest for f in headers], extractor__in=_names(extractor)
        )
        .prefetch_related("page_tables", "sentence_runs", "categories")
        .order_by("-pk")
    )
    return {(page.title, bytes(page.source_digest)): page for page in pages}


def totals_of(source: Import) -> ImportTotals:
    """Return the sums over an import's chunks."""
    names = tuple(field.name for field in fields(ImportTotals) if field.name != "position")
    chunks = ImportChunk.objects.filter(source=source)
    sums = chunks.aggregate(last=Max("position"), **{name: Sum(name) for name in names})
    return ImportTotals(**{name: sums[name] or 0 for name in names}, position=sums["last"] or 0)


def last_chunk_of(source: Import) -> int | None:
    """Return the number of the last chunk. Chunks are written in order, without gaps."""
    chunks = ImportChunk.objects.filter(source=source).order_by("-number")
    return chunks.values_list("number", flat=True).first()


def unknown_templates_of(source: Import, *, most: int = 20) -> list[tuple[str, int]]:
    """Return the most frequent templates that the parser did not know, with their counts."""
    return _counted(source, "unknown_templates")[:most]


def note_kinds_of(source: Import) -> list[tuple[str, int]]:
    """Return the number of pages with each kind of note, the most frequent first."""
    return _counted(source, "note_kinds")


def _counted(source: Import, name: str) -> list[tuple[str, int]]:
    """Return the counts in this field of the chunks, summed over an import, the largest first."""
    counts: Counter[str] = Counter()
    chunks = ImportChunk.objects.filter(source=source).exclude(**{name: {}})
    for counted in chunks.values_list(name, flat=True).iterator(chunk_size=500):
        counts.update(counted)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def problems_of(source: Import) -> QuerySet[ImportProblem]:
    """Return the problems in the order of the file."""
    return ImportProblem.objects.filter(source=source).order_by("chunk", "place")


def imports_of(corpus: Corpus) -> QuerySet[Import]:
    """Return a corpus' imports, the newest first."""
    return Import.objects.filter(corpus=corpus).order_by("-started_at", "-pk")
