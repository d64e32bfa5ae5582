"""Sending files so that an interrupted download can be resumed: requests for a range."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _

from releases.storage.archives import read_range

# No file is so large that it takes more digits.
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")

logger = logging.getLogger(__name__)


def send_file(request: HttpRequest, path: Path, *, name: str, etag: str) -> HttpResponseBase:
    """Return the file or the requested range of it.

    A range that is not in the file answers 416; a file that is lost answers 404.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return lost_file(path)
    return send_bytes(request, size, partial(read_range, path), name=name, etag=etag)


def lost_file(path: Path) -> HttpResponse:
    """Return the answer to a request for a file that is lost."""
    logger.error("%s is lost.", path)
    sentence = _("This file is lost. Tell your administrator, who can write the release again.")
    return HttpResponse(sentence, status=404, content_type="text/plain; charset=utf-8")


def send_bytes(
    request: HttpRequest,
    size: int,
    read: Callable[[int, int], Iterator[bytes]],
    *,
    name: str,
    etag: str,
) -> HttpResponseBase:
    """Return so many bytes or the requested range of them, which `read` yields."""
    requested = _requested_range(request, etag)
    found = (0, size) if requested is None else _range(*requested, size)
    if found is None:
        refused = HttpResponse(status=416)
        refused["Content-Range"] = f"bytes */{size}"
        return refused
    start, end = found
    response = StreamingHttpResponse(
        read(start, end),
        status=206 if requested else 200,
        content_type="application/octet-stream",
    )
    if requested:
        response["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    response["Content-Length"] = str(end - start)
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = f'"{etag}"'
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _requested_range(request: HttpRequest, etag: str) -> tuple[str, str] | None:
    """Return the first and the last byte as requested; None where the whole file is."""
    match = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    is_same = request.headers.get("If-Range", f'"{etag}"') == f'"{etag}"'
    if match is None or not is_same or not any(match.groups()):
        return None
    return match[1], match[2]


def _range(first: str, last: str, size: int) -> tuple[int, int] | None:
    """Return the half-open range to send; None where it is not in the file."""
    if not first:
        # The last so many bytes.
        start, end = max(size - int(last), 0), size
    else:
        start, end = int(first), min(int(last) + 1, size) if last else size
    return (start, end) if start < end else None
