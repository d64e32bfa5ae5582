"""The API of the search."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.logged_in import person_of
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.views import ApiView
from search.errors import SearchError
from search.query.parsing import LONGEST_QUERY
from search.selectors.pages import DEEPEST, MOST_RESULTS, PAGE_OF_RESULTS, search_pages
from wiki.models import Corpus
from wiki.selectors.access import Right, corpus_for


class SearchParameters(Struct, frozen=True, kw_only=True):
    """The parameters of a search, in the query language of the search page."""

    q: Annotated[str, Meta(min_length=1, max_length=LONGEST_QUERY)]
    offset: Annotated[int, Meta(ge=0, le=DEEPEST)] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_RESULTS)] = PAGE_OF_RESULTS


class HitAnswer(Struct, frozen=True):
    """A page that was found; ranks start at 1."""

    rank: int
    title: str
    score: float


class SearchAnswer(Struct, frozen=True):
    """The hits, and how the query was understood."""

    total: int
    understood: str
    did_you_mean: str
    hits: list[HitAnswer]


class SearchView(ApiView):
    """A search over the pages of a corpus."""

    corpus: Corpus

    def enter(self, request: Request, **arguments: Any) -> None:
        found = corpus_for(person_of(request), arguments["corpus_id"], Right.READ)
        if found is None:
            raise Http404
        self.corpus = found

    @operation(
        "search",
        "Search the pages of a corpus, best first",
        tag="corpora",
        parameters=SearchParameters,
        answer=SearchAnswer,
        refusals=(422, 503),
    )
    def get(
        self, request: Request, corpus_id: UUID, *, parameters: SearchParameters
    ) -> SearchAnswer:
        try:
            # As on the search page, pages that lack references are left out.
            results = search_pages(
                corpus=self.corpus,
                text=parameters.q,
                offset=parameters.offset,
                limit=parameters.limit,
                with_flagged=False,
            )
        except SearchError as error:
            code = "search_unavailable" if error.status >= 500 else "search_refused"
            raise ApiProblem(error.status, code, str(error)) from error
        return SearchAnswer(
            total=results.total,
            understood=results.understood,
            did_you_mean=results.did_you_mean,
            hits=[HitAnswer(hit.rank, hit.title, hit.score) for hit in results.hits],
        )
