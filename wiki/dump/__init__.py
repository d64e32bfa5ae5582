"""Reading dumps: files of many pages, streamed in constant memory. Pure: no Django, no database.

`open_dump(path)` recognises a file by its content and returns a `Dump`, which deals out the
file in batches whose numbers and pages are the same on every reading.
"""

from wiki.dump.opening import open_dump
from wiki.dump.records import (
    Batch,
    Damage,
    Dump,
    DumpError,
    Selection,
    SourcePage,
    StreamBatch,
)

__all__ = [
    "Batch",
    "Damage",
    "Dump",
    "DumpError",
    "Selection",
    "SourcePage",
    "StreamBatch",
    "open_dump",
]
