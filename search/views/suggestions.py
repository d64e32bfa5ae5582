"""Titles while they are typed, and matches inside a page: what scripts ask for."""

from __future__ import annotations

import time

from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from search import analysis
from search.errors import SearchError
from search.excerpts.in_page import find_in_page, utf16_places
from search.forms import Question, read_question
from search.query.parsing import LONGEST_QUERY
from search.selectors.corpora import corpus_to_search
from search.selectors.pages import read_marks
from search.selectors.titles import suggest_titles
from wiki.models import Corpus
from wiki.parsing.limits import InvalidPageError
from wiki.reading.markup import page_path
from wiki.selectors.pages import document_of, find_page

LONGEST_TYPED = analysis.LONGEST_TITLE
SECONDS_KEPT = 60
# Long enough for a word in a million and a half characters; many phrases take longer.
IN_PAGE_SECONDS = 0.7


@require_safe
def suggest(request: HttpRequest) -> JsonResponse:
    """`/search/suggest?q=…`: titles that start with what was typed, and where they lead."""
    question = read_question(request.GET)
    return completed_titles(_corpus_of(question), question)


def _corpus_of(question: Question) -> Corpus | None:
    """The corpus that was named, or else the usual one; none where the name is none."""
    if question.names_corpus and question.corpus_id is None:
        return None
    return corpus_to_search(public_id=question.corpus_id)


def completed_titles(corpus: Corpus | None, question: Question) -> JsonResponse:
    """The titles that start with what was typed, as scripts read them."""
    if corpus is None or not question.text or len(question.text) > LONGEST_TYPED:
        return JsonResponse({"titles": []})
    query = "?" + urlencode({"corpus": str(corpus.public_id)}) if question.names_corpus else ""
    try:
        suggestions = suggest_titles(
            corpus=corpus, typed=question.text, with_flagged=question.with_flagged
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
    # Typing forth and back asks for the same again.
    patch_cache_control(response, private=True, max_age=SECONDS_KEPT)
    return response


@require_safe
def in_page(request: HttpRequest) -> JsonResponse:
    """`/search/in-page?page=…&q=…`: where the query's words stand in one page.

    Without the engine: the page is in the database, and so this works while the engine is away.
    """
    question = read_question(request.GET)
    corpus = _corpus_of(question)
    found = find_page(corpus, request.GET.get("page", "")[:LONGEST_TYPED]) if corpus else None
    if found is None:
        return JsonResponse({"problem": _("There is no such page.")}, status=400)
    try:
        document = document_of(found.page)
    except InvalidPageError:
        return JsonResponse({"count": 0, "matches": [], "is_partial": False})
    marks = read_marks(question.text[:LONGEST_QUERY], corpus)
    matches = find_in_page(document, marks, until=time.monotonic() + IN_PAGE_SECONDS)
    return JsonResponse(
        {
            "count": matches.count,
            "matches": [utf16_places(document, places) for places in matches.matches],
            "is_partial": matches.is_partial,
        }
    )
