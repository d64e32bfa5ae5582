"""Rows of titles, read by SQL of our own: each search asks twice, each keystroke ten times.

Django takes ten times as long to build such a query as the database to answer it, and that was
most of the time of a search outside the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

from search.indexing import weights
from search.models import TitleKey
from wiki.models import Page

_KEYS, _PAGES = TitleKey._meta.db_table, Page._meta.db_table
_SELECT = (
    "SELECT k.page_id, k.title, p.title, k.is_redirect, k.key"  # noqa: S608 - our names
    f' FROM "{_KEYS}" k JOIN "{_PAGES}" p ON p.id = k.page_id WHERE k.corpus_id = %s'
)
_TIERS = ", ".join(map(str, range(weights.TOP_TIER + 1)))
# Of several ("US" and "Us") the one spelled so, then titles before redirects, then the most linked.
_WITH_KEY = f"{_SELECT} AND k.tier IN ({_TIERS}) AND k.key = %s"
_BEST = " ORDER BY (k.title = %s) DESC, k.is_redirect, k.tier DESC, k.page_id LIMIT 1"
_EXACT = _WITH_KEY + _BEST
_STARTING = f"{_SELECT} AND k.tier = %s AND k.key >= %s AND k.key < %s"
_FIRST = " ORDER BY k.key LIMIT %s"
_UNFLAGGED = " AND NOT p.is_flagged"
_NAMES = (
    f'SELECT title FROM "{_KEYS}" WHERE page_id = (SELECT page_id FROM ({_EXACT}) exact)'  # noqa: S608
    " ORDER BY is_redirect, title LIMIT %s"
)


class TitleRow(NamedTuple):
    """A title of a page, its own or a redirect's."""

    page_id: int
    title: str
    page_title: str
    is_redirect: bool
    key: str


def best_with_key(
    corpus_id: int, key: str, spelling: str, *, with_flagged: bool
) -> TitleRow | None:
    """Return the likeliest of the titles with this key."""
    statement = _EXACT if with_flagged else _WITH_KEY + _UNFLAGGED + _BEST
    rows = _ask(statement, [corpus_id, key, spelling])
    return TitleRow(*rows[0]) if rows else None


def of_tier(
    corpus_id: int, tier: int, first: str, end: str, limit: int, *, with_flagged: bool
) -> list[TitleRow]:
    """Return the titles of a tier with keys from `first` to before `end`, in that order."""
    statement = _STARTING + ("" if with_flagged else _UNFLAGGED) + _FIRST
    return [TitleRow(*row) for row in _ask(statement, [corpus_id, tier, first, end, limit])]


def names_of(corpus_id: int, key: str, spelling: str, limit: int) -> list[str]:
    """Return all titles of the page that has this one: its own first, then its redirects'."""
    return [title for (title,) in _ask(_NAMES, [corpus_id, key, spelling, limit])]


def titles_of(corpus_id: int, page_ids: Sequence[int]) -> dict[int, str]:
    """Return the titles of those of these pages that are in the corpus."""
    if not page_ids:
        return {}
    places = ", ".join(["%s"] * len(page_ids))
    # The corpus is compared here: asked for it, SQLite would read all titles of the corpus.
    statement = f'SELECT id, title, corpus_id FROM "{_PAGES}" WHERE id IN ({places})'  # noqa: S608
    rows = _ask(statement, list(page_ids))
    return {page_id: title for page_id, title, owner in rows if owner == corpus_id}


def _ask(statement: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
