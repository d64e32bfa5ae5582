"""FEVEROUS' pages as JSON lines and as the SQLite database that its tools open.

Everything is in NFD, as in the released database: the official tools look titles up in that form,
and the element ids of the claims are spelt the same way.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from releases.dataset.rules.choices import Compression
from releases.formats.fever.titles import decomposed
from releases.formats.files.writing import FileFacts, facts_of, unfinished, write_lines
from wiki.parsing.feverous import read_feverous, write_feverous

Documents = Iterable[Mapping[str, Any]]


def page_text(document: Mapping[str, Any]) -> tuple[str, str]:
    """The title and the JSON of a stored page, without our own keys."""
    page = write_feverous(read_feverous(document), strict=True)
    text = json.dumps(page, ensure_ascii=False, separators=(",", ":"))
    return decomposed(page["title"]), text if text.isascii() else unicodedata.normalize("NFD", text)


def write_page_lines(folder: Path, documents: Documents, *, compression: Compression) -> FileFacts:
    """`pages.jsonl`: one page a line, in the order given."""
    pages = (json.loads(page_text(document)[1]) for document in documents)
    return write_lines(folder, "pages.jsonl", pages, compression=compression)


def write_page_database(folder: Path, documents: Documents) -> FileFacts:
    """`pages.db`: one page a row. The same pages in the same order give the same bytes."""
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
