"""The room beside the desk: pages and results of the campaign's own corpus, as fragments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from annotation.models import Attempt
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.verifying.desk import selecting_of
from annotation.views.desk.own import corpus_of, own_attempt
from campaigns.selectors.protocols import protocol_of
from search import SearchError, find_exact_title
from search.panel import (
    LONGEST_TYPED,
    SearchRequest,
    complete_titles,
    problem_context,
    read_search_request,
    results_context,
    run_search,
)
from wiki.models import Corpus, Page
from wiki.parsing.elements import PageDocument
from wiki.parsing.titles import normalise_title
from wiki.reading import contents, markup
from wiki.reading.selecting import selectable_html
from wiki.selectors import pages as selectors

PAGE = "annotation/desk/room_page.html"
RESULTS = "annotation/desk/room_results.html"
MISSING = "annotation/desk/room_missing.html"


@require_safe
def page(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Show a page (`?title=…`), following redirects; without a title, that of the highlight."""
    attempt = own_attempt(request, attempt_id)
    own = attempt.highlight.page.title if attempt.highlight else ""
    title = request.GET.get("title", own)[:LONGEST_TYPED]
    return _page(request, attempt, title)


@require_safe
def search(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Show the hits of a search (`?q=…`); with `go=1`, the page of exactly that title."""
    attempt = own_attempt(request, attempt_id)
    corpus = corpus_of(attempt)
    asked = _search_request(request, corpus)
    context: dict[str, Any] = {"attempt": attempt, "corpus": corpus, "search_request": asked}
    if not asked.text:
        return render(request, RESULTS, context)
    try:
        exact = asked.goes and find_exact_title(
            corpus=corpus, text=asked.text, with_flagged=asked.with_flagged
        )
        if exact:
            return _page(request, attempt, exact.title, sought=asked.searched_text)
        found = run_search(corpus, asked)
    except SearchError as error:
        again = "?" + urlencode({"q": asked.searched_text})
        context |= problem_context(corpus, asked, error, again=again)
        return render(request, RESULTS, context, status=error.status)
    return render(request, RESULTS, context | results_context(corpus, asked, found))


@require_safe
def suggest(request: HttpRequest, attempt_id: UUID) -> JsonResponse:
    """Answer with titles that match what was typed so far (`?q=…`)."""
    corpus = corpus_of(own_attempt(request, attempt_id))
    return complete_titles(corpus, _search_request(request, corpus))


def page_context(attempt: Attempt, title: str, *, sought: str = "") -> dict[str, Any] | None:
    """Return what `room_page.html` shows; none if there is no such page."""
    corpus = corpus_of(attempt)
    found = selectors.find_page(corpus, title)
    if found is None:
        return None
    document = selectors.document_named(bytes(found.page.content_id))
    linker = markup.Linker(
        pages=selectors.resolve_titles(corpus, selectors.link_targets(document)),
        query="?" + urlencode({"corpus": str(corpus.public_id)}),
    )
    return {
        "attempt": attempt,
        "corpus": corpus,
        "page": found.page,
        "redirected_from": found.redirect.title if found.redirect else "",
        "fragment": _fragment(found),
        "contents": contents.contents_of(document),
        **_article(attempt, found.page, document, linker),
        "sought": sought,
    }


def _article(
    attempt: Attempt, page: Page, document: PageDocument, linker: markup.Linker
) -> dict[str, Any]:
    """Return the article with its highlight marked, or ready for selecting evidence."""
    if attempt.highlight_id is not None:
        marks: markup.ElementMarks = {
            address: {"data-highlighted": True} for address in highlighted_on(attempt, page.title)
        }
        return {"article": markup.page_html(document, linker, marks)}
    selecting = selecting_of(protocol_of(campaign_of(attempt)))
    return {
        "article": selectable_html(document, linker, selecting),
        "closed": "page" if page.is_flagged else "",
    }


def highlighted_on(attempt: Attempt, title: str) -> list[str]:
    """Return the addresses that are highlighted on a page; none if it is another page."""
    highlight = attempt.highlight
    return list(highlight.addresses) if highlight and highlight.page.title == title else []


def _page(request: HttpRequest, attempt: Attempt, title: str, sought: str = "") -> HttpResponse:
    context = page_context(attempt, title, sought=sought)
    if context is not None:
        return render(request, PAGE, context)
    corpus = corpus_of(attempt)
    missing = {"attempt": attempt, "corpus": corpus, "title": normalise_title(title)}
    return render(request, MISSING, missing, status=404)


def _fragment(found: selectors.FoundPage) -> str:
    if found.redirect is None or not found.redirect.fragment:
        return ""
    return markup.fragment_id(found.redirect.fragment)


def _search_request(request: HttpRequest, corpus: Corpus) -> SearchRequest:
    return replace(read_search_request(request.GET), corpus_id=corpus.public_id, names_corpus=True)
