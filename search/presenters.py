"""Search results as the templates show them: on the search page and inside other pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.utils.http import urlencode
from django.utils.translation import gettext

from search import analysis
from search.errors import SearchError
from search.excerpts.cutting import TextParts, marked_parts
from search.forms import LAST_PAGE, SearchRequest
from search.query import And, IgnoredPart, Node, Phrase
from search.results import SearchResults, TitleSuggestion
from search.selectors.excerpts import open_hits
from search.selectors.pages import PAGE_OF_RESULTS, search_pages, search_tree
from search.selectors.titles import find_exact_title
from wiki.models import Corpus
from wiki.reading.markup import page_path

# The pages with any of the words that are shown where no page has all of them.
ANY_WORD = 10


@dataclass(frozen=True, slots=True)
class QueryNote:
    """A part of the query that was ignored or changed, and why, in the reader's language."""

    text: str
    # Empty where the text ends with a colon already.
    colon: str
    sentence: str


def run_search(corpus: Corpus, request: SearchRequest) -> SearchResults:
    """Return the page of results that was asked for. Raises SearchError."""
    return search_pages(
        corpus=corpus,
        text=request.text,
        offset=(request.page - 1) * PAGE_OF_RESULTS,
        sort=request.sort,
        with_flagged=request.with_flagged,
    )


def results_context(
    corpus: Corpus, request: SearchRequest, results: SearchResults
) -> dict[str, Any]:
    """Return the context of `search/summary.html` and `search/hits.html`."""
    of_corpus = _corpus_query(request)
    return {
        **_any_word_context(corpus, request, results),
        "results": results,
        "hits": open_hits(corpus=corpus, results=results, with_flagged=request.with_flagged),
        # Behind the path of a hit's page: for the page, and for the place that matched in it.
        "page_query": query_string(of_corpus),
        "place_query": query_string({"find": request.searched_text, **of_corpus}),
        "better": results.did_you_mean
        and _marked_changes(request.searched_text, results.did_you_mean),
        "has_several_words": not results.hits and _has_several_words(results.searched),
        "ignored": _notes_on(results.ignored),
        # Only for its numbers: the engine has selected the hits of this page already.
        "pages": paginator_of(results).get_page(request.page),
        **_exact_context(corpus, results.exact, request),
    }


def _any_word_context(
    corpus: Corpus, request: SearchRequest, results: SearchResults
) -> dict[str, Any]:
    """Return the pages with any of the words, where none has all; empty if there are none."""
    if results.wider is None:
        return {}
    try:
        found = search_tree(
            corpus=corpus, tree=results.wider, limit=ANY_WORD, with_flagged=request.with_flagged
        )
    except SearchError:
        # That no page has all words is an answer already.
        return {}
    return {
        "any_word": found,
        "any_word_hits": open_hits(corpus=corpus, results=found, with_flagged=request.with_flagged),
    }


def problem_context(
    corpus: Corpus, request: SearchRequest, problem: SearchError, *, again: str
) -> dict[str, Any]:
    """Return the context of `search/problem.html`. Titles are found without the engine."""
    exact = find_page_to_open(corpus, request)
    return {"problem": problem, "again": again, **_exact_context(corpus, exact, request)}


def find_page_to_open(corpus: Corpus, request: SearchRequest) -> TitleSuggestion | None:
    """Return the page with exactly this title, if it is among those that are searched."""
    return find_exact_title(corpus=corpus, text=request.text, with_flagged=request.with_flagged)


def opened_page_url(title: str, request: SearchRequest) -> str:
    """Return the address of the page that "go" opens; there it links back to the search."""
    # A search that would leave this very page out is no way back.
    flagged = {"flagged": "1"} if request.with_flagged else {}
    query = {"sought": request.searched_text, **flagged, **_corpus_query(request)}
    return page_path(title) + query_string(query)


def paginator_of(results: SearchResults) -> Paginator[int]:
    """Return the pages of results, as numbers."""
    return Paginator(range(min(results.total, LAST_PAGE * PAGE_OF_RESULTS)), PAGE_OF_RESULTS)


def query_string(parameters: dict[str, str]) -> str:
    """Return the parameters as the end of an address."""
    return "?" + urlencode(parameters) if parameters else ""


def _corpus_query(request: SearchRequest) -> dict[str, str]:
    return {"corpus": str(request.corpus_id)} if request.names_corpus else {}


def _exact_context(
    corpus: Corpus, exact: TitleSuggestion | None, request: SearchRequest
) -> dict[str, Any]:
    if exact is None:
        # People who know its title learn that the page exists, and why it is not offered.
        is_all = request.with_flagged
        return {"left_out": not is_all and find_exact_title(corpus=corpus, text=request.text)}
    url = page_path(exact.title) + query_string(_corpus_query(request))
    return {"exact": exact, "exact_url": url}


def _notes_on(ignored: Iterable[IgnoredPart]) -> list[QueryNote]:
    return [QueryNote(part.text, part.colon, gettext(part.sentence)) for part in ignored]


def _marked_changes(typed: str, offered: str) -> TextParts:
    """Return the query that is offered, with the words marked that were typed differently."""
    before, after = analysis.plain_tokens(typed), list(analysis.tokens(offered))
    # Where it could not be offered as it was typed, words such as AND may be missing.
    if len(before) != len(after):
        return marked_parts(offered, [])
    pairs = zip(before, after, strict=True)
    return marked_parts(offered, [(it.start, it.end) for was, it in pairs if it.plain != was])


def _has_several_words(tree: Node | None) -> bool:
    """Return whether pages must have all of several words, so that fewer may find more."""
    return isinstance(tree, And) or (isinstance(tree, Phrase) and " " in tree.text)
