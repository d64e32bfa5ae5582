"""Hits with the excerpts of their pages."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable

from django.conf import settings

from search import analysis
from search.excerpts.cutting import TextParts, marked_parts
from search.excerpts.marking import Marks
from search.excerpts.passages import PassageKind
from search.excerpts.snippets import Excerpt, excerpt_of
from search.query import And, Node, Or, Within
from search.results import SearchResults, ShownHit
from wiki.models import Corpus, Page, Redirect
from wiki.parsing.limits import InvalidPageError
from wiki.selectors.pages import document_of

# The passages in which the words of an operator are sought.
KINDS_OF_PARTS = {
    "tables": (PassageKind.ROW, PassageKind.HEADERS, PassageKind.CAPTION),
    "headings": (PassageKind.HEADING,),
}


def open_hits(
    *, corpus: Corpus, results: SearchResults, with_flagged: bool = True
) -> list[ShownHit]:
    """Return the hits with their excerpts: all pages in one query, all redirects in another.

    `with_flagged` is that of the search. Pages that were deleted since the indexing are left out.
    When the time is over, the remaining hits show the beginning of their page.
    """
    until = time.monotonic() + settings.SEARCH_EXCERPT_SECONDS
    pages = Page.objects.select_related("content").in_bulk([hit.page_id for hit in results.hits])
    named = _parts_named(results.searched)
    wanted = frozenset(kind for part in named for kind in KINDS_OF_PARTS.get(part, ()))
    words = results.marks.words
    redirects = _matching_redirects(corpus, pages.values(), words, "title" in named, until)
    shown = []
    for hit in results.hits:
        page = pages.get(hit.page_id)
        if page is None:
            continue
        shown.append(
            ShownHit(
                hit=hit,
                title=_marked(page.title, words),
                excerpt=_excerpt(page, results.marks, wanted, with_flagged, until),
                redirect=redirects.get(page.title, ()),
                is_disambiguation=page.is_disambiguation,
            )
        )
    return shown


def _parts_named(node: Node | None) -> set[str]:
    """Return the parts of pages that a query names: after `intable:`, rows are shown."""
    if isinstance(node, And | Or):
        return {part for child in node.children for part in _parts_named(child)}
    return {node.part} if isinstance(node, Within) else set()


def _marked(text: str, marks: Marks) -> TextParts:
    return marked_parts(text, marks.find(text))


def _excerpt(
    page: Page, marks: Marks, wanted: frozenset[PassageKind], with_flagged: bool, until: float
) -> Excerpt | None:
    try:
        return excerpt_of(
            document_of(page), marks, wanted=wanted, with_flagged=with_flagged, until=until
        )
    except InvalidPageError:
        return None


def _matching_redirects(
    corpus: Corpus, pages: Iterable[Page], marks: Marks, are_titles_named: bool, until: float
) -> dict[str, TextParts]:
    """Return for each page the redirect that shows most of the matches that its title does not.

    Where a query names titles, every word of it must be seen in one; otherwise it is enough that
    the page's own title shows one of them.
    """
    shown = {page.title: _matching_stems(page.title, marks) for page in pages} if marks else {}
    silent = [title for title, stems in shown.items() if are_titles_named or not stems]
    if not silent:
        return {}
    rows = Redirect.objects.filter(corpus=corpus, target__in=silent).order_by("title")
    by_target: defaultdict[str, list[tuple[int, TextParts]]] = defaultdict(list)
    for title, target in rows.values_list("title", "target"):
        if time.monotonic() > until:
            break
        if new := _matching_stems(title, marks) - shown[target]:
            by_target[target].append((sum(map(len, new)), _marked(title, marks)))
    return {
        target: max(matching, key=lambda pair: pair[0])[1] for target, matching in by_target.items()
    }


def _matching_stems(title: str, marks: Marks) -> set[str]:
    """Return the stems of the words of a title that match."""
    found = marks.find(title)
    return {stem for start, end in found for stem in analysis.stems(title[start:end])}
