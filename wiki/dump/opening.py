"""Recognition of a dump's kind by its content."""

from __future__ import annotations

import json
from pathlib import Path

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from wiki.dump.files import CompressedFile
from wiki.dump.multistream import MultistreamDump
from wiki.dump.records import Dump, DumpError
from wiki.dump.sequential import EnterpriseLines, FeverousLines, XmlDump
from wiki.dump.sqlite import FeverousDatabase
from wiki.dump.xml import check_prolog_encoding

_HEAD = 64 * 1024


def open_dump(
    path: Path, *, index: Path | None = None, limits: FileLimits = DEFAULT_FILE_LIMITS
) -> Dump:
    """Return the dump in this file. Raise DumpError if it is not a dump.

    A multistream file is read in parallel if its index is given or found beside it under its
    usual name. Without the index it is read from the beginning like any other file. Giving an
    index with any other kind of file is an error.
    """
    dump = _dump_in(path, index, limits)
    if index and not isinstance(dump, MultistreamDump):
        raise DumpError(path, f"it is not a multistream dump, so {index.name} cannot be its index")
    return dump


def _dump_in(path: Path, index: Path | None, limits: FileLimits) -> Dump:
    if not path.is_file():
        raise DumpError(path, "no such file")
    file = CompressedFile(path, limits)
    try:
        head = file.read(_HEAD)
    finally:
        file.close()
    if head.startswith(b"SQLite format 3\0"):
        return FeverousDatabase(path, limits)
    check_prolog_encoding(head, path)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"<":
        index = index or find_index(path)
        if file.is_bzip2 and index:
            return MultistreamDump(path, index, limits)
        return XmlDump(path, limits)
    if start == b"{":
        lines = EnterpriseLines if _is_enterprise(head) else FeverousLines
        return lines(path, limits)
    raise DumpError(path, "it is not a dump" if head.strip() else "it is empty")


def find_index(path: Path) -> Path | None:
    """Return the index beside `…-multistream.xml.bz2`: `…-multistream-index.txt.bz2` or `.txt`."""
    name = path.name.removesuffix(".bz2").removesuffix(".xml")
    for ending in ("-index.txt.bz2", "-index.txt"):
        # Parts of a dump: `…-multistream1.xml-p1p2.bz2`, `…-multistream-index1.txt-p1p2.bz2`.
        for candidate in (
            path.with_name(name + ending),
            path.with_name(
                path.name.replace("-multistream", "-multistream-index").replace(".xml", ".txt")
            ),
        ):
            if candidate != path and candidate.is_file():
                return candidate
    return None


def _is_enterprise(head: bytes) -> bool:
    line = head.split(b"\n", 1)[0]
    if b'"article_body"' in head:
        return True
    try:
        return "article_body" in json.loads(line)
    except (ValueError, RecursionError):
        return False
