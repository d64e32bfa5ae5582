"""Sending files so that an interrupted download can go on: range requests, one range at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")
_AT_ONCE = 2**18


def send_file(request: HttpRequest, path: Path, *, name: str, etag: str) -> HttpResponseBase:
    """The file, or the part of it that was asked for. What cannot be had so answers 416."""
    size = path.stat().st_size
    wanted = _wanted(request, size, etag)
    if wanted is None:
        refused = HttpResponse(status=416)
        refused["Content-Range"] = f"bytes */{size}"
        return refused
    start, end = wanted
    is_part = (start, end) != (0, size)
    response = StreamingHttpResponse(
        _blocks(path, start, end),
        status=206 if is_part else 200,
        content_type="application/octet-stream",
    )
    if is_part:
        response["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    response["Content-Length"] = str(end - start)
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = f'"{etag}"'
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _wanted(request: HttpRequest, size: int, etag: str) -> tuple[int, int] | None:
    """The half-open range to send; all of it where none is asked for, None where it is none."""
    match = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    same = request.headers.get("If-Range", f'"{etag}"') == f'"{etag}"'
    if match is None or not same or match.groups() == ("", ""):
        return 0, size
    first, last = match.groups()
    if not first:
        # The last so many bytes.
        return (max(size - int(last), 0), size) if int(last) else None
    start = int(first)
    end = min(int(last) + 1, size) if last else size
    return (start, end) if start < end else None


def _blocks(path: Path, start: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while start < end and (block := file.read(min(_AT_ONCE, end - start))):
            start += len(block)
            yield block
