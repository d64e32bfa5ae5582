"""FEVEROUS' pages as JSON lines and as the SQLite database that its tools open.

Everything is in NFD, as in the released database: the official tools look titles up in that form,
and the element ids of the claims are spelt the same way.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from releases.dataset.rules.choices import Compression
from releases.formats.base import Documents, FormatError
from releases.formats.feverous.element_ids import decomposed
from releases.formats.files.writing import FileFacts, facts_of, unfinished, write_lines
from releases.formats.line_reader import LineReader, Text
from wiki.parsing.addresses import InvalidAddressError
from wiki.parsing.excerpt import addresses_on
from wiki.parsing.feverous import read_feverous, write_feverous


class FeverousPageLine(Struct, gc=False):
    """The title of a page in a line; its elements are looked up only where they are needed."""

    title: Text


_LINES = LineReader[FeverousPageLine](FeverousPageLine)


class FeverousPages:
    """A page a line, and a database with a page a row."""

    stem = "pages"

    def write(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        return [
            _write_lines(folder, documents(), compression),
            _write_database(folder, documents()),
        ]

    def title_of(self, line: Any) -> str:
        return unicodedata.normalize("NFC", _LINES.read(line).title)

    def elements_of(self, line: Any) -> Set[str]:
        try:
            return addresses_on(msgspec.json.encode(line))
        except (KeyError, InvalidAddressError, msgspec.MsgspecError) as error:
            raise FormatError("no_page") from error


def page_text(document: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title and the JSON of a stored page, without our own keys."""
    page = write_feverous(read_feverous(document), strict=True)
    text = json.dumps(page, ensure_ascii=False, separators=(",", ":"))
    return decomposed(page["title"]), text if text.isascii() else unicodedata.normalize("NFD", text)


def _write_lines(
    folder: Path, documents: Iterable[Mapping[str, Any]], compression: Compression
) -> FileFacts:
    """Write `pages.jsonl`: a page a line, in the order given."""
    pages = (json.loads(page_text(document)[1]) for document in documents)
    return write_lines(folder, "pages.jsonl", pages, compression=compression)


def _write_database(folder: Path, documents: Iterable[Mapping[str, Any]]) -> FileFacts:
    """Write `pages.db`: a page a row. The same pages in the same order give the same bytes."""
    with unfinished(folder / "pages.db") as path:
        database = sqlite3.connect(path)
        try:
            # Its own file until it is whole: a journal would only cost time.
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
            cursor = database.executemany(
                "INSERT INTO wiki VALUES (?, ?)", (page_text(document) for document in documents)
            )
            count = cursor.rowcount
            database.commit()
        finally:
            database.close()
    return facts_of(folder, "pages.db", max(count, 0))
