"""Answers for scripts: titles while they are typed, and matches inside a page."""

from __future__ import annotations

import time

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.logged_in import person_of
from search.errors import SearchError
from search.excerpts.in_page import find_in_page, utf16_ranges
from search.forms import SearchRequest, read_search_request
from search.lengths import LONGEST_TITLE
from search.presenters import query_string
from search.query.parsing import LONGEST_QUERY
from search.selectors.completion import suggest_titles
from search.selectors.pages import read_marks
from wiki.models import Corpus
from wiki.parsing.limits import InvalidPageError
from wiki.reading.markup import page_path
from wiki.selectors.pages import document_of, find_page, readable_corpora

LONGEST_TYPED = LONGEST_TITLE
SECONDS_KEPT = 60


@require_safe
def suggest(request: HttpRequest) -> JsonResponse:
    """`/search/suggest?q=…`: titles that match what was typed so far, and where they lead."""
    asked = read_search_request(request.GET)
    return complete_titles(_corpus_of(request, asked), asked)


def _corpus_of(request: HttpRequest, asked: SearchRequest) -> Corpus | None:
    """Return the corpus that was named, or else the default; None where there is no such corpus."""
    corpora = readable_corpora(person_of(request))
    if asked.names_corpus:
        return corpora.filter(public_id=asked.corpus_id).first() if asked.corpus_id else None
    return corpora.first()


def complete_titles(corpus: Corpus | None, asked: SearchRequest) -> JsonResponse:
    """Return the titles that match what was typed so far, as scripts read them."""
    if corpus is None or not asked.text or len(asked.text) > LONGEST_TYPED:
        return JsonResponse({"titles": []})
    query = query_string({"corpus": str(corpus.public_id)} if asked.names_corpus else {})
    try:
        suggestions = suggest_titles(
            corpus=corpus, typed=asked.text, with_flagged=asked.with_flagged
        )
    except SearchError as error:
        return JsonResponse({"titles": [], "problem": str(error)}, status=503)
    titles = [
        {
            "title": suggestion.title,
            "leads_to": suggestion.page_title if suggestion.is_redirect else "",
            "url": page_path(suggestion.title) + query,
        }
        for suggestion in suggestions
    ]
    response = JsonResponse({"titles": titles})
    # While people type and delete, scripts ask for the same again.
    patch_cache_control(response, private=True, max_age=SECONDS_KEPT)
    return response


@require_safe
def in_page(request: HttpRequest) -> JsonResponse:
    """`/search/in-page?page=…&q=…`: where the query's words stand in one page.

    It needs no engine: the page is in the database, so this works while the engine is away.
    """
    asked = read_search_request(request.GET)
    corpus = _corpus_of(request, asked)
    found = find_page(corpus, request.GET.get("page", "")[:LONGEST_TYPED]) if corpus else None
    if found is None:
        return JsonResponse({"problem": _("There is no such page.")}, status=400)
    try:
        document = document_of(found.page)
    except InvalidPageError:
        return JsonResponse({"count": 0, "matches": [], "is_partial": False})
    marks = read_marks(asked.text[:LONGEST_QUERY], corpus)
    until = time.monotonic() + settings.SEARCH_IN_PAGE_SECONDS
    matches = find_in_page(document, marks, until=until)
    return JsonResponse(
        {
            "count": matches.count,
            "matches": [utf16_ranges(document, ranges) for ranges in matches.matches],
            "is_partial": matches.is_partial,
        }
    )
