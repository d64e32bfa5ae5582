"""Dumps with one JSON object per line: FEVEROUS pages and Wikimedia Enterprise HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from core.file_limits import count_values
from wiki.dump.files import CompressedFile, read_lines
from wiki.dump.records import Damage, DumpError, PageFormat, SourcePage

LONGEST_LINE = 128 * 2**20
# With or without a mark at the beginning.
_ENCODING = "utf-8-sig"


def read_feverous_lines(file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
    """Yield FEVEROUS pages. Their titles are normalised when the pages are parsed."""
    for number, line in enumerate(read_lines(file, longest=LONGEST_LINE), start=1):
        record = _record(line, number, file)
        if isinstance(record, Damage):
            yield record
        elif record is not None and record.get("title") != "":
            yield feverous_page(str(record.get("title", "")), line.decode(_ENCODING))


def feverous_page(title: str, document: str) -> SourcePage | Damage:
    if not title.strip():
        return Damage("", "it is a FEVEROUS page without a title")
    return SourcePage(title, 0, 0, "", document, PageFormat.FEVEROUS)


def read_enterprise_lines(file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
    """Yield articles with their rendered HTML, each followed by the redirects to it."""
    for number, line in enumerate(read_lines(file, longest=LONGEST_LINE), start=1):
        record = _record(line, number, file)
        if record is None or isinstance(record, Damage):
            if record is not None:
                yield record
            continue
        try:
            yield from _article(record)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            yield Damage(
                str(record.get("name", "")), f"it is not an Enterprise article ({error!r})"
            )


def _article(record: dict[str, Any]) -> Iterator[SourcePage | None]:
    title = record["name"]
    if (record.get("namespace") or {}).get("identifier", 0) != 0:
        yield None
        return
    html = record["article_body"]["html"]
    revised_at = record.get("date_modified") or ""
    yield SourcePage(
        title=title,
        source_id=int(record.get("identifier") or 0),
        revision=int((record.get("version") or {}).get("identifier") or 0),
        revised_at=revised_at,
        text=html,
        format=PageFormat.HTML,
        categories=tuple(
            category["name"].split(":", 1)[-1] for category in record.get("categories") or ()
        ),
    )
    for redirect in record.get("redirects") or ():
        yield SourcePage(redirect["name"], 0, 0, revised_at, "", PageFormat.HTML, redirect=title)


def _reason(error: ValueError | RecursionError) -> str:
    """Return the error's reason without its line number, which is always 1."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, character {error.pos + 1}"
    return "a number has too many digits"


def _record(line: bytes, number: int, file: CompressedFile) -> dict[str, Any] | Damage | None:
    """Return the line's object, or None if the line is blank."""
    if not line.strip():
        return None
    most = file.limits.elements
    if count_values(line) > most:
        return Damage(f"line {number}", f"it has more than {most:,} values")
    try:
        # Strictly: of bytes, `json` would also read halves of characters.
        record = json.loads(line.decode(_ENCODING))
    except UnicodeDecodeError as error:
        return Damage(f"line {number}", f"it is not in UTF-8 ({error.reason})")
    except (ValueError, RecursionError) as error:
        if number == 1:
            raise DumpError(file.path, "its first line is not a JSON object") from error
        return Damage(f"line {number}", f"it is not JSON ({_reason(error)})")
    if not isinstance(record, dict):
        return Damage(f"line {number}", "it is not a JSON object")
    return record
