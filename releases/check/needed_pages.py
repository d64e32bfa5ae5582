"""The elements that the claims of a release refer to, and the pages that must have them. Pure.

Only the addresses that evidence names are kept, page by page: far less than the pages, which are
read one at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from sys import intern

from releases.dataset.rules.records import Record
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats import FormatError
from releases.formats.base import PageFiles
from releases.formats.files.reading import FileFault, read_json_lines


class NeededPages:
    """The elements that the claims of one format refer to, and the file that must have them."""

    def __init__(self, path: Path, name: str, pages: PageFiles) -> None:
        self._path = path
        self._name = name
        self._pages = pages
        self._needed: dict[str, set[str]] = defaultdict(set)

    def add(self, record: Record) -> None:
        for pieces in record.sets:
            for piece in pieces:
                self._needed[piece.page].add(intern(piece.address))

    def lacking(self, on_progress: Callable[[], None]) -> RefusalReason | None:
        """Return which element is missing first; None where none is."""
        for number, value in read_json_lines(self._path, on_progress=on_progress):
            if isinstance(value, FileFault):
                return line_refusal(self._name, value)
            try:
                title = self._pages.title_of(value)
                needed = self._needed.pop(title, None)
                missing = needed - self._pages.elements_of(value) if needed else None
            except FormatError as error:
                return line_refusal(self._name, FileFault(number, error.refusal))
            if missing:
                return refusal(
                    "page_lacks_element", file=self._name, page=title, address=min(missing)
                )
        for title in sorted(self._needed):
            return refusal("page_missing", file=self._name, page=title)
        return None


def line_refusal(file: str, fault: FileFault) -> RefusalReason:
    """Return what is wrong with a line of a release's file."""
    return refusal("in_line", file=file, line=fault.line, reason=fault.refusal)
