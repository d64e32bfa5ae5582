"""Readers of dumps: files of many pages, streamed in constant memory. Pure: no Django.

`open_dump(path)` recognises a file by its content and returns a `Dump`, which yields the file
in batches. Their numbers and pages are the same every time the file is read.
`open_bounded_dump(path)` does the same in a program of its own, within limits: files that people
upload or import are opened by it.
"""

from wiki.dump.bounded import open_bounded_dump
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
    "open_bounded_dump",
    "open_dump",
]
