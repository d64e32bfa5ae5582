"""Requests with forms, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict

from core.spreadsheets import csv_text

# The status of the answer to a refused form, so that scripts can tell it from success.
REFUSED = 422


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of the form, if one was sent."""
    return request.POST if request.method == "POST" else None


def go_to(url: str, *, at: str) -> HttpResponse:
    """Redirect to the element with this id on a page."""
    return HttpResponseRedirect(f"{url}#{at}")


def csv_file(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return the rows as a file for spreadsheets, the first of them the names of the columns."""
    # The byte order mark tells spreadsheets that the text is UTF-8.
    response = HttpResponse("\ufeff" + csv_text(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
