"""The search page: the box, the hits, and how the query was understood."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.logged_in import person_of
from search.errors import SearchError
from search.forms import SearchRequest, read_search_request
from search.presenters import (
    find_page_to_open,
    opened_page_url,
    paginator_of,
    problem_context,
    results_context,
    run_search,
)
from wiki.models import Corpus
from wiki.selectors.pages import readable_corpora


@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """`/search/?q=…`: hits; with `go=1`, the page with exactly that title at once."""
    asked = read_search_request(request.GET)
    corpora = list(readable_corpora(person_of(request)))
    corpus = _chosen(corpora, asked)
    context: dict[str, Any] = {
        "search_request": asked,
        "corpora": corpora,
        "corpus": corpus,
        "has_own_search_box": True,
    }
    if corpus is None or not asked.text:
        return render(request, "search/results.html", context)
    try:
        if asked.goes and (exact := find_page_to_open(corpus, asked)):
            return HttpResponseRedirect(opened_page_url(exact.title, asked))
        found = run_search(corpus, asked)
    except SearchError as error:
        context |= problem_context(corpus, asked, error, again=request.get_full_path())
        return render(request, "search/results.html", context, status=error.status)
    # The last page itself may be empty, where its hits were deleted since the indexing.
    last = paginator_of(found).num_pages
    if found.total and not found.hits and last < asked.page:
        return HttpResponseRedirect(_other_page(request, last))
    context |= results_context(corpus, asked, found)
    return render(request, "search/results.html", context)


def _chosen(corpora: list[Corpus], asked: SearchRequest) -> Corpus | None:
    if not asked.names_corpus:
        return corpora[0] if corpora else None
    for corpus in corpora:
        if corpus.public_id == asked.corpus_id:
            return corpus
    raise Http404


def _other_page(request: HttpRequest, number: int) -> str:
    parameters = request.GET.copy()
    parameters["page"] = str(number)
    return reverse("search:results") + "?" + parameters.urlencode()
