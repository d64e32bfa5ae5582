"""Selectors of a corpus' pages: by title, through redirects, and the targets of links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from django.db.models import Case, Exists, F, Max, Min, OuterRef, QuerySet, When

from accounts.models import User
from wiki import documents
from wiki.models import Corpus, Import, Page, PageCategory, PageContent, Redirect
from wiki.parsing.elements import PageDocument
from wiki.parsing.feverous import read_feverous
from wiki.parsing.titles import normalise_title
from wiki.selectors import access
from wiki.selectors.access import Right

# The number of titles per query: SQLite refuses more than a few thousand parameters.
TITLES_A_QUERY = 500


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page, and the redirect that led to it, if any."""

    page: Page
    redirect: Redirect | None = None


def default_corpus(person: User | None) -> Corpus | None:
    """Return the corpus that this person reads and searches if none is named."""
    return readable_corpora(person).first()


def readable_corpora(person: User | None) -> QuerySet[Corpus]:
    """Return the corpora with pages that a person may read (a command, None, reads all).

    The administrators' choice comes first, then sealed corpora, then complete ones, each newest
    first. A corpus with an import that is still running, was stopped or has failed comes last: a
    trial import must not replace what people read. Archived ones come after all others.
    """
    corpora = Corpus.objects.all() if person is None else access.corpora_for(person, Right.READ)
    # Exists, because a join would visit every page.
    filled = Exists(Page.objects.filter(corpus=OuterRef("pk")))
    unfinished = Import.objects.filter(corpus=OuterRef("pk")).exclude(state=Import.State.DONE)
    rank = Case(
        When(archived_at__isnull=False, then=4),
        When(is_default=True, then=0),
        When(sealed_at__isnull=False, then=1),
        When(~Exists(unfinished), then=2),
        default=3,
    )
    return corpora.filter(filled).order_by(rank, "-created_at", "-pk")


def has_pages(corpus: Corpus) -> bool:
    """Return whether there is anything to read in a corpus."""
    return Page.objects.filter(corpus=corpus).exists()


def find_page(corpus: Corpus, title: str) -> FoundPage | None:
    """Return the page with that title, or the page that its redirect leads to."""
    title = normalise_title(title)
    if "\0" in title:
        # PostgreSQL refuses it in a query.
        return None
    pages = Page.objects.select_related("content")
    page = pages.filter(corpus=corpus, title=title).first()
    if page is not None:
        return FoundPage(page)
    redirect = Redirect.objects.filter(corpus=corpus, title=title).first()
    if redirect is None:
        return None
    page = pages.filter(corpus=corpus, title=redirect.target).first()
    return None if page is None else FoundPage(page, redirect)


def document_of(page: Page) -> PageDocument:
    """Return the elements of a page."""
    return read_feverous(documents.unpack(page.content.document))


@lru_cache(maxsize=64)
def document_named(digest: bytes) -> PageDocument:
    """Return the document with this digest. Cached: a digest's document never changes."""
    packed = PageContent.objects.values_list("document", flat=True).get(digest=digest)
    return read_feverous(documents.unpack(packed))


def pages_by_title(corpus: Corpus, *, starting_with: str = "") -> QuerySet[Page]:
    """Return the pages of a corpus in the order of their titles, without their documents."""
    pages = Page.objects.filter(corpus=corpus).order_by("title")
    start = normalise_title(starting_with)
    return pages.filter(title__istartswith=start) if start else pages


def windows(corpus: Corpus, size: int, *, after: int = 0) -> Iterator[QuerySet[Page]]:
    """Yield the pages of a corpus after a key, `size` at a time, in the order of their keys."""
    ends = Page.objects.filter(corpus=corpus).aggregate(first=Min("pk"), last=Max("pk"))
    last = ends["last"] or 0
    after = max(after, (ends["first"] or 1) - 1)
    while keys := list(_between(corpus, after + 1, last).values_list("pk", flat=True)[:size]):
        yield _between(corpus, keys[0], keys[-1])
        after = keys[-1]


def _between(corpus: Corpus, first: int, last: int) -> QuerySet[Page]:
    """Return the pages with these keys and those between.

    The sum keeps the database from using the index by corpus and title: it would read all titles
    of the corpus and sort them by key.
    """
    pages = Page.objects.alias(corpus_key=F("corpus_id") + 0)
    return pages.filter(corpus_key=corpus.pk, pk__range=(first, last)).order_by("pk")


def has_category(corpus: Corpus, name: str) -> bool:
    """Return whether any page of a corpus is in this category."""
    return PageCategory.objects.filter(page__corpus=corpus, name=name).exists()


def link_targets(document: PageDocument) -> set[str]:
    """Return every title that the page links to."""
    return {
        link.target for element in document.elements() for link in getattr(element, "links", ())
    }


def resolve_titles(corpus: Corpus, titles: Iterable[str]) -> dict[str, str]:
    """Return those of these titles that lead to a page, each with that page's title."""
    wanted = set(titles)
    found = {title: title for title in _existing(corpus, wanted)}
    redirects: dict[str, str] = {}
    for batch in _batches(wanted - found.keys()):
        rows = Redirect.objects.filter(corpus=corpus, title__in=batch)
        redirects.update(rows.values_list("title", "target"))
    targets = _existing(corpus, set(redirects.values()) - found.keys()) | found.keys()
    found.update((title, target) for title, target in redirects.items() if target in targets)
    return found


def _existing(corpus: Corpus, titles: Iterable[str]) -> set[str]:
    existing: set[str] = set()
    for batch in _batches(titles):
        pages = Page.objects.filter(corpus=corpus, title__in=batch)
        existing.update(pages.values_list("title", flat=True))
    return existing


def _batches(titles: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(sorted(titles))
    while batch := list(islice(remaining, TITLES_A_QUERY)):
        yield batch
