"""Hits with what of their pages is to be shown."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from search import analysis
from search.excerpts.cutting import Parts, marked_parts
from search.excerpts.marking import Marks
from search.excerpts.passages import Kind
from search.excerpts.snippets import Excerpt, excerpt_of
from search.query import And, Node, Or, Within, parse_query
from search.results import Hit, SearchResults
from wiki.models import Corpus, Page, Redirect
from wiki.parsing.limits import InvalidPageError
from wiki.selectors.pages import document_of

# For all excerpts of one answer: with the search itself it is given within a second.
EXCERPT_SECONDS = 0.25
# What the words of an operator are looked for in.
KINDS_OF_PARTS = {"tables": (Kind.ROW, Kind.HEADERS, Kind.CAPTION), "headings": (Kind.HEADING,)}


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit as it is shown. Who shows it logs `hit.rank` and `hit.page_id`."""

    hit: Hit
    title: Parts
    excerpt: Excerpt | None
    # The redirect under which the page was found, where its own title says nothing of it.
    redirect: Parts = ()


def open_hits(
    *, corpus: Corpus, results: SearchResults, with_flagged: bool = True
) -> list[ShownHit]:
    """The hits with their excerpts: all pages in one query, all redirects in another.

    `with_flagged` as the search was made. A page that the index still has and the database no
    longer has is left out. When time is over, the hits that are left show how their pages begin.
    """
    until = time.monotonic() + EXCERPT_SECONDS
    pages = Page.objects.select_related("content").in_bulk([hit.page_id for hit in results.hits])
    named = _parts_named(parse_query(results.understood).tree)
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
            )
        )
    return shown


def _parts_named(node: Node | None) -> set[str]:
    """The parts of pages that a query names: `intable:` wants to see rows."""
    if isinstance(node, And | Or):
        return {part for child in node.children for part in _parts_named(child)}
    return {node.part} if isinstance(node, Within) else set()


def _marked(text: str, marks: Marks) -> Parts:
    return marked_parts(text, marks.find(text))


def _excerpt(
    page: Page, marks: Marks, wanted: frozenset[Kind], with_flagged: bool, until: float
) -> Excerpt | None:
    try:
        return excerpt_of(
            document_of(page), marks, wanted=wanted, with_flagged=with_flagged, until=until
        )
    except InvalidPageError:
        return None


def _matching_redirects(
    corpus: Corpus, pages: Iterable[Page], marks: Marks, are_titles_named: bool, until: float
) -> dict[str, Parts]:
    """For each page, the redirect that tells most of what its own title does not.

    Where a query names titles, every word of it is to be seen in one; else it is enough that the
    page's own tells something.
    """
    told = {page.title: _told(page.title, marks) for page in pages} if marks else {}
    silent = [title for title, words in told.items() if are_titles_named or not words]
    if not silent:
        return {}
    rows = Redirect.objects.filter(corpus=corpus, target__in=silent).order_by("title")
    by_target: defaultdict[str, list[tuple[int, Parts]]] = defaultdict(list)
    for title, target in rows.values_list("title", "target"):
        if time.monotonic() > until:
            break
        if new := _told(title, marks) - told[target]:
            by_target[target].append((sum(map(len, new)), _marked(title, marks)))
    return {
        target: max(matching, key=lambda pair: pair[0])[1] for target, matching in by_target.items()
    }


def _told(title: str, marks: Marks) -> set[str]:
    """The words of a title that were asked for, whatever their form."""
    found = marks.find(title)
    return {stem for start, end in found for stem in analysis.stems(title[start:end])}
