"""Search, filters, sorting and paging of a manager's list, read from the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise

from core.row_pages import KeyPaginator, RowPaginator

ROWS_A_PAGE = 50
LONGEST_WORDS = 200
ScreenText = str | Promise


@dataclass(frozen=True, slots=True)
class ListFilter:
    """A drop-down beside a list; `path` is what its value is compared with."""

    name: str
    label: ScreenText
    path: str
    options: Sequence[tuple[str, ScreenText]]


@dataclass(frozen=True, slots=True)
class ListOrder:
    """A way to sort a list; the last of its paths makes it definite."""

    name: str
    label: ScreenText
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListSpec:
    """A list: where its words are looked for, its filters, and its orders, the usual one first."""

    searched: tuple[str, ...]
    filters: Sequence[ListFilter]
    orders: Sequence[ListOrder]


@dataclass(frozen=True, slots=True)
class ShownFilter:
    """A drop-down with what is chosen in it."""

    filter: ListFilter
    chosen: str


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of a list, with what it was asked for."""

    page: Page[Any]
    words: str
    filters: list[ShownFilter]
    orders: Sequence[ListOrder]
    order: str

    @property
    def is_filtered(self) -> bool:
        return bool(self.words) or any(one.chosen for one in self.filters)


def show_list(
    request: HttpRequest, rows: QuerySet[Any], spec: ListSpec, *, read: QuerySet[Any] | None = None
) -> ShownList:
    """Return the part of a list that the address asks for; what it does not know is left out.

    Rows that take long to find are found once, and those of the page are read with `read`.
    """
    get = request.GET
    words = get.get("words", "").replace("\0", "").strip()[:LONGEST_WORDS]
    if words:
        found = Q()
        for path in spec.searched:
            found |= Q(**{f"{path}__icontains": words})
        rows = rows.filter(found)
    filters = []
    for each in spec.filters:
        asked = get.get(each.name, "")
        chosen = asked if asked in {value for value, _label in each.options} else ""
        if chosen:
            rows = rows.filter(**{each.path: chosen})
        filters.append(ShownFilter(each, chosen))
    by_name = {order.name: order for order in spec.orders}
    order = by_name.get(get.get("sort", ""), spec.orders[0])
    ordered = rows.order_by(*order.paths)
    if read is None:
        paginator = RowPaginator(ordered, ROWS_A_PAGE)
    else:
        paginator = KeyPaginator(ordered, ROWS_A_PAGE, read)
    return ShownList(paginator.get_page(get.get("page")), words, filters, spec.orders, order.name)
