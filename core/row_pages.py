"""Pages of a long list of rows."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property


class RowPaginator(Paginator[Any]):
    """A paginator that finds the keys of a page first, and then reads only its rows.

    A database goes through the rows of all pages before, and through their joins: so the last page
    of 90,000 rows took three times as long. A list that fits on one page is not counted as well:
    to find few rows by words, all have to be read.
    """

    object_list: QuerySet[Any]

    @cached_property
    def _first_keys(self) -> list[Any]:
        """Return the keys of the first page, and one more where there are more pages."""
        return list(self._keys[: self.per_page + 1])

    @property
    def _keys(self) -> QuerySet[Any, Any]:
        return self.object_list.values_list("pk", flat=True)

    @cached_property
    def count(self) -> int:
        if len(self._first_keys) <= self.per_page:
            return len(self._first_keys)
        return self.object_list.count()

    def page(self, number: int | str) -> Page[Any]:
        number = self.validate_number(number)
        first = (number - 1) * self.per_page
        if number == 1:
            keys = self._first_keys[: self.per_page]
        else:
            keys = list(self._keys[first : first + self.per_page])
        return self._page_of(keys, self.object_list.order_by(), number)

    def _page_of(self, keys: list[Any], among: QuerySet[Any], number: int) -> Page[Any]:
        rows = {row.pk: row for row in among.filter(pk__in=keys)}
        # A row may have been deleted or changed in between.
        return Page([rows[key] for key in keys if key in rows], number, self)


class KeyPaginator(RowPaginator):
    """A paginator of rows that take long to find: all keys are found once, for count and page."""

    def __init__(self, found: QuerySet[Any], per_page: int, read: QuerySet[Any]) -> None:
        """Set which rows are found, and how those of a page are read."""
        super().__init__(found, per_page)
        self.read = read

    @cached_property
    def _found(self) -> list[Any]:
        return list(self._keys)

    @cached_property
    def count(self) -> int:
        return len(self._found)

    def page(self, number: int | str) -> Page[Any]:
        number = self.validate_number(number)
        first = (number - 1) * self.per_page
        return self._page_of(self._found[first : first + self.per_page], self.read, number)
