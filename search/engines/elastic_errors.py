"""Errors of Elasticsearch and its client, as errors of search."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _
from elasticsearch import ApiError, ConnectionTimeout, NotFoundError, TransportError

from search.errors import (
    EngineAwayError,
    NoIndexError,
    QueryRefusedError,
    SearchError,
    TooSlowError,
)

# The statuses of a cluster that is full or away.
BUSY = frozenset({408, 429, 502, 503, 504})
_TIMED_OUT = "search_timeout_exception"
_CLOSED = "index_closed_exception"
# The effort of ten phrases. If less is not answered, the engine is at fault and not the query.
_DEMANDING = 200

logger = logging.getLogger(__name__)


@contextmanager
def plain_errors(effort: int = 0, *, is_search: bool = False) -> Iterator[None]:
    """Raise errors of search instead of the client's."""
    try:
        yield
    except NotFoundError as error:
        raise NoIndexError(_("This corpus has no search index yet.")) from error
    except ApiError as error:
        # Without partial results, a search that takes longer than its timeout ends like this.
        if _TIMED_OUT in str(error.body):
            raise TooSlowError from error
        if error.status_code in BUSY:
            raise EngineAwayError(
                _("The search engine is not ready (it answers %(status)s).")
                % {"status": error.status_code}
            ) from error
        if is_search and error.status_code == 400 and _CLOSED not in str(error.body):
            # For developers: no query should ever come to this.
            logger.error("The search engine refused a query: %s", error)
            raise QueryRefusedError from error
        raise SearchError(
            _("The search engine refused (it answers %(status)s).") % {"status": error.status_code}
        ) from error
    except TransportError as error:
        if isinstance(error, ConnectionTimeout) and effort >= _DEMANDING:
            raise TooSlowError from error
        raise EngineAwayError(
            _("The search engine cannot be reached (%(error)s).") % {"error": type(error).__name__}
        ) from error
