"""Search, filters, sorting and paging of a manager's list, read from the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise

from core.moments import read_day, read_end_of_day
from core.row_pages import KeyPaginator, RowPaginator

ROWS_A_PAGE = 50
LONGEST_WORDS = 200
# A list with more filters than the first number folds all but the second away.
MOST_IN_SIGHT, LEADING = 5, 3
ScreenText = str | Promise


@dataclass(frozen=True, slots=True)
class ListFilter:
    """A drop-down beside a list; `path` is what its value is compared with.

    Where rows are not chosen by a comparison, `condition` returns what they must fulfil.
    """

    name: str
    label: ScreenText
    path: str
    options: Sequence[tuple[str, ScreenText]]
    condition: Callable[[str], Q] | None = None

    def condition_for(self, value: str) -> Q:
        """Return what the rows must fulfil for a value."""
        return self.condition(value) if self.condition else Q(**{self.path: value})


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
    # The time that two days can limit; empty for a list without days.
    dated: str = ""


@dataclass(frozen=True, slots=True)
class ShownFilter:
    """A drop-down with what is chosen in it."""

    filter: ListFilter
    chosen: str


@dataclass(frozen=True, slots=True)
class ListChoice:
    """The rows that an address asks for, with what it asks for."""

    rows: QuerySet[Any]
    words: str
    filters: list[ShownFilter]
    orders: Sequence[ListOrder]
    order: ListOrder
    # None for a list without days.
    days: tuple[str, str] | None

    @property
    def is_filtered(self) -> bool:
        """Return whether rows may have been left out."""
        chosen = any(one.chosen for one in self.filters)
        return bool(self.words) or chosen or any(self.days or ())


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of a list, with what it was asked for."""

    page: Page[Any]
    choice: ListChoice

    @property
    def words(self) -> str:
        return self.choice.words

    @property
    def filters(self) -> list[ShownFilter]:
        return self.choice.filters

    @property
    def leading_filters(self) -> list[ShownFilter]:
        """Return the filters that are always in sight."""
        return self.filters[:LEADING] if self.is_folded else self.filters

    @property
    def further_filters(self) -> list[ShownFilter]:
        """Return the filters that open on request."""
        return self.filters[LEADING:] if self.is_folded else []

    @property
    def is_folded(self) -> bool:
        """Return whether the list has more filters than fit in sight."""
        return len(self.filters) > MOST_IN_SIGHT

    @property
    def further_chosen(self) -> int:
        """Return how many of the folded filters and days are in use."""
        return sum(bool(each.chosen) for each in self.further_filters) + (
            sum(map(bool, self.days or ())) if self.is_folded else 0
        )

    @property
    def orders(self) -> Sequence[ListOrder]:
        return self.choice.orders

    @property
    def order(self) -> str:
        return self.choice.order.name

    @property
    def days(self) -> tuple[str, str] | None:
        return self.choice.days

    @property
    def is_filtered(self) -> bool:
        return self.choice.is_filtered


def choose_rows(request: HttpRequest, rows: QuerySet[Any], spec: ListSpec) -> ListChoice:
    """Return the rows that the address asks for, in no order; what it does not know is left out."""
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
            rows = rows.filter(each.condition_for(chosen))
        filters.append(ShownFilter(each, chosen))
    days = None
    if spec.dated:
        since, until = read_day(get.get("since", "")), read_end_of_day(get.get("until", ""))
        rows = rows.filter(**{f"{spec.dated}__gte": since}) if since else rows
        rows = rows.filter(**{f"{spec.dated}__lt": until}) if until else rows
        days = (get["since"].strip() if since else "", get["until"].strip() if until else "")
    by_name = {order.name: order for order in spec.orders}
    order = by_name.get(get.get("sort", ""), spec.orders[0])
    return ListChoice(rows, words, filters, spec.orders, order, days)


def show_list(
    request: HttpRequest, rows: QuerySet[Any], spec: ListSpec, *, read: QuerySet[Any] | None = None
) -> ShownList:
    """Return the page of a list that the address asks for.

    Rows that take long to find are found once, and those of the page are read with `read`.
    """
    choice = choose_rows(request, rows, spec)
    ordered = choice.rows.order_by(*choice.order.paths)
    if read is None:
        paginator = RowPaginator(ordered, ROWS_A_PAGE)
    else:
        paginator = KeyPaginator(ordered, ROWS_A_PAGE, read)
    return ShownList(paginator.get_page(request.GET.get("page")), choice)
