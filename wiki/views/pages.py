"""The reading view: one page of a corpus, and the list of its pages."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.logged_in import person_of
from wiki.models import Corpus
from wiki.parsing.titles import normalise_title
from wiki.reading import contents, markup
from wiki.selectors import pages as selectors
from wiki.selectors.access import Right, corpus_for

PAGES_A_LIST = 100


@require_safe
def page(request: HttpRequest, title: str) -> HttpResponse:
    """Show the page at /wiki/<title>; follow redirects and mention them."""
    corpus = _corpus(request)
    found = selectors.find_page(corpus, title)
    if found is None:
        context = {"corpus": corpus, "title": normalise_title(title)}
        return render(request, "wiki/missing.html", context, status=404)
    asked = title.replace("_", " ")
    if found.redirect is not None or asked != found.page.title:
        return HttpResponseRedirect(_redirect_url(request, found, asked))
    document = selectors.document_of(found.page)
    linker = markup.Linker(
        pages=selectors.resolve_titles(corpus, selectors.link_targets(document)),
        query=_corpus_query(request),
    )
    context = {
        "corpus": corpus,
        "page": found.page,
        "redirected_from": request.GET.get("from", ""),
        "contents": contents.contents_of(document),
        "article": markup.page_html(document, linker),
        "source_url": _source_url(corpus, found.page.title, found.page.revision),
    }
    return render(request, "wiki/page.html", context)


@require_safe
def page_list(request: HttpRequest) -> HttpResponse:
    """List every page of a corpus by title."""
    if not request.GET.get("corpus") and not selectors.default_corpus(person_of(request)):
        return render(request, "wiki/page_list.html", {"corpus": None})
    corpus = _corpus(request)
    start = request.GET.get("start", "").replace("\0", "")[:255]
    titles = selectors.pages_by_title(corpus, starting_with=start)
    paginator = Paginator(titles, PAGES_A_LIST)
    context = {
        "corpus": corpus,
        "start": start,
        "page_of_titles": paginator.get_page(request.GET.get("page")),
        "corpus_query": _corpus_query(request),
    }
    return render(request, "wiki/page_list.html", context)


def _corpus(request: HttpRequest) -> Corpus:
    """Return the corpus that the URL names, or the default one."""
    named, person = request.GET.get("corpus"), person_of(request)
    corpus = corpus_for(person, named, Right.READ) if named else selectors.default_corpus(person)
    if corpus is None:
        raise Http404
    return corpus


def _corpus_query(request: HttpRequest) -> str:
    """Return the query string that keeps a named corpus in the links of its pages."""
    named = request.GET.get("corpus")
    return "?" + urlencode({"corpus": named}) if named else ""


def _redirect_url(request: HttpRequest, found: selectors.FoundPage, asked: str) -> str:
    # The search is kept in the URL, so that the page can link back to its results.
    kept = ("corpus", "sought", "flagged")
    query = {name: value for name in kept if (value := request.GET.get(name))}
    fragment = ""
    if found.redirect is not None:
        query["from"] = found.redirect.title
        if found.redirect.fragment:
            fragment = "#" + markup.fragment_id(found.redirect.fragment)
    return markup.page_path(found.page.title) + ("?" + urlencode(query) if query else "") + fragment


def _source_url(corpus: Corpus, title: str, revision: int) -> str:
    """Return the URL of the page in its source, for the attribution."""
    if not corpus.source_url.startswith(("http://", "https://")):
        return ""
    path = markup.page_path(title).removeprefix("/wiki/")
    return corpus.source_url.replace("{title}", path).replace("{revision}", str(revision))
