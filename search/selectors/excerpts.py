"""Hits with what of their pages is to be shown."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from search.cutting import Parts, marked_parts
from search.marking import Marks
from search.passages import Kind
from search.query import And, Node, Not, Or, Within, parse_query
from search.results import Hit, SearchResults
from search.snippets import Excerpt, excerpt_of
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
    wanted = wanted_kinds(results.understood)
    words = results.marks.words
    redirects = _matching_redirects(corpus, pages.values(), words, until)
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


def wanted_kinds(text: str) -> frozenset[Kind]:
    """The kinds of passages that a query names: `intable:` wants to see rows."""
    tree = parse_query(text).tree
    parts = _parts_named(tree) if tree is not None else set()
    return frozenset(kind for part in parts for kind in KINDS_OF_PARTS.get(part, ()))


def _parts_named(node: Node) -> set[str]:
    if isinstance(node, And | Or):
        return {part for child in node.children for part in _parts_named(child)}
    if isinstance(node, Not) or not isinstance(node, Within):
        return set()
    return {node.part}


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
    corpus: Corpus, pages: Iterable[Page], marks: Marks, until: float
) -> dict[str, Parts]:
    """For pages whose title does not match: the redirect that matches best."""
    silent = [page.title for page in pages if not marks.find(page.title)] if marks else []
    if not silent:
        return {}
    rows = Redirect.objects.filter(corpus=corpus, target__in=silent).order_by("title")
    by_target: defaultdict[str, list[tuple[int, Parts]]] = defaultdict(list)
    for title, target in rows.values_list("title", "target"):
        if time.monotonic() > until:
            break
        if ranges := marks.find(title):
            length = sum(end - start for start, end in ranges)
            by_target[target].append((length, marked_parts(title, ranges)))
    return {
        target: max(matching, key=lambda pair: pair[0])[1] for target, matching in by_target.items()
    }
