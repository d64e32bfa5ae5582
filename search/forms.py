"""Search requests. Any address is a valid one: nothing here refuses."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import QueryDict

from search.query.parsing import LONGEST_QUERY
from search.results import Sort
from search.selectors.pages import DEEPEST, PAGE_OF_RESULTS

LAST_PAGE = DEEPEST // PAGE_OF_RESULTS
# Far more than is read of a query; the rest of a megabyte need not be carried around.
MOST_READ = 10 * LONGEST_QUERY


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """The parameters of the search page, read leniently."""

    text: str
    page: int = 1
    sort: Sort = Sort.RELEVANCE
    # Pages that lack references are left out unless asked for.
    with_flagged: bool = False
    # Opens the page with exactly this title, if there is one.
    goes: bool = False
    corpus_id: UUID | None = None
    # Whether a corpus was named, even if there is none of that name.
    names_corpus: bool = False

    @property
    def searched_text(self) -> str:
        """The part of the text that is searched for: for links to the results."""
        return self.text[:LONGEST_QUERY]


def read_search_request(parameters: QueryDict) -> SearchRequest:
    """Return the search request in the parameters of an address."""
    named = parameters.get("corpus", "")
    return SearchRequest(
        text=parameters.get("q", "").replace("\0", " ")[:MOST_READ].strip(),
        page=_read_page(parameters.get("page", "")),
        sort=Sort.TITLE if parameters.get("sort") == Sort.TITLE else Sort.RELEVANCE,
        with_flagged=parameters.get("flagged") == "1",
        goes=parameters.get("go") == "1",
        corpus_id=_read_id(named),
        names_corpus=bool(named),
    )


def _read_page(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        return 1
    # Python refuses to read numbers of many thousand digits; ten lead beyond the last page.
    return min(max(int(text[:10]), 1), LAST_PAGE)


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
