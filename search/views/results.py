"""The search page: the box, the hits, and what was made of the query."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from search import analysis
from search.errors import SearchError
from search.excerpts.cutting import Parts, marked_parts
from search.forms import LAST_PAGE, Question, read_question
from search.query import And, Phrase, parse_query
from search.results import SearchResults, TitleSuggestion
from search.selectors.excerpts import open_hits
from search.selectors.pages import PAGE_OF_RESULTS, search_pages
from search.selectors.titles import find_exact_title
from search.views.sentences import explain_ignored
from wiki.models import Corpus
from wiki.reading.markup import page_path
from wiki.selectors.pages import readable_corpora


@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """`/search/?q=…`: hits; with `go=1`, the page of exactly that title at once."""
    question = read_question(request.GET)
    corpora = list(readable_corpora())
    corpus = _chosen(corpora, question)
    context: dict[str, Any] = {
        "question": question,
        "corpora": corpora,
        "corpus": corpus,
        "has_own_search_box": True,
    }
    if corpus is None or not question.text:
        return render(request, "search/results.html", context)
    try:
        if question.goes and (exact := _page_to_go_to(corpus, question)):
            return HttpResponseRedirect(_page_address(exact.title, question))
        found = find_hits(corpus, question)
    except SearchError as error:
        context |= shown_problem(corpus, question, error, again=request.get_full_path())
        return render(request, "search/results.html", context, status=error.status)
    # The last page itself may be empty, where its hits are gone since they were indexed.
    last = _paginator(found).num_pages
    if found.total and not found.hits and last < question.page:
        return HttpResponseRedirect(_other_page(request, last))
    context |= shown_hits(corpus, question, found)
    return render(request, "search/results.html", context)


def _chosen(corpora: list[Corpus], question: Question) -> Corpus | None:
    if not question.names_corpus:
        return corpora[0] if corpora else None
    for corpus in corpora:
        if corpus.public_id == question.corpus_id:
            return corpus
    raise Http404


def find_hits(corpus: Corpus, question: Question) -> SearchResults:
    """The part of the hits that was asked for."""
    return search_pages(
        corpus=corpus,
        text=question.text,
        offset=(question.page - 1) * PAGE_OF_RESULTS,
        sort=question.sort,
        with_flagged=question.with_flagged,
    )


def shown_hits(corpus: Corpus, question: Question, found: SearchResults) -> dict[str, Any]:
    """What the templates of the hits and of their summary need."""
    corpus_query = _corpus_query(question)
    return {
        "results": found,
        "hits": [
            {
                "shown": shown,
                "url": _address(page_path(shown.hit.title), corpus_query),
                "place_url": _address(
                    page_path(shown.hit.title),
                    {"find": question.searched_text, **corpus_query},
                    shown.excerpt.address if shown.excerpt else "",
                ),
            }
            for shown in open_hits(corpus=corpus, results=found, with_flagged=question.with_flagged)
        ],
        "better": found.did_you_mean
        and _marked_changes(question.searched_text, found.did_you_mean),
        "has_several_words": not found.hits and _has_several_words(found.understood),
        "ignored": explain_ignored(found.ignored),
        # Only for its numbers: the engine has cut the page out already.
        "pages": _paginator(found).get_page(question.page),
        **_shown_exact(corpus, found.exact, question),
    }


def shown_problem(
    corpus: Corpus, question: Question, problem: SearchError, *, again: str
) -> dict[str, Any]:
    """What the template of a search without an answer needs. Titles need no engine."""
    exact = _page_to_go_to(corpus, question)
    return {"problem": problem, "again": again, **_shown_exact(corpus, exact, question)}


def _page_to_go_to(corpus: Corpus, question: Question) -> TitleSuggestion | None:
    """The page of exactly this title, if it is among those that are searched."""
    return find_exact_title(corpus=corpus, text=question.text, with_flagged=question.with_flagged)


def _shown_exact(
    corpus: Corpus, exact: TitleSuggestion | None, question: Question
) -> dict[str, Any]:
    if exact is None:
        # Whoever knows its title is told that the page is there, and why it is not offered.
        is_all = question.with_flagged
        return {"left_out": not is_all and find_exact_title(corpus=corpus, text=question.text)}
    return {
        "exact": exact,
        "exact_url": _address(page_path(exact.title), _corpus_query(question)),
    }


def _marked_changes(typed: str, offered: str) -> Parts:
    """What is offered instead, with the words marked that were typed otherwise."""
    before, after = analysis.plain_tokens(typed), list(analysis.tokens(offered))
    # Where it could not be offered as it was typed, words such as AND may be missing.
    if len(before) != len(after):
        return marked_parts(offered, [])
    pairs = zip(before, after, strict=True)
    return marked_parts(offered, [(it.start, it.end) for was, it in pairs if it.plain != was])


def _has_several_words(understood: str) -> bool:
    """Whether all of several words must stand in a page, so that fewer may find more."""
    tree = parse_query(understood).tree
    return isinstance(tree, And) or (isinstance(tree, Phrase) and " " in tree.text)


def _paginator(found: SearchResults) -> Paginator[int]:
    return Paginator(range(min(found.total, LAST_PAGE * PAGE_OF_RESULTS)), PAGE_OF_RESULTS)


def _other_page(request: HttpRequest, number: int) -> str:
    parameters = request.GET.copy()
    parameters["page"] = str(number)
    return reverse("search:results") + "?" + parameters.urlencode()


def _page_address(title: str, question: Question) -> str:
    """The page that "go" opens; it offers the search as a way out."""
    # A search that would leave this very page out is no way out.
    flagged = {"flagged": "1"} if question.with_flagged else {}
    query = {"sought": question.searched_text, **flagged, **_corpus_query(question)}
    return _address(page_path(title), query)


def _corpus_query(question: Question) -> dict[str, str]:
    return {"corpus": str(question.corpus_id)} if question.names_corpus else {}


def _address(path: str, query: dict[str, str], fragment: str = "") -> str:
    return path + ("?" + urlencode(query) if query else "") + ("#" + fragment if fragment else "")
