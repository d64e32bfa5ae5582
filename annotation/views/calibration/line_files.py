"""Files of JSON lines that managers download and upload: gold, questions, paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _

from annotation.services.calibration.line_imports import (
    MOST_BYTES,
    ImportTooSlowError,
    LineImportError,
    LineRefusedError,
)


def download_lines(lines: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Answer with a file of JSON lines."""
    response = StreamingHttpResponse(lines, content_type="application/jsonl")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def uploaded_lines(request: HttpRequest) -> bytes | None:
    """Return the file that was sent, if there is one; what is too large is cut off after that."""
    sent = request.FILES.get("file")
    # One byte more than allowed tells that it is too large.
    return sent.read(MOST_BYTES + 1) if sent is not None else None


def line_import_text(error: LineImportError, line_text: Callable[[Exception], str]) -> str:
    """Return why a file was not imported; `line_text` says what is wrong with a line."""
    if isinstance(error, LineRefusedError):
        said = _("Line %(number)d: %(why)s Nothing was imported.")
        return said % {"number": error.number, "why": line_text(error.error)}
    if isinstance(error, ImportTooSlowError):
        said = _("The import took too long. Nothing was imported. Divide the file before line %d.")
        return said % error.line
    return _("The file is too large: at most 2,000 lines and 2.5 MB. Divide it.")
