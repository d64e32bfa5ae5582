"""Requests with forms, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, get_origin

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict

from core.spreadsheets import csv_text
from core.structs import convert

S = TypeVar("S", bound=msgspec.Struct)

# The status of the answer to a refused form, so that scripts can tell it from success.
REFUSED = 422


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of the form, if one was sent."""
    return request.POST if request.method == "POST" else None


def read_form(request: HttpRequest, into: type[S]) -> S:
    """Return the form that was sent as a struct, or raise BadDataError.

    Browsers send line breaks as CR LF; the struct has them as texts in scripts do.
    """
    sent: dict[str, str | list[str]] = {}
    for field in msgspec.structs.fields(into):
        values = [value.replace("\r\n", "\n") for value in request.POST.getlist(field.name)]
        if values:
            sent[field.name] = values if get_origin(field.type) is list else values[-1]
    return convert(sent, into)


def go_to(url: str, *, at: str) -> HttpResponse:
    """Redirect to the element with this id on a page."""
    return HttpResponseRedirect(f"{url}#{at}")


def csv_file(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return the rows as a file for spreadsheets, the first of them the names of the columns."""
    # The byte order mark tells spreadsheets that the text is UTF-8.
    response = HttpResponse("\ufeff" + csv_text(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
