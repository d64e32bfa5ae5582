"""Readers of dumps: files of many pages, streamed in constant memory. Pure: no Django.

`open_dump(path)` recognises a file by its content and returns a `Dump`, which yields the file
in batches. Their numbers and pages are the same every time the file is read.
"""

from wiki.dump.opening import open_dump
from wiki.dump.records import (
    ArticleSelection,
    Batch,
    Damage,
    Dump,
    DumpError,
    SourcePage,
    StreamBatch,
)

__all__ = [
    "ArticleSelection",
    "Batch",
    "Damage",
    "Dump",
    "DumpError",
    "SourcePage",
    "StreamBatch",
    "open_dump",
]
