"""Patterns tried on pages, for as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from search.engines.patterns import Matcher
from search.excerpts.passages import blocks_of
from wiki.models import Page
from wiki.parsing.limits import InvalidPageError
from wiki.selectors.pages import document_of


def try_pages(
    page_ids: Sequence[int],
    matcher: Matcher,
    *,
    until: float,
    with_flagged: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> dict[int, bool]:
    """Return whether each of these pages matches, without pages for which there was no time.

    Without `with_flagged`, sections that lack references are not read. Pages that were deleted
    since the indexing do not match.
    """
    pages = Page.objects.select_related("content").in_bulk(page_ids)
    tried: dict[int, bool] = {}
    for page_id in page_ids:
        page = pages.get(page_id)
        is_match = False
        for text in _texts(page, with_flagged) if page is not None else ():
            if clock() > until:
                return tried
            if is_match := matcher.matches(text):
                break
        tried[page_id] = is_match
    return tried


def _texts(page: Page, with_flagged: bool) -> Iterator[str]:
    """Yield the text of each element: a pattern matches inside one."""
    try:
        document = document_of(page)
    except InvalidPageError:
        return
    read = replace(document, blocks=tuple(blocks_of(document, with_flagged=with_flagged)))
    for element in read.elements():
        if text := getattr(element, "text", ""):
            yield text
