"""Multistream dumps: a file of many bzip2 streams of a hundred pages each, and an index.

The index says where each stream begins, so streams can be read independently and in parallel.
With a selection of titles, only the streams that contain one of them are read.
"""

from __future__ import annotations

import bz2
from collections.abc import Generator, Iterator
from pathlib import Path

from lxml import etree

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.readers import Alive, ignore
from wiki.dump import xml
from wiki.dump.files import BLOCK, CompressedFile, read_lines
from wiki.dump.records import EVERYTHING, ArticleSelection, DumpError, PageFormat, StreamBatch
from wiki.parsing.titles import normalise_title

_LONGEST_INDEX_LINE = 2**20
# Of an offset: no file has so many bytes that it takes more.
_MOST_DIGITS = 18


class MultistreamDump:
    """A multistream file with its index."""

    format = PageFormat.WIKITEXT

    def __init__(self, path: Path, index: Path, limits: FileLimits = DEFAULT_FILE_LIMITS) -> None:
        self.path = path
        self.limits = limits
        self.index = index
        self.size = path.stat().st_size

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
    ) -> Generator[StreamBatch]:
        namespaces = self._namespaces()
        for number, (begin, end, wanted) in enumerate(self._streams(selection)):
            alive()
            if wanted and number >= start:
                yield StreamBatch(number, self.path, begin, end, namespaces)

    def _streams(self, selection: ArticleSelection) -> Iterator[tuple[int, int, bool]]:
        """Yield each stream's start and end, and whether it contains a selected page."""
        begin: int | None = None
        wanted = not selection.titles
        for offset, title in self._index_lines():
            if begin is None:
                begin = offset
            elif offset != begin:
                if not begin < offset <= self.size:
                    raise DumpError(self.index, f"it does not match the dump (offset {offset})")
                yield begin, offset, wanted
                begin, wanted = offset, not selection.titles
            # The index does not list the redirects to a title: finding them needs a full read.
            wanted = wanted or normalise_title(title) in selection.titles
        if begin is not None:
            if begin >= self.size:
                raise DumpError(self.path, "it is shorter than its index says; is it truncated?")
            yield begin, self.size, wanted

    def _index_lines(self) -> Iterator[tuple[int, str]]:
        file = CompressedFile(self.index, self.limits)
        try:
            for line in read_lines(file, longest=_LONGEST_INDEX_LINE):
                offset, _, rest = line.partition(b":")
                if not line.strip():
                    continue
                if not offset.isdigit() or len(offset) > _MOST_DIGITS:
                    raise DumpError(self.index, "it is not the index of a multistream dump")
                yield int(offset), rest.partition(b":")[2].decode("utf-8", "replace")
        finally:
            file.close()

    def _namespaces(self) -> tuple[str, ...]:
        """Return the namespaces' names from the first stream, which is the export's head."""
        with self.path.open("rb") as file:
            try:
                head = bz2.BZ2Decompressor().decompress(file.read(2**20), max_length=2**20)
            except (OSError, ValueError) as error:
                raise DumpError(self.path, f"the archive is corrupt ({error})") from error
        xml.check_prolog_encoding(head, self.path)
        found = head.find(b"<siteinfo")
        if b"<!" in head[: max(found, 0)]:
            raise DumpError(
                self.path, "it declares a document type or entities, which dumps never do"
            )
        end = head.find(b"</siteinfo>")
        if not 0 <= found < end:
            return ()
        parser = etree.XMLParser(resolve_entities=False, no_network=True, encoding="utf-8")
        siteinfo = etree.fromstring(head[found : end + len(b"</siteinfo>")], parser)
        return tuple(xml.namespaces_of(siteinfo))


def read_stream(batch: StreamBatch) -> Iterator[xml.DumpEntry]:
    """Yield the pages of one stream. Raise DumpError if it is damaged."""
    return xml.read_fragment(unpacked(batch), batch.path, namespaces=batch.namespaces)


_CLOSING_TAG = b"</mediawiki>"
# Unpacked. Streams have a hundred pages, which are in memory together.
LARGEST_STREAM = 512 * 2**20


def unpacked(batch: StreamBatch) -> Iterator[bytes]:
    """Yield the stream's bytes, without the export's closing tag, which the last one contains."""
    unpacker = bz2.BZ2Decompressor()
    tail = b""
    size = 0
    with batch.path.open("rb") as file:
        file.seek(batch.start)
        left = batch.end - batch.start
        while left > 0:
            block = file.read(min(BLOCK, left))
            if not block:
                break
            left -= len(block)
            while block:
                if unpacker.eof:
                    # The file's last part has the closing tag in its own stream.
                    unpacker = bz2.BZ2Decompressor()
                for part in _decompressed(unpacker, block, batch):
                    size += len(part)
                    if size > LARGEST_STREAM:
                        raise DumpError(
                            batch.path,
                            f"the stream at byte {batch.start} unpacks to more than"
                            f" {LARGEST_STREAM // 2**20} MB",
                        )
                    tail += part
                    yield tail[: -2 * len(_CLOSING_TAG)]
                    tail = tail[-2 * len(_CLOSING_TAG) :]
                block = unpacker.unused_data
    yield tail.rstrip().removesuffix(_CLOSING_TAG)
    if not unpacker.eof:
        raise DumpError(batch.path, f"the stream at byte {batch.start} is truncated")


def _decompressed(
    unpacker: bz2.BZ2Decompressor, block: bytes, batch: StreamBatch
) -> Iterator[bytes]:
    """Yield what a block unpacks to, a little at a time: 64 kB can become a gigabyte."""
    try:
        yield unpacker.decompress(block, max_length=BLOCK)
        while not unpacker.eof and not unpacker.needs_input:
            yield unpacker.decompress(b"", max_length=BLOCK)
    except (OSError, ValueError, EOFError) as error:
        raise DumpError(
            batch.path, f"the stream at byte {batch.start} is corrupt ({error})"
        ) from error
