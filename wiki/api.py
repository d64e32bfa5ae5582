"""The API of corpora: their pages, and elements with their context."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.logged_in import person_of
from core.api.lists import Listing, ListParameters, by_text, newest_first
from core.api.operations import Tagged, operation
from core.api.views import ApiView
from wiki.models import Corpus
from wiki.parsing import addresses
from wiki.parsing.context import context_of
from wiki.parsing.elements import PageDocument
from wiki.selectors import pages as selectors
from wiki.selectors.access import Right, corpus_for

TAG = "corpora"


class CorpusAnswer(Struct, frozen=True):
    """A corpus: a named set of pages."""

    id: UUID
    name: str
    source: str
    licence: str
    created_at: datetime
    sealed_at: datetime | None


class ListedPage(Struct, frozen=True):
    """A page in a list."""

    title: str


class PageListParameters(ListParameters, frozen=True, kw_only=True):
    """The parameters of the list of pages."""

    start: Annotated[str, Meta(max_length=255)] = ""


class ElementAnswer(Struct, frozen=True):
    """An element of a page: a sentence, a cell, a heading…"""

    address: str
    kind: str
    text: str


class PageAnswer(Struct, frozen=True):
    """A page with all its elements in reading order."""

    title: str
    revision: int
    redirected_from: str
    elements: list[ElementAnswer]


class ElementInContext(Struct, frozen=True):
    """An element with the elements that it needs to be understood without its page."""

    page: str
    element: ElementAnswer
    context: list[ElementAnswer]


class CorpusList(ApiView):
    """The corpora that you may read."""

    @operation(
        "corpora_list",
        "List the corpora that you may read, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[CorpusAnswer],
    )
    def get(self, request: Request, *, parameters: ListParameters) -> Listing[CorpusAnswer]:
        readable = selectors.readable_corpora(person_of(request))
        found, following = newest_first(readable, parameters)
        return Listing([_corpus(corpus) for corpus in found], following)


class CorpusView(ApiView):
    """The base of the resources of one corpus."""

    corpus: Corpus

    def enter(self, request: Request, **arguments: Any) -> None:
        found = corpus_for(person_of(request), arguments["corpus_id"], Right.READ)
        if found is None:
            raise Http404
        self.corpus = found


class PageList(CorpusView):
    """The pages of a corpus."""

    @operation(
        "pages_list",
        "List the pages of a corpus by title",
        tag=TAG,
        parameters=PageListParameters,
        answer=Listing[ListedPage],
    )
    def get(
        self, request: Request, corpus_id: UUID, *, parameters: PageListParameters
    ) -> Listing[ListedPage]:
        pages = selectors.pages_by_title(self.corpus, starting_with=parameters.start)
        found, following = by_text(pages.only("title"), parameters, text="title")
        return Listing([ListedPage(page.title) for page in found], following)


class PageDetail(CorpusView):
    """One page."""

    @operation(
        "pages_read", "Read a page with its elements", tag=TAG, answer=PageAnswer, is_tagged=True
    )
    def get(self, request: Request, corpus_id: UUID, title: str) -> Tagged:
        found = _found(self.corpus, title)
        redirect = found.redirect.title if found.redirect is not None else ""

        def make() -> PageAnswer:
            document = selectors.document_of(found.page)
            elements = [
                _element(document, element.address)
                for element in document.elements()
                if hasattr(element, "text")
            ]
            return PageAnswer(found.page.title, found.page.revision, redirect, elements)

        return Tagged(_etag(found), make)


class ElementDetail(CorpusView):
    """One element of a page."""

    @operation(
        "elements_read",
        "Read an element with its context",
        tag=TAG,
        answer=ElementInContext,
        is_tagged=True,
    )
    def get(self, request: Request, corpus_id: UUID, address: str, title: str) -> Tagged:
        found = _found(self.corpus, title)
        document = selectors.document_of(found.page)
        if not hasattr(document.find(address), "text"):
            raise Http404

        def make() -> ElementInContext:
            around = [_element(document, one) for one in context_of(document, address)]
            return ElementInContext(found.page.title, _element(document, address), around)

        return Tagged(_etag(found), make)


def _found(corpus: Corpus, title: str) -> selectors.FoundPage:
    found = selectors.find_page(corpus, title)
    if found is None:
        raise Http404
    return found


def _etag(found: selectors.FoundPage) -> str:
    # The title asked for may have been a redirect's; the contents are named by their digest.
    by = f"-by-{found.redirect.pk}" if found.redirect is not None else ""
    return f"{found.page.pk}-{bytes(found.page.content_id).hex()}{by}"


def _element(document: PageDocument, address: str) -> ElementAnswer:
    if address == addresses.TITLE:
        return ElementAnswer(address, "title", document.title)
    text = str(getattr(document.find(address), "text", ""))
    return ElementAnswer(address, addresses.kind_of(address).value, text)


def _corpus(corpus: Corpus) -> CorpusAnswer:
    return CorpusAnswer(
        id=corpus.public_id,
        name=corpus.name,
        source=corpus.source_name,
        licence=corpus.licence,
        created_at=corpus.created_at,
        sealed_at=corpus.sealed_at,
    )
